"""What each ``do`` of the engine protocol answers (docs/engine-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from goodorder import __version__
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
from goodorder.play.record import Options
from goodorder.rules.a07_fire.attack import attack_ledger
from goodorder.rules.a07_fire.facts import attack_facts
from goodorder.rules.optional import OPTIONAL, chosen_options
from goodorder.web import desk
from goodorder.web.documents import entry_doc, state_doc
from goodorder.web.preview import preview_action

from .engine_game import Game, read_file, side_number

PROTOCOL = 1
COUNTED = 10_000
"""Leaves of a menu are counted no further than this."""

Result = Any
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


class Desk:
    """The games of one protocol session."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.current = ""
        self.made = 0
        self.done = False

    def do(self, request: Request) -> Result:
        """Answer one request; raises what the protocol turns into an error reply."""
        handler = HANDLERS.get(request.do)
        if handler is None:
            raise Unreadable(f"unknown do {request.do!r}; known: {', '.join(HANDLERS)}")
        return handler(self, request)

    def keep(self, game: Game) -> Result:
        """Take a game in under a new name."""
        self.made += 1
        self.current = f"g{self.made}"
        self.games[self.current] = game
        return {"game": self.current, "seq": game.seq}

    def game(self, request: Request) -> Game:
        """The game a request is about: the one it names, or the last one opened."""
        name = request.game or self.current
        game = self.games.get(name)
        if game is None:
            raise Unreadable(f"unknown game {name!r}" if name else "no game is open: send new or load")
        if request.seq is not None and request.seq != game.seq:
            raise Stale(f"the game is at step {game.seq}, not {request.seq}")
        return game


def hello(desk_: Desk, request: Request) -> Result:
    """Who answers, and what is known."""
    return {
        "program": "goodorder",
        "version": __version__,
        "protocol": PROTOCOL,
        "profiles": list(PROFILES),
        "scenarios": list(scenario_ids()),
        "options": list(OPTIONAL),
        "do": list(HANDLERS),
    }


def new(desk_: Desk, request: Request) -> Result:
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
    game = Game.new(request.scenario, request.side, seed, options, external=external)
    if request.profile not in (None, game.header.profile):
        raise Unreadable(f"{request.scenario} is played by the profile {game.header.profile}, not {request.profile}")
    return desk_.keep(game)


def load(desk_: Desk, request: Request) -> Result:
    """A game from a record: in a file, or in the request."""
    if (request.file is None) == (request.record is None):
        raise Unreadable("load needs either file or record")
    if request.file is not None:
        return desk_.keep(Game.load(read_file(request.file), Path(request.file).name, request.side))
    return desk_.keep(Game.load((request.record or "").encode(), "record", request.side))


def save(desk_: Desk, request: Request) -> Result:
    """The record of a game, into a file or into the reply."""
    data = desk_.game(request).record()
    if request.file is None:
        return {"record": data.decode()}
    try:
        Path(request.file).write_bytes(data)
    except OSError as error:
        raise Unreadable(f"{request.file}: {error.strerror or error}") from error
    return {"file": request.file}


def _seen_by(game: Game, request: Request) -> int | None:
    """The side whose knowledge a reply is limited to; a side's session never sees more than its own."""
    asked = side_number(game.header.sides, request.side)
    if game.side is None:
        return asked
    if request.side is not None and asked != game.side:
        raise Unreadable("this session belongs to one side")
    return game.side


def pending(desk_: Desk, request: Request) -> Result:
    """What the game waits for."""
    game = desk_.game(request)
    side = _seen_by(game, request)
    asked = game.pending()
    reply: dict[str, Any] = {"seq": game.seq, "breadcrumb": list(breadcrumb(game.seen(side)))}
    sides = game.header.sides
    if isinstance(asked, Over):
        result = game.state.result
        winner = sides[result.winner] if result is not None and result.winner >= 0 else None
        return {**reply, "kind": "over", "winner": winner, "text": result.text if result else ""}
    if isinstance(asked, Roll):
        secret = side is not None and any(unit not in game.seen(side).units for unit in asked.subjects)
        words = {"purpose": "a roll" if secret else asked.purpose, "need": "" if secret else asked.need}
        roll = {"dice": list(asked.dice), "rule": asked.rule, **words}
        return {**reply, "kind": "roll", "side": sides[asked.side], **roll}
    if side is not None and asked.side != side:
        return {**reply, "kind": "waiting", "breadcrumb": []}
    if side is not None:
        asked = asked_of(game.state, asked)[1]
    return {**reply, "kind": "choice", "side": sides[asked.side], "prompt": asked.prompt, "rule": asked.rule}


