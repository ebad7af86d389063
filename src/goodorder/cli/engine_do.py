"""What each ``do`` of the engine protocol answers (docs/engine-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from goodorder import __version__
from goodorder.board import Map
from goodorder.core.actions import Action, Fire, decode, encode
from goodorder.core.dice import Roll
from goodorder.core.engine import breadcrumb
from goodorder.core.engine import pending as pending_in
from goodorder.core.errors import Ambiguous, Stale, Unreadable, raise_refusal
from goodorder.core.frames import Choice, Over
from goodorder.core.menu import Menu
from goodorder.core.notation import Names, parse, write
from goodorder.core.view import asked_of
from goodorder.data.requirements import PROFILES
from goodorder.data.scenario import scenario_ids
from goodorder.data.strangers import Unfit, regular
from goodorder.play.players import COMPUTERS
from goodorder.play.record import Options
from goodorder.play.seen import is_out_of_sight, roll_asked
from goodorder.play.start import given
from goodorder.rules.optional import OPTIONAL, chosen_options
from goodorder.web import queries
from goodorder.web.documents import entry_doc, state_doc
from goodorder.web.messages.preview import SumsDoc
from goodorder.web.preview import arithmetic, fire_ledger, preview_action

from .engine_docs import (
    ActionDoc,
    ChoiceDoc,
    Doc,
    DroppedDoc,
    EventsDoc,
    GameDoc,
    HelloDoc,
    HexDoc,
    HintDoc,
    LedgerDoc,
    LeftDoc,
    LocationDoc,
    LosDoc,
    MapDoc,
    MenuPage,
    OverDoc,
    PendingReply,
    PlayersDoc,
    RollDoc,
    SavedDoc,
    SeqDoc,
    ViewDoc,
    WaitingDoc,
    numbers_of_places,
)
from .engine_game import EngineGame, read_file, side_number

PROTOCOL = 2
COUNTED = 10_000
"""Leaves of a menu are counted no further than this."""

Number = Annotated[int, Meta(ge=0)]


class Request(Struct, frozen=True, forbid_unknown_fields=True):
    """Every field that some request has; ``do`` says which are read."""

    do: str
    id: int | str | None = None
    game: str | None = None
    scenario: str | None = None
    profile: str | None = None
    seed: str | int | None = None
    dice: str = "stream"
    side: str | None = None
    practice: bool = False
    players: dict[str, str] = {}
    opponent: str | None = None
    options: tuple[str, ...] = ()
    file: str | None = None
    record: str | None = None
    seq: int | None = None
    path: tuple[str, ...] | UnsetType = UNSET
    action: dict[str, Any] | None = None
    text: str | None = None
    faces: tuple[int, ...] = ()
    offset: Number = 0
    limit: Number = 200
    count: bool = False
    frm: str | None = None
    to: str | None = None
    from_level: str = ""
    to_level: str = ""
    since: Number = 0


class EngineGames:
    """The games of one protocol session."""

    def __init__(self) -> None:
        self.by_name: dict[str, EngineGame] = {}
        self.current = ""
        self.made = 0
        self.done = False

    def do(self, request: Request) -> Doc:
        """Answer one request; raises what the protocol turns into an error reply."""
        handler = HANDLERS.get(request.do)
        if handler is None:
            raise Unreadable(f"unknown do {request.do!r}; known: {', '.join(HANDLERS)}")
        return handler(self, request)

    @property
    def tells_all(self) -> bool:
        """Whether every game here is the referee's, so that nothing said of them can tell a side too much."""
        return all(game.side is None for game in self.by_name.values())

    def add(self, game: EngineGame) -> GameDoc:
        """Take a game in under a new name."""
        self.made += 1
        self.current = f"g{self.made}"
        self.by_name[self.current] = game
        return GameDoc(self.current, game.seq)

    def game(self, request: Request) -> EngineGame:
        """The game a request is about: the one it names, or the last one opened."""
        name = request.game or self.current
        game = self.by_name.get(name)
        if game is None:
            raise Unreadable(f"unknown game {name!r}" if name else "no game is open: send new or load")
        if request.seq is not None and request.seq != game.seq:
            raise Stale(f"the game is at step {game.seq}, not {request.seq}")
        return game


