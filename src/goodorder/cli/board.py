"""``goodorder board``: boards listed, described, drawn, imported, checked and begun."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from goodorder.board import Map, Part, compose, part, parts
from goodorder.board.errors import BoardError
from goodorder.board.library import (
    Source,
    archive,
    board_raster,
    forget,
    places,
    remember,
    settings_file,
    source,
    sources,
)

from .common import Plain, progress, write_json

_SIDES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")
WORDS = """PLACE is a board with the words flipped, A-Q (columns), 1-5 (rows of column A) or +NoGrain (a special rule
for terrain) behind it, in any order. "|" sets a board to the right, "/" one below."""


@click.group("board", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Boards: list, describe, draw, import, check them, begin new ones.

    A folder of VASL boards of your own is remembered by ``goodorder board import FOLDER``.

    \b
    Example:
      goodorder board list
      goodorder board draw village -o village.svg
      goodorder board info "village A-Q | hills flipped"
    """
    if context.invoked_subcommand is None:
        context.invoke(list_boards)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def list_boards(as_json: bool = False) -> None:
    """List all boards: those that come with the program, then yours, with the reason where one can't be used.

    \b
    Example:
      goodorder board list
    """
    found = list(sources().values())
    _, broken = _tried([one for one in found if one.kind != "shipped"])
    if as_json:
        listed = [{"name": one.name, "kind": one.kind, "path": one.path or None} for one in found]
        write_json([{**one, "unusable": broken.get(str(one["name"]))} for one in listed])
        return
    for one in found:
        click.echo(one.name if one.kind == "shipped" else f"{one.name:12} {one.path}")
        if one.name in broken:
            click.echo(f"{'':12} can't be used: {broken[one.name]}")


def _parts(words: tuple[str, ...]) -> list[Part]:
    """The parts that the arguments name; a path may hold spaces where it is an argument of its own."""
    if Path(words[0]).is_file():
        return [msgspec.structs.replace(part(" ".join(("file", *words[1:]))), name=words[0])]
    return parts(" ".join(words))


