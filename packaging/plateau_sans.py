#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plateau Sans: Inter with tabular digits as its ordinary digits, so that numbers keep their width while they change.

Inter is published under the SIL Open Font License without a reserved font name; the licence text is
resources/fonts/OFL.txt. Only what the program shows is kept: Latin, Greek, Cyrillic, punctuation, arrows, mathematics.

Plateau Hangul: the Korean letters of NanumSquare (OFL, reserved font name Nanum), as high as the lines of Plateau Sans.

Plateau Symbols: the emoji of Symbola (free for any use) as outlines, which PDF can hold, as high as those lines.

    plateau_sans.py FOLDER_WITH_INTER_OTF FOLDER_WITH_NANUMSQUARE_TTF SYMBOLA_TTF OUTPUT_FOLDER
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

WEIGHTS = ("Regular", "Medium", "SemiBold")
CHARACTERS = [(0x20, 0x250), (0x2B0, 0x530), (0x2000, 0x20C0), (0x2100, 0x2600)]
HANGUL = [(0x1100, 0x1200), (0x3000, 0x3040), (0x3130, 0x3190), (0xAC00, 0xD7A4), (0xFF00, 0xFFF0)]
HANGUL_WEIGHTS = {"Regular": "R", "Bold": "B"}
SYMBOLS = [(0x2600, 0x27C0), (0xFE0E, 0xFE10), (0x1F300, 0x1F700), (0x1F900, 0x1FA00)]
LAYOUT_FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "sups", "subs"]
FAMILY_NAME_IDS = (1, 3, 4, 6, 16)
POSTSCRIPT_NAME_ID = 6


def substitutions(font, tag):
    """Glyph -> glyph of one single-substitution feature."""
    table = font["GSUB"].table
    found = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != tag:
            continue
        for index in record.Feature.LookupListIndex:
            for lookup in table.LookupList.Lookup[index].SubTable:
                lookup = getattr(lookup, "ExtSubTable", lookup)
                found.update(getattr(lookup, "mapping", {}))
    return found


def use_tabular_digits(font):
    tabular = substitutions(font, "tnum")
    for table in font["cmap"].tables:
        for digit in map(ord, "0123456789"):
            if digit in table.cmap:
                table.cmap[digit] = tabular.get(table.cmap[digit], table.cmap[digit])


def even_out_digits(font):
    """Some weights carry rounding differences of a thousandth; the commonest width wins."""
    glyphs = [font.getBestCmap()[ord(digit)] for digit in "0123456789"]
    widths = [font["hmtx"][glyph][0] for glyph in glyphs]
    width = max(set(widths), key=widths.count)
    if any(abs(other - width) > width / 200 for other in widths):
        sys.exit(f"this Inter has no tabular digits (widths {sorted(set(widths))})")
    for glyph in glyphs:
        font["hmtx"][glyph] = (width, font["hmtx"][glyph][1])


def rename(font):
    for record in font["name"].names:
        if record.nameID in FAMILY_NAME_IDS:
            family = "PlateauSans" if record.nameID == POSTSCRIPT_NAME_ID else "Plateau Sans"
            record.string = record.toUnicode().replace("Inter", family)
    if "CFF " not in font:
        return
    cff = font["CFF "].cff
    cff.fontNames = [name.replace("Inter", "PlateauSans") for name in cff.fontNames]
    top = cff.topDictIndex[0]
    for key in ("FullName", "FamilyName"):
        if hasattr(top, key):
            setattr(top, key, getattr(top, key).replace("Inter", "Plateau Sans"))


def keep_needed_characters(font, characters):
    options = subset.Options()
    options.layout_features = LAYOUT_FEATURES
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[code for first, end in characters for code in range(first, end)])
    subsetter.subset(font)


def rename_beside(font, family, weight):
    names = {1: family, 2: weight, 3: f"{family} {weight}", 4: f"{family} {weight}",
             6: f"{family.replace(' ', '')}-{weight}"}
    table = font["name"]
    table.names = [record for record in table.names if record.nameID in (0, 13, 14) and record.platformID == 3]
    for name_id, words in names.items():
        table.setName(words, name_id, 3, 1, 0x409)


def build_beside(source, output, family, weight, characters, like):
    """Letters that Inter lacks; a line that holds them is as high as any other."""
    font = TTFont(source, recalcTimestamp=False)
    rename_beside(font, family, weight)
    keep_needed_characters(font, characters)
    units = font["head"].unitsPerEm / like["head"].unitsPerEm
    for table, names in (("hhea", ("ascent", "descent", "lineGap")),
                         ("OS/2", ("sTypoAscender", "sTypoDescender", "sTypoLineGap", "usWinAscent", "usWinDescent"))):
        for name in names:
            setattr(font[table], name, round(getattr(like[table], name) * units))
    font["OS/2"].fsType = 0
    font.save(output / f"{family.replace(' ', '')}-{weight}.ttf")


def build(source, target):
    font = TTFont(source, recalcTimestamp=False)
    use_tabular_digits(font)
    rename(font)
    keep_needed_characters(font, CHARACTERS)
    even_out_digits(font)
    font.save(target)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    inter, nanum, symbola, output = map(pathlib.Path, sys.argv[1:])
    output.mkdir(parents=True, exist_ok=True)
    for weight in WEIGHTS:
        build(inter / f"Inter-{weight}.otf", output / f"PlateauSans-{weight}.otf")
    like = TTFont(output / "PlateauSans-Regular.otf")
    for weight, letter in HANGUL_WEIGHTS.items():
        build_beside(nanum / f"NanumSquare{letter}.ttf", output, "Plateau Hangul", weight, HANGUL, like)
    build_beside(symbola, output, "Plateau Symbols", "Regular", SYMBOLS, like)


if __name__ == "__main__":
    main()