def hello(games: EngineGames, request: Request) -> HelloDoc:
    """Who answers, and what is known."""
    known = (tuple(PROFILES), tuple(scenario_ids()), tuple(OPTIONAL), COMPUTERS, tuple(HANDLERS))
    return HelloDoc("goodorder", __version__, PROTOCOL, *known)


def new(games: EngineGames, request: Request) -> GameDoc:
    """A new game."""
    if request.scenario is None:
        raise Unreadable(f"new needs a scenario; there are: {', '.join(scenario_ids())}")
    if request.profile is not None and request.profile not in PROFILES:
        raise Unreadable(f"unknown profile {request.profile!r}; there are: {', '.join(PROFILES)}")
    if request.dice not in ("stream", "external"):
        raise Unreadable(f"dice are stream or external, not {request.dice!r}")
    seed = None if request.seed is None else str(request.seed)
    external = request.dice == "external"
    options = Options(practice=request.practice, rules=chosen_options(request.options))
    players = dict(request.players)
    if request.opponent is not None:
        sides = [one.id for one in given(request.scenario).scenario.sides]
        number = side_number(sides, request.side)
        if number is None:
            raise Unreadable(f"an opponent is the other side's: give side, one of {', '.join(sides)}")
        players[sides[1 - number]] = request.opponent
    game = EngineGame.new(request.scenario, request.side, seed, options, external=external, players=players)
    if request.profile not in (None, game.header.profile):
        raise Unreadable(f"{request.scenario} is played by the profile {game.header.profile}, not {request.profile}")
    return games.add(game)


def load(games: EngineGames, request: Request) -> GameDoc:
    """A game from a record: in a file, or in the request."""
    if (request.file is None) == (request.record is None):
        raise Unreadable("load needs either file or record")
    if request.file is not None:
        return games.add(EngineGame.load(read_file(request.file), Path(request.file).name, request.side))
    return games.add(EngineGame.load((request.record or "").encode(), "record", request.side))


def save(games: EngineGames, request: Request) -> SavedDoc:
    """The record of a game, into a file or into the reply."""
    data = games.game(request).record()
    if request.file is None:
        return SavedDoc(record=data.decode())
    try:
        regular(request.file)
        Path(request.file).write_bytes(data)
    except Unfit as error:
        raise Unreadable(f"{request.file}: {error}") from None
    except FileNotFoundError:
        raise Unreadable(f"{request.file}: no such folder") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{request.file}: {getattr(error, 'strerror', None) or 'no name of a file'}") from error
    return SavedDoc(file=request.file)


def players(games: EngineGames, request: Request) -> PlayersDoc:
    """Who answers for each side."""
    return PlayersDoc(games.game(request).header.players, COMPUTERS)


def _seen_by(game: EngineGame, request: Request) -> int | None:
    """The side whose knowledge a reply is limited to; a side's session never sees more than its own."""
    asked = side_number(game.header.sides, request.side)
    if game.side is None:
        return asked
    if request.side is not None and asked != game.side:
        raise Unreadable("this session belongs to one side")
    return game.side


