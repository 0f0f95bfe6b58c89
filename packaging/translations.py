#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The catalogues of resources/translations: what is to be translated, and whether it is.

    translations.py                          collects every text of the sources and presets into LANGUAGE/ROOM.po; what is
                                             translated stays, what is new is empty, what is gone stands at the end (#~)
    translations.py --check [LANGUAGE ...]   names what is missing or wrong, in the catalogues and the pages of help, and
                                             ends with 1 if there is anything
    translations.py --check de --only core-units    in one catalogue

A text is the same text wherever it stands; it is in the catalogue of the first room that says it.
"""
import argparse
import pathlib
import re
import sys
from collections import Counter

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "resources" / "translations"
HELP = ROOT / "resources" / "help"
LANGUAGES = {"de": 2, "en": 2, "ko": 1}  # forms of a plural; English has a catalogue for those alone

# Functions whose literals are texts, and how many literals of a call come before and are of them.
MARKS = {"PLATEAU_TEXT": (0, 1), "tr": (0, 1), "words": (0, 1), "say": (0, 1), "key_row": (0, 2),
         "translate": (1, 1), "QT_TRANSLATE_NOOP": (1, 1)}
LITERAL = r'"(?:\\.|[^"\\])*"'
CALL = re.compile(r"\b(%s)\(\s*(?=\")" % "|".join(MARKS))
JOINED = re.compile(r"\s*(%s(?:\s*%s)*)\s*(,|\))" % (LITERAL, LITERAL))

# What a page of help writes anew from the program's tables, in the reader's language.
GENERATED = re.compile(r"(<!-- [\w-]+ -->\n).*?(?=<!-- end -->)", re.S)

# Keys of presets that hold words for people; names, sources and citations stay as they are written.
PRESETS = {"scenarios": {"title", "notes"}, "claims": {"said"}, "evidence": {"said"}, "figures": {"title"}, "styles": {"title"},
           "stacks": {"title", "notes", "remarks"}, "hardware": {"notes"}, "models": {"notes"},
           "assumptions": {"source"}, "runs": {"growth.source"},
           "tours": {"title", "summary", "text", "look", "say", "ask", "why", "notes", "source", "name"}}


class Entry:
    def __init__(self, source, plural=False):
        self.source, self.plural, self.places, self.said = source, plural, [], [""]


def unescaped(literals):
    joined = "".join(part[1:-1] for part in re.findall(LITERAL, literals))
    simple = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
    joined = re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match.group(1), 16)), joined)
    return re.sub(r"\\(.)", lambda match: simple.get(match.group(1), match.group(0)), joined)


def calls(code):
    """Every text a source file marks, and whether it counts something (%n)."""
    code = re.sub(r"^\s*//.*$", "", code, flags=re.M)
    for call in CALL.finditer(code):
        before, taken = MARKS[call.group(1)]
        at = call.end()
        for index in range(before + taken):
            found = JOINED.match(code, at)
            if not found:
                break
            if index >= before:
                yield unescaped(found.group(1))
            at = found.end()
            if found.group(2) == ")":
                break


def preset_texts(node, keys, above=""):
    if isinstance(node, dict):
        for key, value in node.items():
            if (key in keys or f"{above}.{key}" in keys) and isinstance(value, str):
                yield value
            else:
                yield from preset_texts(value, keys, key)
    elif isinstance(node, list):
        for item in node:
            yield from preset_texts(item, keys, above)


def sources():
    """(catalogue, place, text) in the order of rooms and files. What only the terminal says, app/, stays English."""
    for top in ("core", "ui"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in (".cpp", ".h"):
                place = file.relative_to(ROOT)
                for text in calls(file.read_text()):
                    yield f"{top}-{place.parts[1]}", str(place), text
    for folder, keys in sorted(PRESETS.items()):
        for file in sorted((ROOT / "presets" / folder).glob("*.yaml")):
            room = f"tours-{file.stem}" if folder == "tours" else f"presets-{folder}"
            for text in preset_texts(yaml.safe_load(file.read_text()), keys):
                yield room, str(file.relative_to(ROOT)), text


def collected(language):
    entries = {}
    rooms = {}
    for room, place, text in sources():
        if not re.search(r"[^\W\d_]", re.sub(r"%\w", "", text)):
            continue  # no letters: nothing to say in another language
        if language == "en" and "%n" not in text:
            continue
        if text not in entries:
            entries[text] = Entry(text, plural="%n" in text)
            rooms.setdefault(room, []).append(entries[text])
        if place not in entries[text].places:
            entries[text].places.append(place)
    return rooms


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    lines = escaped.split("\n")
    parts = [line + "\\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] or len(lines) == 1 else [])
    return f'"{parts[0]}"' if len(parts) == 1 else '""\n' + "\n".join(f'"{part}"' for part in parts)


def written(entry, obsolete=False):
    lines = [] if obsolete else ["#: " + " ".join(entry.places)]
    lines.append("msgid " + quoted(entry.source))
    if entry.plural:
        lines.append("msgid_plural " + quoted(entry.source))
        lines += [f"msgstr[{form}] " + quoted(said) for form, said in enumerate(entry.said)]
    else:
        lines.append("msgstr " + quoted(entry.said[0]))
    text = "\n".join(lines) + "\n"
    return re.sub(r"^", "#~ ", text.rstrip("\n"), flags=re.M) + "\n" if obsolete else text


def read_catalogue(file):
    """Entries of a PO file: those in use and, with #~, those that were. Of a merge both sides are taken."""
    entries, entry, into = [], None, None
    for number, line in enumerate(file.read_text().splitlines(), 1):
        line = re.sub(r"^#~ ?", "", line)
        if not line or line.startswith(("#", "<<<<<<<", "=======", ">>>>>>>")):
            into = None
            continue
        match = re.match(r'(msgid_plural|msgid|msgstr(?:\[(\d)\])?)?\s*(".*")$', line)
        if not match:
            sys.exit(f"{file.relative_to(ROOT)}:{number}: neither a comment nor msgid, msgstr or quoted text: {line}")
        word, text = match.group(1), unescaped(match.group(3))
        if word == "msgid":
            entry, into = Entry(""), "source"
            entries.append(entry)
        elif word == "msgid_plural":
            entry.plural, into = True, "plural"
        elif word:
            into = int(match.group(2) or 0)
            if into < len(entry.said) and entry.said[into]:  # the other side of a merge
                entry = Entry(entry.source, entry.plural)
                entries.append(entry)
            entry.said += [""] * (into + 1 - len(entry.said))
        if into == "source":
            entry.source += text
        elif isinstance(into, int):
            entry.said[into] += text
        elif into is None:
            sys.exit(f"{file.relative_to(ROOT)}:{number}: text of no entry")
    return entries


def read_language(language):
    said = {}
    for file in sorted((CATALOGUES / language).glob("*.po")):
        for entry in read_catalogue(file):
            if any(entry.said) or entry.source not in said:
                said[entry.source] = entry
    said.pop("", None)
    return said


def update(language):
    forms = LANGUAGES[language]
    before = read_language(language)
    folder = CATALOGUES / language
    folder.mkdir(parents=True, exist_ok=True)
    rooms = collected(language)
    used = set()
    new = empty = 0
    for room, entries in rooms.items():
        for entry in entries:
            used.add(entry.source)
            new += entry.source not in before
            said = before[entry.source].said if entry.source in before else [""]
            entry.said = (said + [""] * forms)[:forms if entry.plural else 1]
            empty += not all(entry.said)
    kept = [before[source] for source in before if source not in used and any(before[source].said)]
    for file in folder.glob("*.po"):
        if file.stem not in rooms and file.stem != "obsolete":
            file.unlink()
    for room, entries in rooms.items():
        (folder / f"{room}.po").write_text("\n".join(written(entry) for entry in entries))
    obsolete = folder / "obsolete.po"
    obsolete.unlink(missing_ok=True)
    if kept:
        obsolete.write_text("\n".join(written(entry, obsolete=True) for entry in kept))
    print(f"{language}: {len(used)} texts, {new} new, {empty} untranslated, {len(kept)} obsolete")


def placeholders(text):
    """What a translation has to carry over as it is: %1, %n, {live numbers}, tags."""
    return Counter(re.findall(r"%[0-9n]|%L[0-9]|</?[a-z]+|\{[^{}]*\}|\*\*", re.sub(r"\s+", " ", text)))


def stray_digits(text):
    return re.findall(r"\d+", re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", "", text))


def mistakes(entry, tour):
    for said in entry.said:
        if not said:
            yield "untranslated"
            continue
        if placeholders(said) != placeholders(entry.source):
            wanted, given = placeholders(entry.source), placeholders(said)
            yield "placeholders differ: missing %s, too many %s" % (sorted((wanted - given).elements()),
                                                                  sorted((given - wanted).elements()))
        if (entry.source[0].isspace(), entry.source[-1].isspace()) != (said[0].isspace(), said[-1].isspace()):
            yield "begins or ends with a space where the source does not, or the other way round"
        if entry.source.endswith("\n") != said.endswith("\n"):
            yield "line break at the end differs"
        if "\\" in said.replace("\\\\", "") and "\\" not in entry.source:
            yield "a backslash too many"
        if tour and not stray_digits(entry.source) and stray_digits(said):
            yield f"digits outside [ ] and {{ }}: {stray_digits(said)}"


def wrong_in_help(language):
    if language == "en":
        return
    for page in sorted(HELP.glob("*.md")):
        other = HELP / language / page.name
        if not other.exists():
            yield f"{other.relative_to(ROOT)}: untranslated"
            continue
        english, said = (GENERATED.sub(r"\1", text.read_text()) for text in (page, other))
        for what, pattern in (("links and pictures", r"\]\([^)]*\)"), ("headings", r"^#+ "), ("code", r"`[^`]+`"),
                              ("rows of tables", r"^\|"), ("anchors and blocks", r"<a id=[^>]*>|<!--.*?-->")):
            one, two = (Counter(re.findall(pattern, text, re.M)) for text in (english, said))
            if one != two:
                yield f"{other.relative_to(ROOT)}: {what} differ: {sorted(((one - two) + (two - one)).elements())[:4]}"
    for other in sorted((HELP / language).glob("*.md")):
        if not (HELP / other.name).exists():
            yield f"{other.relative_to(ROOT)}: the English page is gone"


def check(language, only):
    said = read_language(language)
    found = []
    for room, entries in collected(language).items():
        if only and room not in only:
            continue
        for entry in entries:
            here = said.get(entry.source)
            if here is None:
                found.append(f"{language}/{room}.po: not collected (run packaging/translations.py): {entry.source!r}")
                continue
            here.plural = entry.plural
            here.said = (here.said + [""] * LANGUAGES[language])[:LANGUAGES[language] if entry.plural else 1]
            found += [f"{language}/{room}.po: {wrong}: {entry.source!r}"
                      for wrong in dict.fromkeys(mistakes(here, room.startswith("tours-")))]
    if not only or "help" in only:
        found += wrong_in_help(language)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", nargs="*", metavar="LANGUAGE", choices=list(LANGUAGES))
    parser.add_argument("--only", nargs="+", metavar="CATALOGUE")
    asked = parser.parse_args()
    if asked.check is None:
        for language in LANGUAGES:
            update(language)
        return
    found = [line for language in asked.check or LANGUAGES for line in check(language, asked.only)]
    print("\n".join(found) if found else "every text is translated")
    counts = Counter(line.split(":")[0] for line in found)
    for file, count in sorted(counts.items()):
        print(f"{count:5} {file}", file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
