#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The catalogues of resources/translations: what is to be translated, and whether it is.

    translations.py                          collects every text of the sources and presets into LANGUAGE/ROOM.po; what is
                                             translated stays, what is new is empty, what is gone goes
    translations.py --check [LANGUAGE ...]   names what is missing or wrong, in the catalogues and the pages of help, and
                                             ends with 1 if there is anything
    translations.py --check de --only core-units    in one catalogue

A text is the same text wherever it stands; it is in the catalogue of the first room that says it.
"""
import argparse
import ast
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUES = ROOT / "resources" / "translations"
HELP = ROOT / "resources" / "help"
LANGUAGES = {"de": 2, "en": 2, "ko": 1}  # forms of a plural; English has a catalogue for those alone

# Functions whose literals are texts; of the last two the second argument.
MARKS = ("PLATEAU_TEXT", "tr", "words", "say", "translate:2", "QT_TRANSLATE_NOOP:2")
XGETTEXT = ["xgettext", "-", "--language=C++", "--from-code=UTF-8", "--add-location=file", "--no-wrap", "--keyword",
            *(f"--keyword={mark}" for mark in MARKS)]
FIELD = re.compile(r'^msg(id|str)(?:\[\d\])? ((?:".*"\n?)+)', re.M)

# What a page of help writes anew from the program's tables, in the reader's language.
GENERATED = re.compile(r"(<!-- [\w-]+ -->\n).*?(?=<!-- end -->)", re.S)

# What a language has one word for, and must not say in another.
ONE_WORD = {"ko": {r"(?<!계)층": "레이어"}}

# Keys of presets that hold words for people; names, sources and citations stay as they are written.
PRESETS = {"scenarios": {"title", "notes"}, "claims": {"said"}, "evidence": {"said"}, "figures": {"title"}, "styles": {"title"},
           "stacks": {"title", "notes", "remarks"}, "hardware": {"notes"}, "models": {"notes"},
           "assumptions": {"source"}, "runs": {"growth.source"}, "physics": {"checks.*", "of"},
           "tours": {"title", "summary", "goals", "assumes", "text", "look", "say", "ask", "why", "flat", "trap", "notes", "source", "name"}}


def tool(*command, text):
    try:
        done = subprocess.run(command, input=text, capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is missing (Debian package gettext)")
    if done.returncode:
        sys.exit(f"{command[0]}: {done.stderr}")
    return done.stdout


def every_text(node):
    if isinstance(node, str):
        yield node
    else:
        for value in node.values():
            yield from every_text(value)


def preset_texts(node, keys, above=""):
    if isinstance(node, dict):
        for key, value in node.items():
            if f"{key}.*" in keys:
                yield from every_text(value)
            elif (key in keys or f"{above}.{key}" in keys) and isinstance(value, str):
                yield value
            else:
                yield from preset_texts(value, keys, key)
    elif isinstance(node, list):
        for item in node:
            yield from preset_texts(item, keys, above)


def sources():
    """All code and every text of the presets as one C++ file. What only the terminal says, app/, stays English."""
    for top in ("core", "ui"):
        for file in sorted((ROOT / top).rglob("*")):
            if file.suffix in (".cpp", ".h"):
                yield f'#line 1 "{file.relative_to(ROOT)}"\n{file.read_text()}\n'
    for folder, keys in sorted(PRESETS.items()):
        for file in sorted((ROOT / "presets" / folder).glob("*.yaml")):
            yield f'#line 1 "{file.relative_to(ROOT)}"\n'
            for text in preset_texts(yaml.safe_load(file.read_text()), keys):
                yield f"PLATEAU_TEXT({json.dumps(text, ensure_ascii=False)})\n"


def fields(block):
    """The source of an entry and what is said for it, one text for each form of a plural."""
    found = [(word, ast.literal_eval(f"({text})")) for word, text in FIELD.findall(block)]
    return found[0][1] if found else "", [text for word, text in found if word == "str"]


def wanted(template, language):
    """The entries of a template that this language needs; what counts something (%n) has a plural."""
    for block in template.split("\n\n"):
        source, _ = fields(block)
        if source and not re.search(r"[^\W\d_]", re.sub(r"%\w", "", source)):
            continue  # no letters: nothing to say in another language
        if "%n" in source:
            plural = r'msgid \1msgid_plural \1msgstr[0] ""\nmsgstr[1] ""'
            block = re.sub(r'^msgid ((?:".*"\n)+)msgstr ""', plural, block, flags=re.M)
        elif source and language == "en":
            continue
        yield block


def room_of(block):
    top, folder, name = re.search(r"^#: ([^/]+)/([^/]+)/(\S+)", block, re.M).groups()
    return f"tours-{pathlib.Path(name).stem}" if folder == "tours" and top == "presets" else f"{top}-{folder}"


def merged(language, template):
    """What the catalogues say, and each entry (room, lines) that the sources ask for, merged with it."""
    head = ('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n'
            f'Plural-Forms: nplurals={LANGUAGES[language]}; plural=0;\\n"\n\n')
    files = sorted((CATALOGUES / language).glob("*.po"))
    said = tool("msguniq", "--use-first", "--no-wrap", "-", text=head + "\n".join(file.read_text() for file in files))
    with tempfile.NamedTemporaryFile("w", suffix=".pot") as asked:
        asked.write("\n\n".join(wanted(template, language)))
        asked.flush()
        blocks = tool("msgmerge", "--quiet", "--no-fuzzy-matching", "--no-wrap", "-", asked.name, text=said).split("\n\n")
    known = dict(fields(block) for block in said.split("\n\n"))
    return known, [(room_of(block), block.strip() + "\n") for block in blocks[1:] if not block.startswith("#~")]


def update(language, template):
    known, entries = merged(language, template)
    folder = CATALOGUES / language
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.po"):
        file.unlink()
    for room in dict.fromkeys(room for room, _ in entries):
        (folder / f"{room}.po").write_text("\n".join(block for home, block in entries if home == room))
    texts = [fields(block) for _, block in entries]
    print(f"{language}: {len(texts)} texts, {sum(source not in known for source, _ in texts)} new, "
          f"{sum(not all(said) for _, said in texts)} untranslated")


def placeholders(text):
    """What a translation has to carry over as it is: %1, %n, {live numbers}, tags."""
    return Counter(re.findall(r"%[0-9n]|%L[0-9]|</?[a-z]+|\{[^{}]*\}|\*\*", re.sub(r"\s+", " ", text)))


def stray_digits(text):
    return re.findall(r"\d+", re.sub(r"\{[^{}]*\}|\[[^\[\]]*\]", "", text))


def mistakes(source, forms, tour):
    for said in forms:
        if not said:
            yield "untranslated"
            continue
        if placeholders(said) != placeholders(source):
            wanted, given = placeholders(source), placeholders(said)
            yield "placeholders differ: missing %s, too many %s" % (sorted((wanted - given).elements()),
                                                                  sorted((given - wanted).elements()))
        if (source[0].isspace(), source[-1].isspace()) != (said[0].isspace(), said[-1].isspace()):
            yield "begins or ends with a space where the source does not, or the other way round"
        if source.endswith("\n") != said.endswith("\n"):
            yield "line break at the end differs"
        if "\\" in said.replace("\\\\", "") and "\\" not in source:
            yield "a backslash too many"
        if tour and not stray_digits(source) and stray_digits(said):
            yield f"digits outside [ ] and {{ }}: {stray_digits(said)}"
        if tour and stray_digits(source) and "[" not in source and "[" in said:
            yield "brackets would be shown here"


def wrong_in_help(language):
    if language == "en":
        return
    for page in sorted(HELP.glob("*.md")):
        other = HELP / language / page.name
        if not other.exists():
            yield f"{other.relative_to(ROOT)}: untranslated"
            continue
        english, said = (GENERATED.sub(r"\1", text.read_text()) for text in (page, other))
        for what in other_words(language, said):
            yield f"{other.relative_to(ROOT)}: {what}"
        for what, pattern in (("links and pictures", r"\]\([^)]*\)"), ("headings", r"^#+ "), ("code", r"`[^`]+`"),
                              ("rows of tables", r"^\|"), ("anchors and blocks", r"<a id=[^>]*>|<!--.*?-->")):
            one, two = (Counter(re.findall(pattern, text, re.M)) for text in (english, said))
            if one != two:
                yield f"{other.relative_to(ROOT)}: {what} differ: {sorted(((one - two) + (two - one)).elements())[:4]}"
    for other in sorted((HELP / language).glob("*.md")):
        if not (HELP / other.name).exists():
            yield f"{other.relative_to(ROOT)}: the English page is gone"


def other_words(language, text):
    for other, word in ONE_WORD.get(language, {}).items():
        if re.search(other, text):
            yield f"the word is {word}"


def check(language, only, template):
    known, entries = merged(language, template)
    found = []
    for room, block in entries:
        source, said = fields(block)
        if only and room not in only:
            continue
        wrong = ["not collected (run packaging/translations.py)"]
        if source in known:
            wrong = [*mistakes(source, said, room.startswith("tours-")), *other_words(language, " ".join(said))]
        found += [f"{language}/{room}.po: {what}: {source!r}" for what in dict.fromkeys(wrong)]
    if not only or "help" in only:
        found += wrong_in_help(language)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", nargs="*", metavar="LANGUAGE", choices=list(LANGUAGES))
    parser.add_argument("--only", nargs="+", metavar="CATALOGUE")
    asked = parser.parse_args()
    template = re.sub(r"^#,.*\n", "", tool(*XGETTEXT, "--output=-", text="".join(sources())), flags=re.M)
    if asked.check is None:
        for language in LANGUAGES:
            update(language, template)
        return
    found = [line for language in asked.check or LANGUAGES for line in check(language, asked.only, template)]
    print("\n".join(found) if found else "every text is translated")
    counts = Counter(line.split(":")[0] for line in found)
    for file, count in sorted(counts.items()):
        print(f"{count:5} {file}", file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
