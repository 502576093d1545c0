# SPDX-License-Identifier: MIT
"""Reads the public headers: every EBW_API declaration with its parameters and the comment above it."""
import re
from dataclasses import dataclass

# A comment, the declarations that follow it without an empty line, each ending in `);`.
DECLARATION = re.compile(r"EBW_API\s+([^;(]*?)\b(ebw_\w+)\s*\(((?:[^()]|\([^()]*\))*)\)\s*;")
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
# `All functions ebw_noun_get_* and ebw_noun_count_* ...`: a comment that holds for a family of functions.
FAMILY = re.compile(r"\s*All functions\b")


@dataclass
class Function:
    name: str
    result: str
    parameters: list
    comment: str
    family: str  # comments that hold for it among others
    header: str


def parameter_name(text):
    """The name in `const char *name`, `double values[3]` or `int32_t (*name)(void *)`."""
    pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)", text)
    if pointer:
        return pointer.group(1)
    return re.sub(r"\[[^]]*\]", "", text).split()[-1].lstrip("*")


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
    return [parameter_name(p) for p in parts if p.strip() not in ("", "void")]


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