def menu(desk_: Desk, request: Request) -> Result:
    """A page of the menu below a path."""
    game = desk_.game(request)
    choice = game.choice()
    path = () if request.path is UNSET else request.path
    entries = choice.menu.entries(path)
    page = entries[request.offset : request.offset + request.limit]
    reply: dict[str, Any] = {
        "path": list(path),
        "offset": request.offset,
        "total": len(entries),
        "entries": [entry_doc(game.seen(game.side), entry) for entry in page],
    }
    if request.count:
        reply["leaves"] = Menu(lambda: entries).count(COUNTED)
        reply["counted_to"] = COUNTED
    return reply


def _action(game: Game, request: Request) -> Action:
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


def answer(desk_: Desk, request: Request) -> Result:
    """Answer the open choice."""
    game = desk_.game(request)
    first = game.answer(_action(game, request))
    return {"seq": game.seq, "events": game.events_since(first, game.side)}


def roll(desk_: Desk, request: Request) -> Result:
    """Faces for the pending roll."""
    game = desk_.game(request)
    first = game.roll(request.faces)
    return {"seq": game.seq, "events": game.events_since(first, game.side)}


def view(desk_: Desk, request: Request) -> Result:
    """The position as a side sees it."""
    game = desk_.game(request)
    side = _seen_by(game, request)
    you = game.header.sides[side] if side is not None else "referee"
    controls = frozenset((side,)) if side is not None else frozenset((0, 1))
    st, asked = game.seen(side), game.pending()
    if isinstance(asked, Choice) and asked.side == side:
        st, asked = asked_of(game.state, asked)
    elif st is not game.state:
        asked = pending_in(st)
    doc = state_doc(st, None if isinstance(asked, Roll) else asked, you, controls=controls)
    doc["menu"] = None
    return {"seq": game.seq, **doc}


def _allowed(game: Game, request: Request) -> Action:
    choice = game.choice()
    action = _action(game, request)
    refusal = choice.check(action)
    if refusal is not None:
        raise_refusal(refusal)
    return action


def preview(desk_: Desk, request: Request) -> Result:
    """What an answer would come to, before it is given."""
    game = desk_.game(request)
    action = _allowed(game, request)
    st = game.seen(game.side)
    text = write(action, Names.of(st))
    return {"text": text, "action": encode(action), "preview": preview_action(st, action)}


def ledger(desk_: Desk, request: Request) -> Result:
    """Firepower, column and DRM of an attack, line by line."""
    game = desk_.game(request)
    action = _allowed(game, request)
    if not isinstance(action, Fire):
        raise Unreadable("a ledger is of a fire attack")
    st = game.seen(game.side)
    side = st.units[action.firers[0].unit].side
    targets = tuple(unit for unit in st.side_at(action.target, 1 - side))
    if st.turn.phase == "MPh":
        movers = tuple(unit for unit in targets if st.trail(unit.id).started and not st.trail(unit.id).ended)
        targets = movers or targets
    found = attack_ledger(attack_facts(st, action, targets, st.turn.phase))
    return {
        "fp": found.fp_text(),
        "column": found.column,
        "drm": {str(unit.id): found.drm.total(unit.id) for unit in targets},
        "lines": [
            {"id": line.id, "value": line.value, "reason": line.reason, "rule": line.rule}
            for line in (*found.fp_lines(), *found.drm.lines())
        ],
    }


def los(desk_: Desk, request: Request) -> Result:
    """A line of sight between two hexes, or levels of them: 1, 2 .. above the ground, B on and U under a bridge."""
    if request.frm is None or request.to is None:
        raise Unreadable("los needs from and to")
    game = desk_.game(request)
    return desk.los(game.seen(game.side), request.frm, request.to, request.from_level, request.to_level)


def events(desk_: Desk, request: Request) -> Result:
    """Events after a step."""
    game = desk_.game(request)
    return {"seq": game.seq, "events": game.events_since(request.since, _seen_by(game, request))}


def undo(desk_: Desk, request: Request) -> Result:
    """Practice: take the last decision back."""
    game = desk_.game(request)
    game.undo()
    return {"seq": game.seq}


def fork(desk_: Desk, request: Request) -> Result:
    """A copy of a game under a new name."""
    return desk_.keep(desk_.game(request).fork())


def drop(desk_: Desk, request: Request) -> Result:
    """Forget a game."""
    desk_.game(request)
    name = request.game or desk_.current
    del desk_.games[name]
    if name == desk_.current:
        desk_.current = next(reversed(desk_.games), "")
    return {"game": desk_.current or None}


def leave(desk_: Desk, request: Request) -> Result:
    """End the session."""
    desk_.done = True
    return {}


HANDLERS: dict[str, Callable[[Desk, Request], Result]] = {
    "hello": hello,
    "new": new,
    "load": load,
    "save": save,
    "pending": pending,
    "menu": menu,
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
