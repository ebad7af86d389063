"""Writes what the web messages say of themselves: the client's types and the tables of docs/client-protocol.md.

    python -m tools.protocol          writes ui/src/protocol.ts, position.ts, counters.ts, requests.ts and the page
    python -m tools.protocol check    fails where they differ from the structs of goodorder.web.messages

Types come from msgspec's JSON Schema, words from the docstrings of the structs and of their fields.  A page keeps its
prose; what stands between ``<!-- generated: NAME -->`` and ``<!-- end -->`` is written here.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import msgspec
from msgspec import Struct

from goodorder.play.record import Options
from goodorder.web.messages import answers, pages, pieces, position, preview, requests, talk
from goodorder.web.messages.base import Doc

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "ui" / "src" / "protocol.ts"
REQUESTS = ROOT / "ui" / "src" / "requests.ts"
"""What a client sends; ``protocol.ts`` hands its types on."""
COUNTERS = ROOT / "ui" / "src" / "counters.ts"
"""Guns, vehicles and works; ``protocol.ts`` hands these on too."""
POSITION = ROOT / "ui" / "src" / "position.ts"
"""What a position is made of; ``protocol.ts`` hands these on too."""
PAGE = ROOT / "docs" / "client-protocol.md"
HEAD = (
    "/** Messages of the server and the client. Written by `python -m tools.protocol`; change the structs instead. */"
)
TITLES: dict[ModuleType, str] = {
    talk: "What the server sends over the WebSocket",
    position: "The position",
    pieces: "Guns, vehicles and works",
    preview: "Previews",
    answers: "Results of requests",
    pages: "Plain HTTP",
    requests: "What a client sends",
}
"""The modules of messages in the order in which they are shown."""
APART = {"counters": pieces, "position": position, "requests": requests}
"""Modules whose types have a file of their own."""
NAMED = {
    "GunKind": pieces.GunKind,
    "LogKind": talk.LogKind,
    "LineGroup": preview.LineGroup,
    "OddsClass": preview.OddsClass,
    "OffboardStatus": position.OffboardStatus,
    "PlayerWord": requests.PlayerWord,
    "ShownKind": position.ShownKind,
    "ThreadState": answers.ThreadState,
    "WorkKind": pieces.WorkKind,
}
"""Sets of words that have a name of their own."""
UNIONS = {"CounterDoc": position.CounterDoc}
"""Structs of which one word, a field of each, tells which it is."""
COMMON = requests.Message
"""What all requests have in common, which is told of each."""
WORDS = {frozenset(get_args(kind)): name for name, kind in NAMED.items()}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


@cache
def structs() -> dict[ModuleType, tuple[type[Struct], ...]]:
    """The structs of each module, in the order in which they stand there."""
    found: dict[ModuleType, tuple[type[Struct], ...]] = {}
    for module in TITLES:
        here = [one for one in vars(module).values() if inspect.isclass(one) and issubclass(one, Struct)]
        own = [one for one in here if one.__module__ == module.__name__ and one is not COMMON]
        found[module] = (*own, Options) if module is requests else tuple(own)
    return found


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of every struct, by name."""
    _, found = msgspec.json.schema_components([one for held in structs().values() for one in held])
    return {name.rpartition(".")[2]: doc for name, doc in found.items()}


