#!/usr/bin/env python3
"""Fills the paragraphs and list items of Markdown pages to lines of at most 120 characters.

Usage: tools/reflow.py [--check] PAGE...

Front matter, code blocks, tables, headings, HTML, definitions of links, and hard line breaks stay as they are, and so do
code in backticks and the addresses of links. With `--check`, no page is written, and the exit code is 1 if one would change.
"""

import re
import sys

WIDTH = 120
FENCE = re.compile(r"\s*(`{3,}|~{3,})")
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)(\[[ xX]\]\s+)?(?=\S)")
QUOTE = re.compile(r"\s*>")
# A line of one of these kinds is never part of a paragraph.
WHOLE = re.compile(r"\s*(\||#{1,6}\s|<|\[[^\]]+\]:\s|(-{3,}|\*{3,}|_{3,}|={3,})\s*$)")
# A word that would begin a block of another kind if it stood first on a line.
OPENS = re.compile(r"([-*+]|\d+[.)]|#{1,6}|>.*|\|.*|<[A-Za-z!?/].*|={3,}|-{3,}|```.*)$")
# Code in backticks, the target of a link, or anything else up to a space.
WORD = re.compile(r"(?:(`+)(?!`)(?:.+?)(?<!`)\1(?!`)|\]\([^)\s]*(?:\s\"[^\"]*\")?\)|[^\s`])+|`+")


def fill(text, first, rest):
    """Returns the lines of a paragraph whose first line is indented by one text and whose others by another."""
    lines, line, empty = [], first, True
    for word in (match.group() for match in WORD.finditer(text)):
        if not empty and len(line) + 1 + len(word) > WIDTH and not OPENS.match(word):
            lines.append(line)
            line, empty = rest, True
        line += word if empty else " " + word
        empty = False
    return lines + [line]


def reflow(page):
    """Returns the page with filled paragraphs."""
    out, text, indents, fence = [], [], ("", ""), None

    def end():
        if text:
            out.extend(fill(" ".join(text), *indents))
            text.clear()

    lines = page.split("\n")
    if lines[0] == "---" and "---" in lines[1:]:
        start = lines.index("---", 1) + 1
        out, lines = lines[:start], lines[start:]
    for line in lines:
        mark = FENCE.match(line)
        if fence:
            out.append(line)
            stripped = line.strip()
            if mark and stripped.startswith(fence) and not stripped.strip(fence[0]):
                fence = None
            continue
        item = ITEM.match(line)
        if mark or not line.strip() or WHOLE.match(line) or QUOTE.match(line):
            end()
            fence = mark.group(1) if mark else None
            out.append(line)
            continue
        indent = line[: len(line) - len(line.lstrip())]
        if item:
            end()
            indents = (item.group(), " " * len(item.group(1) + item.group(2) + item.group(3)))
            line = line[item.end() :]
        elif not text:
            if len(indent) >= 4 and (not out or not out[-1].strip()) and not indents[1].startswith(indent[:2]):
                out.append(line)
                continue
            indents = (indent, indent)
        text.append(line.strip())
        if line.endswith(("  ", "\\")):
            end()
            out[-1] += "  " if line.endswith("  ") else ""
            indents = (indents[1], indents[1])
    end()
    return "\n".join(out)


def main(args):
    check = "--check" in args
    changed = []
    for path in (arg for arg in args if not arg.startswith("--")):
        with open(path, encoding="utf-8") as file:
            page = file.read()
        new = reflow(page)
        if new == page:
            continue
        changed.append(path)
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)
    for path in changed:
        print(path)
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