@command.command("info", epilog=WORDS)
@click.argument("place", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print every hex as JSON.")
def info(place: tuple[str, ...], as_json: bool) -> None:
    """Describe a board, a part of one, or several joined.

    \b
    Example:
      goodorder board info village
      goodorder board info hills A-Q --json
    """
    told = _parts(place)
    board = compose(told)
    warnings = [*_warnings(told), *unwalked(board)]
    if as_json:
        write_json(
            {
                "name": board.name,
                "columns": board.raster.columns,
                "rows": board.raster.rows,
                "width": board.width,
                "height": board.height,
                "digest": board.digest,
                "warnings": warnings,
                "hexes": [_hex(board, index) for index in range(len(board.hexes))],
            }
        )
        return
    levels = sorted({here.level for here in board.hexes})
    size = f"{board.raster.columns} x {board.raster.rows}"
    click.echo(f"{board.name}: {size}, {len(board.hexes)} hexes, levels {', '.join(map(str, levels))}")
    click.echo(f"buildings: {len(board.buildings)}")
    for name, count in Counter(here.terrain.name for here in board.hexes).most_common():
        click.echo(f"  {count:4} {name}")
    for one in dict.fromkeys(one.name for one in told):
        where = source(one)
        if where.kind == "archive":
            click.echo(f"{one}: version {archive(one).version or 'unknown'}, {where.path}")
    for warning in warnings:
        click.echo(f"warning: {warning}")


def _hex(board: Map, index: int) -> dict[str, Any]:
    here = board.hex_of(index)
    return {
        "hex": here.name,
        "terrain": here.terrain.id,
        "level": here.level,
        "upper_levels": list(here.levels),
        "stairwell": here.stairwell,
        "depression": here.depression.id if here.depression else None,
        "bridge": here.bridge.id if here.bridge else None,
        "road": here.road,
        "building": here.building if here.building >= 0 else None,
        "hexsides": {name: kind.id for name, kind in zip(_SIDES, here.sides, strict=True) if kind is not None},
        "cliffs": [name for name, cliff in zip(_SIDES, here.cliffs, strict=True) if cliff],
        "slopes": [name for name, slope in zip(_SIDES, here.slopes, strict=True) if slope],
    }


def unwalked(board: Map) -> list[str]:
    """A warning where nobody can walk on a map: no two hexes beside each other that Infantry may enter."""

    def entered(index: int) -> bool:
        here = board.hex_of(index)
        return bool(here.terrain.mf or here.terrain.mf_all or here.road or here.bridge)

    steps = (beyond for one in board.hexes if entered(one.index) for beyond in board.around(one.index) if beyond >= 0)
    if any(entered(beyond) for beyond in steps):
        return []
    return ["nobody can walk on this map: Infantry has no hex to go to from any other"]


def _warnings(told: list[Part]) -> list[str]:
    names = dict.fromkeys(one.name for one in told)
    return [f"{name}: {text}" for name in names if source(name).kind == "archive" for text in archive(name).warnings]


@command.command("draw", epilog=WORDS)
@click.argument("place", nargs=-1, required=True)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="FILE.svg or FILE.png"
)
@click.option("--scale", type=click.FloatRange(0.05, 8), default=1.0, show_default=True, help="Size of a PNG.")
@click.option("--no-grid", is_flag=True, help="Without hexes and their names.")
def draw(place: tuple[str, ...], out: Path, scale: float, no_grid: bool) -> None:
    """Draw a board or several joined, from their terrain, as SVG or PNG.

    \b
    Example:
      goodorder board draw village -o village.svg
      goodorder board draw "village A-Q | hills" -o both.png --scale 0.5
    """
    board = compose(_parts(place))
    if out.suffix == ".svg":
        from goodorder.board.draw.svg import svg_document

        data = svg_document(board, grid=not no_grid).encode()
    elif out.suffix == ".png":
        from goodorder.board.draw.svg_png import png

        data = png(board, scale, grid=not no_grid)
    else:
        raise Plain(f"{out}: a picture is FILE.svg or FILE.png")
    out.write_bytes(data)
    click.echo(f"drawn into {out}")