def pending(games: EngineGames, request: Request) -> PendingReply:
    """What the game waits for."""
    game = games.game(request)
    side = _seen_by(game, request)
    asked = game.pending()
    trail, sides = tuple(breadcrumb(game.seen(side))), game.header.sides
    if isinstance(asked, Over):
        result = game.state.result
        assert result is not None, "over without a result"
        winner = sides[result.winner] if result.winner >= 0 else None
        return OverDoc(game.seq, trail, winner, result.text, result.rule, game.state.turn.number)
    if isinstance(asked, Roll):
        if side is not None and is_out_of_sight(game.state, asked, side):
            return WaitingDoc(game.seq, ())
        asked = asked if side is None else roll_asked(game.state, asked, side)
        return RollDoc(game.seq, trail, sides[asked.side], tuple(asked.dice), asked.rule, asked.purpose, asked.need)
    if side is not None and asked.side != side:
        return WaitingDoc(game.seq, ())
    if side is not None:
        asked = asked_of(game.state, asked)[1]
    return ChoiceDoc(game.seq, trail, sides[asked.side], asked.prompt, asked.rule)


def menu(games: EngineGames, request: Request) -> MenuPage:
    """A page of the menu below a path."""
    game = games.game(request)
    choice = game.choice()
    path = () if request.path is UNSET else request.path
    entries = choice.menu.entries(path)
    page = entries[request.offset : request.offset + request.limit]
    shown = MenuPage(path, request.offset, len(entries), tuple(entry_doc(game.seen(game.side), one) for one in page))
    if request.count:
        return replace(shown, leaves=Menu(lambda: entries).count(COUNTED), counted_to=COUNTED)
    return shown


def _action(game: EngineGame, request: Request) -> Action:
    given = [request.path is not UNSET, request.action is not None, request.text is not None]
    if sum(given) > 1:
        raise Ambiguous("give one of path, action and text")
    if request.action is not None:
        return decode(request.action)
    if request.text is not None:
        return parse(request.text, Names.of(game.seen(game.side)))
    if request.path is UNSET:
        raise Unreadable("give a path of the menu, an action, or its text")
    return game.choice().menu.action(request.path)


def places_of(board: Map, data: Any) -> dict[str, str]:
    """The words of the Locations that actions or events name by number."""
    found = sorted(number for number in numbers_of_places(data) if 0 <= number < len(board.locations))
    return {str(number): board.word(number) for number in found}


def _told(game: EngineGame, since: int, side: int | None) -> EventsDoc:
    told = tuple(game.events_since(since, side))
    return EventsDoc(game.seq, told, places_of(game.state.world.map, told))


def answer(games: EngineGames, request: Request) -> EventsDoc:
    """Answer the open choice."""
    game = games.game(request)
    return _told(game, game.answer(_action(game, request)), game.side)


def roll(games: EngineGames, request: Request) -> EventsDoc:
    """Faces for the pending roll."""
    game = games.game(request)
    return _told(game, game.roll(request.faces), game.side)


def view(games: EngineGames, request: Request) -> ViewDoc:
    """The position as a side sees it."""
    game = games.game(request)
    side = _seen_by(game, request)
    you = game.header.sides[side] if side is not None else "referee"
    controls = frozenset((side,)) if side is not None else frozenset((0, 1))
    st, asked = game.seen(side), game.pending()
    if isinstance(asked, Choice) and asked.side == side:
        st, asked = asked_of(game.state, asked)
    elif st is not game.state:
        asked = pending_in(st)
    doc = state_doc(st, None if isinstance(asked, Roll) else asked, you, controls=controls)
    shown = {key: value for key, value in asdict(doc).items() if key not in ("menu", "last")}
    return ViewDoc(seq=game.seq, **shown)


def _allowed(game: EngineGame, request: Request) -> Action:
    choice = game.choice()
    action = _action(game, request)
    refusal = choice.check(action)
    if refusal is not None:
        raise_refusal(refusal)
    return action


def preview(games: EngineGames, request: Request) -> ActionDoc:
    """What an answer would come to, before it is given."""
    game = games.game(request)
    action = _allowed(game, request)
    st = game.seen(game.side)
    text, data = write(action, Names.of(st)), encode(action)
    return ActionDoc(text, data, preview_action(st, action), places_of(st.world.map, data))


