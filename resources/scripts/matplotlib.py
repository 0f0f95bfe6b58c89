# What every figure's script begins with. WIDTH and HEIGHT of the figure in pixels of 1/96 inch, and the colour of its
# GROUND, stand before it; what is drawn stands after it.
import csv
import math
import pathlib
import sys

import matplotlib
from matplotlib import font_manager

KNOWN = {font.name for font in font_manager.fontManager.ttflist}
matplotlib.rcParams.update({
    "font.family": [name for name in ("Plateau Sans", "Inter", "Helvetica", "Arial", "Liberation Sans", "Noto Sans CJK KR",
                                      "DejaVu Sans") if name in KNOWN],
    "svg.fonttype": "none", "pdf.fonttype": 42, "hatch.linewidth": 0.6})
import matplotlib.pyplot as plt

HERE = pathlib.Path(__file__)
POINT = 72 / 96  # of a pixel
FIGURE = plt.figure(figsize=(WIDTH / 96, HEIGHT / 96), facecolor=GROUND)


def sheet(order):
    """The whole figure, in pixels from its upper left."""
    axes = FIGURE.add_axes([0, 0, 1, 1], zorder=order)
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(HEIGHT, 0)
    axes.axis("off")
    return axes


BELOW, ABOVE = sheet(0), sheet(2)


def table(file):
    """Rows of the table as dictionaries; comment lines begin with #."""
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def numbers(rows, column):
    return [float(row[column]) if row[column] else math.nan for row in rows]


def shape(points, fill=None, stroke=None, width=1, dash=None, above=False):
    """Over what was drawn before, lines and areas alike; above the curves or below them."""
    axes = ABOVE if above else BELOW
    order = 1 + len(axes.patches) + len(axes.lines)
    if fill:
        axes.fill(*zip(*points), facecolor=fill, linewidth=0, zorder=order)
    if stroke:
        axes.plot(*zip(*points), color=stroke, linewidth=width * POINT, linestyle=(0, dash) if dash else "-",
                  dash_capstyle="butt", solid_capstyle="butt", zorder=order + 0.5)


def words(x, y, text, width, size, color, weight="normal", angle=0):
    """From a point on their baseline; letters of another family are made as wide as those they stand for."""
    written = ABOVE.text(x, y, text.replace("$", r"\$"), fontsize=size * POINT, color=color, weight=weight, ha="left",
                         va="baseline", zorder=1e6)
    own = written.get_window_extent(FIGURE.canvas.get_renderer()).width * 96 / FIGURE.dpi
    written.set(rotation=angle, rotation_mode="anchor")
    if own > 0:
        written.set_fontsize(size * POINT * min(max(width / own, 0.75), 1.08))


def plot(left, top, width, height, x, y, line, grid, tick, pad, size, ink):
    """An axis is (low, high, logarithmic, places of ticks, their words)."""
    axes = FIGURE.add_axes([left / WIDTH, 1 - (top + height) / HEIGHT, width / WIDTH, height / HEIGHT], zorder=1)
    axes.patch.set_visible(False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    for side in ("bottom", "left"):
        axes.spines[side].set(color=line[0], linewidth=line[1] * POINT)
    for name, (low, high, logarithmic, places, labels) in (("x", x), ("y", y)):
        if logarithmic:
            getattr(axes, f"set_{name}scale")("log")
        getattr(axes, f"set_{name}lim")(low, high)
        axis = getattr(axes, f"{name}axis")
        axis.set_ticks(places, labels)
        axis.set_ticks([], minor=True)
    axes.tick_params(length=tick * POINT, width=line[1] * POINT, color=line[0], pad=pad * POINT, labelsize=size * POINT,
                     labelcolor=ink)
    axes.grid(color=grid[0], linewidth=grid[1] * POINT)
    axes.set_axisbelow(True)
    return axes


def inside(axes, value, name):
    low, high = sorted(getattr(axes, f"get_{name}lim")())
    return low * (1 - 1e-9) <= value <= high * (1 + 1e-9) if low >= 0 else low <= value <= high


def is_marked(value, marked):
    if marked == "powers":
        return value >= 1 and math.log2(value).is_integer()
    return marked == "points" or any(math.isclose(value, each, rel_tol=1e-6) for each in marked)


def curve(axes, rows, x, y, color, label, width=1, dash=None, low=None, alpha=1, edge=None, hatch=None, x_low=None, x_high=None,
          marker=None, size=5, rim=1, hollow=None, marked="none", bars=None, dotted_from=math.inf):
    """A column of the table: as a line, dotted beyond where measurements end, with markers at powers of two or at some
    values of x; as points; as upright bars; as the area between two columns."""
    across, along = numbers(rows, x), numbers(rows, y)
    if low:
        axes.fill_between(across, numbers(rows, low), along, facecolor="none" if hatch else color, alpha=alpha,
                          edgecolor=hatch or edge or "none", hatch="//////" if hatch else None,
                          linewidth=width * POINT if edge else 0, label=label)
        return
    if bars:
        axes.bar(across, along, width=bars, color=color, edgecolor=edge, linewidth=width * POINT, label=label)
        return
    if x_low:
        for a, b, c in zip(numbers(rows, x_low), numbers(rows, x_high), along):
            axes.plot([a, b], [c, c], color=color, linewidth=width * POINT, solid_capstyle="butt")
    elif marked != "points":
        near = [b if a <= dotted_from else math.nan for a, b in zip(across, along)]
        far = [b if a >= dotted_from else math.nan for a, b in zip(across, along)]
        axes.plot(across, near, color=color, linewidth=width * POINT, linestyle=(0, dash) if dash else "-",
                  dash_capstyle="butt", solid_capstyle="butt", label=label)
        if dotted_from < math.inf:
            axes.plot(across, far, color=color, linewidth=width * POINT,
                      linestyle=(0, (0.67, 1.8)) if width > 1 else "-", dash_capstyle="round")
    if not marker or marked == "none":
        return
    for open_ones in (False, True):
        chosen = [(a, b) for a, b in zip(across, along)
                  if math.isfinite(b) and inside(axes, a, "x") and inside(axes, b, "y") and (a > dotted_from) == open_ones
                  and is_marked(a, marked)]
        if chosen:
            axes.plot(*zip(*chosen), linestyle="none", marker=marker, markersize=size * POINT, color=color,
                      markerfacecolor=hollow[open_ones] if hollow else color, markeredgewidth=rim * POINT, clip_on=False)