@command.command("import")
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option("--module", type=click.Path(path_type=Path), help="Your VASL module, or its SharedBoardMetadata.xml.")
@click.option("--forget", "drop", is_flag=True, help="Forget a folder or archive instead.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def import_boards(path: Path | None, module: Path | None, drop: bool, as_json: bool) -> None:
    """Remember a folder of VASL boards, or one archive; nothing is copied.

    Its boards can then be named wherever a board can: bd01 as 01. Without PATH, say what is remembered. The module is
    not needed: the program has a table of terrain of its own.

    \b
    Example:
      goodorder board import ~/vasl/boards
      goodorder board import ~/vasl/boards/bd01 --module ~/vasl/vasl.vmod
    """
    if drop:
        if path is None or not forget(path):
            raise Plain(f"{path or 'nothing'} is not remembered")
    elif path is not None or module is not None:
        remember(path, module)
    known = places()
    usable, broken = _tried(_held_in(path)) if path is not None and not drop else ({}, {})
    if as_json:
        write_json(
            {
                "settings": str(settings_file()),
                "folders": known.folders,
                "archives": known.archives,
                "module": known.module,
                "usable": usable,
                "unusable": broken,
            }
        )
        return
    for name, warnings in usable.items():
        click.echo(f"{name}: " + ("; ".join(warnings) if warnings else "good"))
    for name, why in broken.items():
        click.echo(f"{name}: can't be used: {why}")
    for where in (*known.folders, *known.archives):
        click.echo(f"remembered: {where}")
    if known.module:
        click.echo(f"module: {known.module}")
    if not (known.folders or known.archives or known.module):
        click.echo("nothing is remembered")


def _held_in(path: Path) -> list[Source]:
    """The archives of a folder, or one by itself."""
    full = path.expanduser().resolve()
    return [s for s in sources().values() if s.kind == "archive" and full in (Path(s.path), Path(s.path).parent)]


def _tried(theirs: Sequence[Source]) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Somebody's boards: the warnings of those that can be read, the faults of the others."""
    usable: dict[str, tuple[str, ...]] = {}
    broken: dict[str, str] = {}
    with click.progressbar(theirs, label="reading", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for one in bar:
            try:
                if one.kind == "archive":
                    usable[one.name] = archive(one.name).warnings
                else:
                    board_raster(one.name)
            except BoardError as error:
                broken[one.name] = str(error)
    return usable, broken


@command.command("check")
@click.argument("names", nargs=-1, required=True, metavar="BOARD...")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def check(names: tuple[str, ...], as_json: bool) -> None:
    """Look for mistakes in boards, hex by hex; exit status 1 when there are any.

    BOARD is a file of yours (FILE.toml), an archive, or a name of ``goodorder board list``.

    \b
    Example:
      goodorder board check mine.toml
    """
    found = {name: _problems(name) for name in names}
    if as_json:
        write_json(
            {name: [{"hex": where or None, "problem": what} for where, what in told] for name, told in found.items()}
        )
    else:
        for name, told in found.items():
            for where, what in told:
                click.echo(f"{name}: {where}: {what}" if where else f"{name}: {what}")
            warned = [] if told else unwalked(compose(_parts((name,))))
            for warning in warned:
                click.echo(f"{name}: warning: {warning}")
            if not told and not warned:
                click.echo(f"{name}: good")
    if any(found.values()):
        raise click.exceptions.Exit(1)


def _problems(name: str) -> list[tuple[str, str]]:
    """Hex (empty where it is none's) and what is wrong there."""
    from goodorder.board.draw.draw_check import check as described

    try:
        where = source(name)
        if where.kind != "archive":
            return described(where.path or where.name)
        compose([Part(name)])
        return [("", text) for text in archive(name).warnings]
    except BoardError as error:
        return [("", error.what if error.file == name else str(error))]


@command.command("new")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def new(file: Path) -> None:
    """Begin a board of your own: write FILE.toml with one entry of every kind, commented.

    \b
    Example:
      goodorder board new mine.toml
    """
    from goodorder.board.draw.draw_check import template

    if file.suffix != ".toml":
        raise Plain(f"{file}: a board is FILE.toml")
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(template(file.stem))
    except FileExistsError:
        raise Plain(f"{file} is there already") from None
    click.echo(f"written: {file}; look at it with: goodorder board draw {file} -o {file.stem}.png")


@command.command("prepare")
@click.argument("places", nargs=-1, metavar="[PLACE]...")
def prepare_boards(places: tuple[str, ...]) -> None:
    """Compile the line-of-sight kernel and make tables of lines of sight, so that nothing is slow later.

    PLACE is a board or joined boards; without any, the maps of the scenarios that ship.

    \b
    Example:
      goodorder board prepare
      goodorder board prepare "village | hills"
    """
    from goodorder.board.sight.compiled import compiled, kernel_folder
    from goodorder.board.sight.los_table import table
    from goodorder.data.scenario import scenario, scenario_ids
    from goodorder.flow.sequence.opening import world_of

    maps = [compose(parts(place)) for place in places] or [world_of(scenario(id)).map for id in scenario_ids()]
    with progress("the kernel"):
        try:
            # a game that begins meanwhile sees that somebody is at it
            kernel_folder().mkdir(parents=True, exist_ok=True)
            (kernel_folder() / "begun").touch()
            compiled()
        except ImportError:
            raise Plain("numba is not installed: lines of sight are worked out one by one, and slowly") from None
    for board in maps:
        with progress(board.name) as told:
            table(board, told)
    click.echo("lines of sight are ready on " + ", ".join(dict.fromkeys(board.name for board in maps)))
