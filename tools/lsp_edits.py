#!/usr/bin/env python3
"""Edits shipped files at random through `ferz lsp`, and measures how fast it answers.

    tools/lsp_edits.py edits --number 10000      the server's text and problems equal those of `ferz check` after each edit
    tools/lsp_edits.py times                     problems, completion, hover, start, and a folder of 200 games
    tools/lsp_edits.py renames                   one rename of every name of the largest game that is declared at the top level

Needs a release build, or another program after --ferz.
"""
import argparse
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PIECES = ["", "", "{", "}", "\n", "\r\n", "\r", "\0", "\u2028", "piece ", "`", '"', "é", "🐎", "[T1]", "#", "x", " "]
PIECES += ["3 | R . K\n", "switch ", '# allow never-moves "why"\r']


class Server:
    def __init__(self, ferz):
        self.process = subprocess.Popen([ferz, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.id = 0
        self.ask("initialize", {"capabilities": {}})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                sys.exit("the server has ended")
            length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
        return json.loads(self.process.stdout.read(length))

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.id += 1
        self.send({"id": self.id, "method": method, "params": params})
        while (message := self.read()).get("id") != self.id:
            pass
        return message.get("result")

    def open(self, path, text):
        item = {"uri": path.as_uri(), "languageId": "ferz", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def change(self, path, version, changes):
        document = {"uri": path.as_uri(), "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def problems(self, path, version):
        while True:
            params = self.read().get("params", {})
            if params.get("uri") == path.as_uri() and params.get("version") == version:
                return params["diagnostics"]

    def processor_time(self):
        """Returns the processor time of all threads in seconds, which other programs disturb less than the wall time."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def memory(self):
        """Returns the resident memory in kilobytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def units(text):
    return len(text.encode("utf-16-le")) // 2


def position(text, at):
    """Returns the line and the UTF-16 column of an offset."""
    before = text[:at]
    start = max(before.rfind("\n"), before.rfind("\r")) + 1
    number = before.count("\n") + sum(1 for i, c in enumerate(before) if c == "\r" and text[i + 1 : i + 2] != "\n")
    return {"line": number, "character": units(text[start:at])}


def checked(ferz, path, text):
    """Returns the problems that the command finds in a saved copy of a text."""
    path.write_bytes(text.encode())
    run = subprocess.run([ferz, "check", "--json", "--pedantic", str(path)], capture_output=True, check=False)
    found = json.loads(run.stdout)
    own = []
    for problem in found:
        labels = [one for one in problem["labels"] if one.get("file", problem["file"]) == str(path)]
        own.append((problem["code"], labels[0]["start"] if labels else None))
    return own


def shipped():
    return sorted((ROOT / "variants").rglob("*.ferz"))


def edits(ferz, number, seed):
    dice = random.Random(seed)
    server = Server(ferz)
    memory = {}
    done = different = 0
    deck = []
    with tempfile.TemporaryDirectory() as folder:
        while done < number:
            # Each round edits every file, so the largest files do not come first after the first measurement.
            if not deck:
                deck = dice.sample(shipped(), len(shipped()))
            source = deck.pop()
            path = pathlib.Path(folder, source.name)
            original = text = source.read_text()
            server.open(path, text)
            server.problems(path, 1)
            for version in range(2, 11):
                changes = []
                start = dice.randrange(len(text) + 1)
                end = min(len(text), start + dice.choice([0, 0, 0, 1, 2, 12]))
                # A place between the two signs of a line end is none.
                start, end = (at - (text[at - 1 : at + 1] == "\r\n") for at in (start, end))
                new = dice.choice(PIECES)
                if len(text) < len(original) / 2:
                    start, end, new = 0, len(text), original
                changes.append({"range": {"start": position(text, start), "end": position(text, end)}, "text": new})
                text = text[:start] + new + text[end:]
                server.change(path, version, changes)
                shown = server.problems(path, version)
                expected = checked(ferz, path, text)
                body = text.encode()
                place = lambda at: position(text, len(body[:at].decode(errors="ignore")))
                wanted = [(code, place(at) if at is not None else {"line": 0, "character": 0}) for code, at in expected]
                found = [(one["code"], one["range"]["start"]) for one in shown]
                own = server.ask("ferz/text", {"textDocument": {"uri": path.as_uri()}})
                if own != text:
                    different += 1
                    print(f"{source.name}, edit {done}: the server has another text", file=sys.stderr)
                elif found != wanted:
                    different += 1
                    if different <= 20:
                        print(f"{source.name}, edit {done}: server {found} command {wanted}", file=sys.stderr)
                done += 1
                if done % (number // 10) == 0:
                    memory[done] = server.memory()
                if done >= number:
                    break
            server.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    first, last = memory[number // 10], memory[number]
    print(f"{done} edits of shipped files, {different} with other problems than the command or another text")
    print(f"memory after each tenth: {', '.join(str(kilobytes) for kilobytes in memory.values())} kB")
    print(f"memory after {number // 10}: {first} kB, after {number}: {last} kB, {last / first:.2f} times")
    return different or last > 1.2 * first


def late(times):
    return statistics.quantiles(times, n=20)[-1] * 1000


def times(ferz):
    def timed(act):
        start = time.perf_counter()
        act()
        return time.perf_counter() - start

    source = max(shipped(), key=lambda path: path.stat().st_size)
    text = source.read_text()
    starts = [timed(lambda: Server(ferz).process.kill()) for _ in range(20)]
    server = Server(ferz)
    server.open(source, text)
    server.problems(source, 1)
    at = text.index("family ")
    keys, hovers, completions = [], [], []

    def both(act):
        before = server.processor_time()
        wall = timed(act)
        return wall, server.processor_time() - before

    for number in range(60):
        place = position(text, at)
        change = [{"range": {"start": place, "end": place}, "text": "#"}]

        def key():
            server.change(source, number + 2, change)
            server.problems(source, number + 2)

        keys.append(both(key))
        text = text[:at] + "#" + text[at:]
        document = {"uri": source.as_uri()}
        inside = {"textDocument": document, "position": position(text, text.index("piece prince") + 8)}
        time.sleep(0.5)  # An author moves the hand to the mouse.
        hovers.append(both(lambda: server.ask("textDocument/hover", inside)))
        completions.append(both(lambda: server.ask("textDocument/completion", inside)))
    print(f"{source.name}, 95th percentile of 60, wall time and processor time; start {late(starts):.0f} ms")
    for name, times in (("problems", keys), ("hover", hovers), ("completion", completions)):
        wall, processor = (late(column) for column in zip(*times))
        print(f"  {name}: {wall:.0f} ms, {processor:.0f} ms")
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for number, game in enumerate((shipped() * 3)[:200]):
            path = pathlib.Path(folder, f"{game.stem}-{number}.ferz")
            path.write_text(game.read_text().replace(f"variant {game.stem} ", f"variant {game.stem}-{number} ", 1))
            files[path] = path.read_text()
        server = Server(ferz)

        def all_open():
            for path, content in files.items():
                server.open(path, content)
            left = set(path.as_uri() for path in files)
            while left:
                left.discard(server.read().get("params", {}).get("uri"))

        print(f"a folder of {len(files)} games, all opened and checked: {timed(all_open) * 1000:.0f} ms")
        path = next(iter(files))
        server.change(path, 2, [{"text": files[path] + "\n"}])
        server.problems(path, 2)
        server.ask("workspace/symbol", {"query": "no-such-name"})
    return 0


def renames(ferz):
    source = max(shipped(), key=lambda path: path.stat().st_size)
    text = source.read_text()
    server = Server(ferz)
    server.open(source, text)
    server.problems(source, 1)
    time.sleep(1)
    words = "piece|family|region|array|switch|stage|right|cell"
    found = []
    for match in re.finditer(rf"^({words}) ([a-z][a-z0-9-]*)", text, re.MULTILINE):
        place = {"textDocument": {"uri": source.as_uri()}, "position": position(text, match.end(2))}
        before, start = server.processor_time(), time.perf_counter()
        answer = server.ask("textDocument/rename", {**place, "newName": f"{match[2]}-zz"})
        wall, processor = time.perf_counter() - start, server.processor_time() - before
        if answer:
            found.append((processor, wall, match[2]))
    found.sort(reverse=True)
    wall, processor = late([one[1] for one in found]), late([one[0] for one in found])
    print(f"{source.name}, {len(found)} names, 95th percentile: {wall:.0f} ms, {processor:.0f} ms of processor time")
    for processor, wall, name in found[:10]:
        print(f"  {name}: {wall * 1000:.0f} ms, {processor * 1000:.0f} ms")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["edits", "times", "renames"])
    parser.add_argument("--number", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=44)
    parser.add_argument("--ferz", default=os.environ.get("FERZ", str(ROOT / "target/release/ferz")))
    options = parser.parse_args()
    measured = {"times": times, "renames": renames}.get(options.what)
    failed = measured(options.ferz) if measured else edits(options.ferz, options.number, options.seed)
    sys.exit(bool(failed))