def type_of(doc: dict[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in doc:
        return str(doc["$ref"]).rpartition("/")[2].rpartition(".")[2]
    if "anyOf" in doc:
        return " | ".join(type_of(one) for one in doc["anyOf"])
    if "enum" in doc:
        words = frozenset(doc["enum"])
        return WORDS.get(words) or " | ".join(json.dumps(word) for word in doc["enum"])
    if doc.get("type") == "array":
        if "prefixItems" in doc:
            return f"[{', '.join(type_of(one) for one in doc['prefixItems'])}]"
        inner = type_of(doc["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if doc.get("type") == "object":
        return f"Record<string, {type_of(doc['additionalProperties'])}>"
    return PLAIN[doc["type"]] if "type" in doc else "unknown"


@cache
def field_words(struct: type[Struct]) -> dict[str, str]:
    """The docstring after each field of a struct and of its bases."""
    found: dict[str, str] = {}
    for base in reversed([one for one in struct.__mro__ if issubclass(one, Struct) and one not in (Struct, Doc)]):
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                text = after.value if isinstance(after, ast.Expr) else None
                if isinstance(text, ast.Constant):
                    found[field.target.id] = plain(str(text.value))
    renamed = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    return {renamed.get(name, name): text for name, text in found.items()}


def plain(text: str) -> str:
    """A docstring on one line, its code in the marks of Markdown and in the words of JSON."""
    return re.sub(r"``(.+?)``", r"`\1`", re.sub(r"\bNone\b", "null", " ".join(text.split())))


def about(struct: type[Struct]) -> str:
    """What a struct says of itself."""
    return plain(inspect.getdoc(struct) or "")


def base(struct: type[Struct]) -> type[Struct] | None:
    """The struct that it extends, where that one is shown too."""
    shown = {one for held in structs().values() for one in held}
    return next((one for one in struct.__mro__[1:] if one in shown), None)


def fields(struct: type[Struct]) -> Iterator[tuple[str, str, str]]:
    """Name (with "?" where it may be left out), type and words of each field that its base has not."""
    doc = schema()[struct.__name__]
    words = field_words(struct)
    over = base(struct)
    known = schema()[over.__name__]["properties"] if over else {}
    for name, kind in doc["properties"].items():
        if name in known and kind == known[name]:
            continue
        yield name if name in doc.get("required", ()) else f"{name}?", type_of(kind), words.get(name, "")


def results() -> Iterator[tuple[str, type[requests.Message], str]]:
    """Each request by its word, and the type of its result."""
    for asked, told in answers.RESULTS.items():
        parts = get_args(told) or (told,)
        names = ["null" if part is type(None) else part.__name__ for part in parts]
        yield str(asked.__struct_config__.tag), asked, " | ".join(names)


def interfaces(module: ModuleType) -> Iterator[str]:
    """The structs of a module as types of TypeScript."""
    for struct in structs()[module]:
        over = base(struct)
        extends = f" extends {over.__name__}" if over else ""
        lines = [f"/** {about(struct)} */", f"export interface {struct.__name__}{extends} {{"]
        for name, kind, says in fields(struct):
            lines += [f"  /** {says} */"] if says else []
            lines.append(f"  {name}: {kind};")
        yield "\n".join([*lines, "}"])


def struct_names(module: ModuleType) -> list[str]:
    """What the structs of a module are called."""
    return [one.__name__ for one in structs()[module]]


def headed(text: str, others: dict[str, list[str]]) -> str:
    """A file's text under its first line and what it takes out of other files, of the names that each has."""
    head = [HEAD]
    for file, known in others.items():
        lines = r"^(  [^/*]|export (type|interface)).*\b"
        named = sorted(name for name in known if re.search(rf"{lines}{name}\b", text, re.MULTILINE))
        rows = "".join(f"  {name},\n" for name in named)
        head += [f'import type {{\n{rows}}} from "./{file}";'] if named else []
    return "\n\n".join([*head, text])


def script() -> str:
    """The text of ``protocol.ts``: what the server sends."""
    found = [f'export * from "./{file}";' for file in APART]
    for alias, words in NAMED.items():
        found.append(f"export type {alias} = {' | '.join(json.dumps(word) for word in get_args(words))};")
    for alias, parts in UNIONS.items():
        found.append(f"export type {alias} = {' | '.join(part.__name__ for part in get_args(parts))};")
    for module in TITLES:
        found += interfaces(module) if module not in APART.values() else ()
    return headed("\n\n".join(found) + "\n", {file: struct_names(module) for file, module in APART.items()})


def counter_script() -> str:
    """The text of ``counters.ts``."""
    return headed("\n\n".join(interfaces(pieces)) + "\n", {"protocol": [*NAMED]})


def position_script() -> str:
    """The text of ``position.ts``."""
    others = {"counters": struct_names(pieces), "protocol": [*NAMED, *UNIONS, *struct_names(talk)]}
    return headed("\n\n".join(interfaces(position)) + "\n", others)


def request_script() -> str:
    """The text of ``requests.ts``: what a client sends, and what it is answered."""
    found = list(interfaces(requests))
    lines = ["/** By its `type` what a request asks, and its result. */", "export interface Requests {"]
    for tag, asked, told in results():
        lines.append(f'  {tag}: {{ asks: Omit<{asked.__name__}, "type" | "rid">; result: {told} }};')
    found.append("\n".join([*lines, "}"]))
    sent = [one.__name__ for module, held in structs().items() if module is not requests for one in held]
    return headed("\n\n".join(found) + "\n", {"protocol": [*NAMED, *UNIONS, *sent]})


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table of Markdown."""
    shown = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ("---",) * len(head), *shown))


def request_table() -> str:
    """The requests with their results."""
    rows: list[tuple[str, ...]] = []
    for tag, struct, told in results():
        names = [name for name, _, _ in fields(struct) if name not in ("type", "rid")]
        rows.append((f"`{tag}{{{', '.join(names)}}}`".replace("{", " {"), f"`{told}`", about(struct)))
    return table(("request", "result", ""), rows)


def document_tables() -> str:
    """Every struct with its fields, by module."""
    found: list[str] = []
    for module, held in structs().items():
        found.append(f"### {TITLES[module]}")
        for struct in held:
            over = base(struct)
            beside = f" (all of {over.__name__}, and)" if over else ""
            found.append(f"**{struct.__name__}**{beside}: {about(struct)}")
            rows: list[tuple[str, ...]] = [(f"`{name}`", f"`{kind}`", words) for name, kind, words in fields(struct)]
            found += [table(("field", "type", ""), rows)] if rows else []
    return "\n\n".join(found)


def page(text: str) -> str:
    """A page with its generated parts as they ought to be."""
    for name, part in (("requests", request_table()), ("documents", document_tables())):
        before, begin, rest = text.partition(f"<!-- generated: {name} -->\n")
        _, end, after = rest.partition("<!-- end -->\n")
        if not begin or not end:
            raise SystemExit(f"{PAGE.name} has no part <!-- generated: {name} --> .. <!-- end -->")
        text = f"{before}{begin}\n{part}\n\n{end}{after}"
    return text


def files() -> dict[Path, str]:
    """Each file and the text that it ought to have."""
    return {
        SCRIPT: script(),
        COUNTERS: counter_script(),
        POSITION: position_script(),
        REQUESTS: request_script(),
        PAGE: page(PAGE.read_text(encoding="utf-8")),
    }


def main() -> int:
    """Write the files, or with "check" say which differ."""
    stale = [path for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} differs from the structs: python -m tools.protocol")
        return 1 if stale else 0
    for path in stale:
        path.write_text(files()[path], encoding="utf-8")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
