# SPDX-License-Identifier: MIT
"""The picture of the demo: models, gradient, a shot record and the lines of the Taylor test."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

# Okabe and Ito's colours, told apart by all eyes.
BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#777777"
# Percentiles at which the colours end, so that the deep and late parts show.
CLIPPED_GRADIENT, CLIPPED_RECORD = 98, 96


def draw(file, survey, gradient, record, ladder):
    """Writes the picture. gradient [nx][nz] per m/s, record [receiver][sample], ladder: columns of check_gradient."""
    plt.rcParams.update({"font.size": 11, "axes.titlesize": 12, "axes.titleweight": "bold"})
    figure = plt.figure(figsize=(14, 14), layout="constrained")
    top, middle, bottom = figure.subfigures(3, 1, height_ratios=(1.0, 1.3, 1.25), hspace=0.02)
    draw_models(top, survey)
    draw_gradient(middle, survey, gradient)
    left, right = bottom.subplots(1, 2)
    draw_record(left, survey, record)
    draw_taylor(right, ladder)
    figure.savefig(file, dpi=110)
    plt.close(figure)


def draw_section(axes, survey, values, **style):
    """A vertical section, each node in the middle of its pixel, in km."""
    half = survey.spacing / 2
    extent = np.array((-half, survey.width + half, survey.depth + half, -half)) / 1000
    image = axes.imshow(values.T, extent=extent, aspect="auto", interpolation="nearest", **style)
    axes.set_xlabel("distance x (km)")
    axes.set_ylabel("depth z (km)")
    return image


def points_of(line):
    """Positions (x, z) in km along line:x0,z0:x1,z1:N."""
    _, begin, end, number = line.split(":")
    begin, end = (np.array([float(word) for word in point.split(",")]) for point in (begin, end))
    return np.linspace(begin, end, int(number)) / 1000


def draw_models(figure, survey):
    axes = figure.subplots(1, 2, sharey=True)
    style = {"cmap": "viridis", "vmin": survey.true.min(), "vmax": survey.true.max()}
    for part, values, title in zip(axes, (survey.true, survey.start), ("True model", "Starting model")):
        image = draw_section(part, survey, values, **style)
        part.set_title(title)
    axes[1].set_ylabel("")
    sources = points_of(survey.source_line())
    axes[1].plot(*sources.T, "*", color="white", markeredgecolor="black", markersize=12, label="sources", clip_on=False)
    axes[1].legend(loc="lower left", framealpha=0.9)
    figure.colorbar(image, ax=axes, label="velocity (m/s)", pad=0.01, aspect=15)


def draw_gradient(figure, survey, gradient):
    axes = figure.subplots()
    # The water is known in an inversion, and its cells, with sources and receivers in them, hold the largest values.
    # Waves spread on the way down and on the way back, so that without a gain the shallow part alone would show.
    gain = (np.arange(gradient.shape[1]) * survey.spacing / 1000) ** 2
    shown = np.ma.masked_array(gradient * gain, survey.water)
    limit = np.percentile(np.abs(shown.compressed()), CLIPPED_GRADIENT) or 1.0
    axes.set_facecolor("0.8")
    image = draw_section(axes, survey, shown, cmap="RdBu_r", vmin=-limit, vmax=limit)
    where = ", water left out" if survey.water.any() else ""
    axes.set_title(f"Gradient at the starting model, {survey.shots} shots at {survey.frequency:g} Hz{where}")
    unit = "dJ/dv of each cell $\\times$ (z / km)$^2$  (s/m)"
    figure.colorbar(image, ax=axes, label=unit, extend="both", pad=0.01, aspect=18)


def draw_record(axes, survey, record):
    limit = np.percentile(np.abs(record), CLIPPED_RECORD) or 1.0
    x0, x1 = points_of(survey.receiver_line())[[0, -1], 0]
    seconds = (record.shape[1] - 1) * survey.dt
    image = axes.imshow(record.T / limit, extent=(x0, x1, seconds, 0), aspect="auto", cmap="gray", vmin=-1, vmax=1)
    axes.set_title("Shot record over the true model, source in the middle")
    axes.set_xlabel("receiver x (km)")
    axes.set_ylabel("time (s)")
    axes.figure.colorbar(image, ax=axes, label="pressure, clipped (relative)", extend="both", pad=0.02)


def draw_taylor(axes, ladder):
    """Lines against the step h with the slopes they must have: 1 without the gradient, 2 with it."""
    h, noise = ladder["h"], ladder["noise"][0]
    for number, (text, colour, marker) in enumerate(
        (
            ("$|J(m + h\\delta) - J(m)|$", BLUE, "o"),
            ("$|J(m + h\\delta) - J(m) - h\\,g\\cdot\\delta|$", ORANGE, "s"),
        )
    ):
        value, slope = np.abs(ladder[f"r{number}"]), ladder[f"order_r{number}"][0]
        axes.loglog(h, value, marker, color=colour, label=f"{text}: slope {slope:.3f}")
        middle = len(h) // 2  # the largest steps feel the next order
        guide = value[middle] * (h / h[middle]) ** (number + 1)
        axes.loglog(h, guide, "--", color=colour, linewidth=1, label=f"slope {number + 1}")
    floor = axes.get_ylim()[0]
    axes.axhspan(floor, max(noise, floor), color=GREY, alpha=0.25, label="rounding noise of J")
    axes.set_title("Taylor test through 3 slots, random direction")
    axes.set_xlabel("step h (relative to the model)")
    axes.set_ylabel("change of the misfit")
    axes.grid(which="major", alpha=0.3)
    axes.legend(loc="lower right", fontsize=10)
