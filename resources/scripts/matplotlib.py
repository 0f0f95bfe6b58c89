# What every figure's script begins with. POINTS, the size of letters, stands before it, what is drawn after it.
import csv
import math
import pathlib
import sys

import matplotlib

matplotlib.rcParams.update({"font.size": POINTS, "axes.titlesize": POINTS + 1, "svg.fonttype": "none",
                            "pdf.fonttype": 42, "hatch.linewidth": 0.5})
import matplotlib.pyplot as plt

HERE = pathlib.Path(__file__)
NOTES = []  # words beside points


def table(file):
    """Rows of the table as dictionaries; comment lines begin with #."""
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def numbers(rows, column):
    return [float(row[column]) if row[column] else math.nan for row in rows]


def curve(axes, rows, x, y, low=None, x_low=None, x_high=None, words=None, dotted_from=math.inf, bars=None,
          **look):
    across, along = numbers(rows, x), numbers(rows, y)
    if low:
        lower = numbers(rows, low)
        axes.fill_between(across, lower, along, color=look["color"], alpha=look.get("alpha", 0.15), linewidth=0,
                          label=look["label"])
        return
    if bars:
        axes.bar(across, along, width=bars, color=look["color"], label=look["label"])
        return
    if x_low:
        axes.hlines(along, numbers(rows, x_low), numbers(rows, x_high), color=look["color"], linewidth=0.8)
    if look.get("linestyle") != "none":
        look["markevery"] = [i for i, value in enumerate(across) if value > 0 and math.log2(value).is_integer()]
    far = [value > dotted_from for value in across]
    if any(far):
        axes.plot([v for v, f in zip(across, far) if f], [v for v, f in zip(along, far) if f],
                  color=look["color"], linewidth=look["linewidth"], linestyle=":")
        along = [math.nan if f else v for v, f in zip(along, far)]
    axes.plot(across, along, **look)
    if words:
        for a, b, row in zip(across, along, rows):
            if row[words] and math.isfinite(b):
                NOTES.append(axes.annotate(row[words], (a, b), fontsize=POINTS * 0.6, xytext=(2, 2),
                                           textcoords="offset points"))


def place_notes(figure):
    """Each beside its point where it stands on no other; what has no room is said."""
    figure.canvas.draw()
    taken, left_out = [], []
    for note in NOTES:
        for x, y, side in ((2, 2, "left"), (2, -POINTS * 0.8, "left"), (-2, 2, "right"), (-2, -POINTS * 0.8, "right")):
            note.xyann = (x, y)
            note.set_horizontalalignment(side)
            box = note.get_window_extent()
            if not any(box.overlaps(other) for other in taken):
                taken.append(box)
                break
        else:
            note.set_visible(False)
            left_out.append(note.get_text())
    if left_out:
        print("no room for the names of: " + ", ".join(left_out), file=sys.stderr)


def bars(axes, rows, bar, piece, hatched, start, value, lanes=1):
    """Pieces from their start, each name in a colour of its own, those of one bar in so many lanes."""
    names = list(dict.fromkeys(row[bar] for row in rows))
    for number, name in enumerate(dict.fromkeys(row[piece] for row in rows)):
        own = [row for row in rows if row[piece] == name]
        lane = 0.8 * ((number % lanes + 0.5) / lanes - 0.5)
        axes.barh([names.index(row[bar]) + lane for row in own], [float(row[value] or 0) for row in own],
                  left=[float(row[start] or 0) for row in own], height=0.8 / lanes, label=name, edgecolor="white",
                  color=plt.get_cmap("tab20")(number % 20), hatch=["//" if row[hatched] == "1" else "" for row in own])
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel(value)
    axes.legend(frameon=False, fontsize=POINTS * 0.8, ncols=2, loc="upper left", bbox_to_anchor=(0, -0.25))


def heat_map(axes, rows, column, row, value, reason, mark):
    across = list(dict.fromkeys(cell[column] for cell in rows))
    along = list(dict.fromkeys(cell[row] for cell in rows))
    cells = {(cell[column], cell[row]): cell for cell in rows}
    axes.imshow([[float(cells[a, b][value] or "nan") for a in across] for b in along], cmap="Blues", aspect="auto")
    for j, b in enumerate(along):
        for i, a in enumerate(across):
            cell = cells[a, b]
            words = format(float(cell[value]), ".4g") if cell[value] else cell[reason]
            axes.text(i, j, words, ha="center", va="center", fontsize=POINTS * 0.7,
                      weight="bold" if cell[mark] == "best" else "normal")
    axes.set_xticks(range(len(across)), across)
    axes.set_yticks(range(len(along)), along)
    axes.set_xlabel(column)
    axes.set_ylabel(row)
    axes.set_title(value, loc="left")


def swings(axes, rows, name, less, more):
    places = range(len(rows))
    for column, colour in ((less, "#D55E00"), (more, "#0072B2")):
        axes.barh(places, numbers(rows, column), color=colour, label=column)
    axes.set_yticks(places, [row[name] for row in rows])
    axes.invert_yaxis()
    axes.axvline(0, color="black", linewidth=0.6)
    axes.legend(frameon=False)
