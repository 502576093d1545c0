# SPDX-License-Identifier: MIT
"""Reads the public headers: every EBW_API declaration with its parameters and the comment above it, and the constants,
opaque types and callback types from which the low-level layers of the bindings are written."""
import re
from dataclasses import dataclass, field

# A comment, the declarations that follow it without an empty line, each ending in `);`.
DECLARATION = re.compile(r"EBW_API\s+([^;(]*?)\b(ebw_\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*;")
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
# `All functions ebw_noun_get_* and ebw_noun_count_* ...`: a comment that holds for a family of functions.
FAMILY = re.compile(r"\s*All functions\b")
CALLBACK = re.compile(r"^typedef\s+(\w+)\s*\(\*(ebw_\w+_fn)\)\(([^)]*)\);", re.M)
OPAQUE = re.compile(r"^typedef struct (ebw_\w+) \1;", re.M)
CONSTANT = re.compile(r"^#define (EBW_\w+) \(?(-?\d+)\)?(?:[ ]*/\* (.*?) \*/)?[ ]*$", re.M)


@dataclass
class Argument:
    name: str
    type: str  # as in C, such as `const double *`


@dataclass
class Function:
    name: str
    result: str
    arguments: list
    comment: str
    family: str  # comments that hold for it among others
    header: str

    @property
    def parameters(self):
        """Names of the arguments."""
        return [argument.name for argument in self.arguments]


@dataclass
class Constant:
    name: str
    value: int
    comment: str


@dataclass
class Interface:
    """All that the headers declare, by kind, in the order of the headers' names; and the numbers of the build."""

    version: str = ""
    abi_version: int = 0
    constants: list = field(default_factory=list)
    opaque: list = field(default_factory=list)
    callbacks: list = field(default_factory=list)
    functions: list = field(default_factory=list)


def parameter_name(text):
    """The name in `const char *name`, `double values[3]` or `int32_t (*name)(void *)`."""
    pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)", text)
    if pointer:
        return pointer.group(1)
    return re.sub(r"\[[^]]*\]", "", text).split()[-1].lstrip("*")


def read_argument(text):
    """Name and type of one parameter; an array is the pointer that C makes of it."""
    text = " ".join(text.split())
    name = parameter_name(text)
    kind = text if "(" in text else re.sub(rf"\b{name}\s*(\[[^]]*\])?$", lambda m: "*" if m.group(1) else "", text)
    return Argument(name, kind.strip())


def split_parameters(text):
    """Splits at commas outside parentheses; `void` and nothing are no parameters."""
    parts, depth, part = [], 0, ""
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    parts.append(part)
    return [read_argument(p) for p in parts if p.strip() not in ("", "void")]


def plain(comment):
    """A comment's words on one line."""
    return " ".join(line.strip().lstrip("*").strip() for line in comment.splitlines())


def comment_above(text, start):
    """The comment that ends right above, reached over other declarations but over no empty line."""
    block = re.split(r"\n[ \t]*\n", text[:start])[-1]
    comments = COMMENT.findall(block)
    return plain(comments[-1]) if comments else ""


def family_comments(text, name):
    """The comments on families, such as ebw_noun_get_*, to which a function belongs."""
    families = [plain(comment) for comment in COMMENT.findall(text) if FAMILY.match(comment)]
    return " ".join(c for c in families if any(name.startswith(p) for p in re.findall(r"\b(ebw_\w+_)\*", c)))


def read_functions(text, header):
    """All public functions of a header's text, in its order."""
    functions = []
    for match in DECLARATION.finditer(text):
        result, name, parameters = match.groups()
        comment, family = comment_above(text, match.start()), family_comments(text, name)
        functions.append(Function(name, result.strip(), split_parameters(parameters), comment, family, header))
    return functions


def read_folder(include):
    """All public functions of all headers below a folder, and how often EBW_API stands before a declaration."""
    functions, marks = [], 0
    for path in sorted(include.rglob("*.h")):
        text = path.read_text(encoding="utf-8")
        functions += read_functions(text, path.name)
        marks += len(re.findall(r"^EBW_API\b", text, re.M))
    return functions, marks


def read_callbacks(text, header):
    """The callback types of a header's text, as functions."""
    return [
        Function(m.group(2), m.group(1), split_parameters(m.group(3)), comment_above(text, m.start()), "", header)
        for m in CALLBACK.finditer(text)
    ]


def read_interface(include):
    """Constants, opaque types, callback types and functions of all headers below a folder."""
    interface = Interface()
    for path in sorted(include.rglob("*.h")):
        text = path.read_text(encoding="utf-8")
        found = CONSTANT.finditer(text)
        interface.constants += [Constant(m.group(1), int(m.group(2)), m.group(3) or "") for m in found]
        interface.opaque += OPAQUE.findall(text)
        interface.callbacks += read_callbacks(text, path.name)
        interface.functions += read_functions(text, path.name)
    return interface