def ledger(games: EngineGames, request: Request) -> LedgerDoc:
    """Firepower, column and DRM of an attack, line by line."""
    game = games.game(request)
    action = _allowed(game, request)
    if not isinstance(action, Fire):
        raise Unreadable("a ledger is of a fire attack")
    st = game.seen(game.side)
    found = fire_ledger(st, action)
    doc = arithmetic(st, found, "")
    units = tuple(str(unit.id) for unit in found.attack.targets)
    sums = doc.sums or (SumsDoc(column=doc.column, drm=doc.drm or 0, units=units),)
    return LedgerDoc(doc.fp or "0", doc.column, sums, doc.lines)


def los(games: EngineGames, request: Request) -> LosDoc:
    """A line of sight between two hexes, or levels of them: 1, 2 .. above the ground, B on and U under a bridge."""
    if request.frm is None or request.to is None:
        raise Unreadable("los needs from and to")
    game = games.game(request)
    doc = queries.los(game.seen(game.side), request.frm, request.to, request.from_level, request.to_level)
    return msgspec.convert(doc, LosDoc, from_attributes=True)


def hint(games: EngineGames, request: Request) -> HintDoc:
    """What the computer player ``standard`` would answer; of the referee's session for whose turn it is."""
    game = games.game(request)
    choice = game.choice()
    st = game.seen(choice.side)
    found = queries.hint(st, asked_of(game.state, choice)[1] if game.side is None else choice)
    action = choice.menu.action(found.path)
    data = encode(action)
    told = (write(action, Names.of(st)), data, places_of(st.world.map, data))
    return HintDoc(found.path, found.label, found.reasons, *told)


def map_(games: EngineGames, request: Request) -> MapDoc:
    """The map: hexes, what lies in them, their neighbours and Locations."""
    world = games.game(request).state.world
    board = world.map
    held: dict[int, list[LocationDoc]] = {}
    for number in range(len(board.locations)):
        here = LocationDoc(number, board.word(number), board.level_word(number), board.level(number))
        held.setdefault(board.hex_at(number), []).append(here)
    hexes = tuple(
        HexDoc(
            here.name,
            here.terrain.name,
            here.level,
            here.x,
            here.y,
            tuple(board.hexes[n].name if n >= 0 else None for n in board.neighbours[here.index]),
            tuple(held[here.index]),
            here.building if here.building >= 0 else None,
        )
        for here in board.hexes
    )
    return MapDoc(board.name, board.width, board.height, hexes)


def events(games: EngineGames, request: Request) -> EventsDoc:
    """Events after a step."""
    game = games.game(request)
    return _told(game, request.since, _seen_by(game, request))


def undo(games: EngineGames, request: Request) -> SeqDoc:
    """Practice: take the last decision back."""
    game = games.game(request)
    game.undo()
    return SeqDoc(game.seq)


def fork(games: EngineGames, request: Request) -> GameDoc:
    """A copy of a game under a new name."""
    return games.add(games.game(request).fork())


def drop(games: EngineGames, request: Request) -> DroppedDoc:
    """Forget a game."""
    games.game(request)
    name = request.game or games.current
    del games.by_name[name]
    if name == games.current:
        games.current = next(reversed(games.by_name), "")
    return DroppedDoc(games.current or None)


def leave(games: EngineGames, request: Request) -> LeftDoc:
    """End the session."""
    games.done = True
    return LeftDoc()


HANDLERS: dict[str, Callable[[EngineGames, Request], Doc]] = {
    "hello": hello,
    "new": new,
    "load": load,
    "save": save,
    "players": players,
    "map": map_,
    "pending": pending,
    "menu": menu,
    "hint": hint,
    "answer": answer,
    "roll": roll,
    "view": view,
    "preview": preview,
    "ledger": ledger,
    "los": los,
    "events": events,
    "undo": undo,
    "fork": fork,
    "drop": drop,
    "quit": leave,
}
