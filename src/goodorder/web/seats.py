"""The secrets of the seats: who sits where proves it with a token, and the store knows only the tokens' digests.

A token is 128 bits at random, as 32 hexadecimal digits.  A seat that nobody has taken belongs to the first who comes;
from then on every message and every document of it needs its token.  The *host* has a token of his own: he invites to
seats, and sees the referee's view.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence

from goodorder.core.errors import GoodOrderError
from goodorder.play.record import HUMAN
from goodorder.play.session import Session
from goodorder.play.store import Store

from .documents import BOTH, REFEREE, WATCH
from .feed import Client
from .secrecy import keeps_secrets

HOST = "host"
"""Whose token manages the seats of a game."""

VOIDED = "~"
"""Before a seat's name: a mark in the store that its tokens were voided; no name of a seat begins so."""

MOST_OFFERED = 8
"""Tokens of one request that are looked at."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


class SeatRefused(GoodOrderError):
    """A seat is somebody else's: the token that was sent, if any, is not the seat's."""

    kind = "seat"


def fresh() -> str:
    """A new token."""
    return secrets.token_hex(16)


def linked(key: bytes, game: str, seat: str, voided: str = "") -> str:
    """The token of the link to a seat that the program tells whenever it starts, made from the folder's secret.

    Another one once the seat's tokens were ``voided`` (:meth:`Seats.voided`): starting does not bring them back.
    """
    return hmac.new(key, f"{game}/{seat}{voided}".encode(), hashlib.sha256).hexdigest()[:32]


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def offered(words: Iterable[str]) -> tuple[str, ...]:
    """The words that have the form of tokens, each once."""
    return tuple(dict.fromkeys(word for word in words if _TOKEN.fullmatch(word)))[:MOST_OFFERED]


def bearer(header: str | None) -> tuple[str, ...]:
    """The tokens of an Authorization header: ``Bearer TOKEN``, several with spaces between."""
    scheme, _, rest = (header or "").partition(" ")
    return offered(rest.split()) if scheme.lower() == "bearer" else ()


class Seats:
    """The seats of one game, as the store keeps them."""

    def __init__(self, store: Store, game: str) -> None:
        self.store = store
        self.game = game
        self._digests: dict[str, tuple[str, ...]] = {}
        self.read()

    def read(self) -> None:
        """Look into the store again."""
        self._digests = self.store.seat_digests(self.game)

    def opens(self, seat: str, tokens: Sequence[str]) -> bool:
        """Whether one of the tokens is the seat's; all are compared, so that the time tells nothing."""
        known = self._digests.get(seat, ())
        found = False
        for token in tokens:
            mine = digest(token)
            for one in known:
                found |= hmac.compare_digest(mine, one)
        return found

    def taken(self, seat: str) -> bool:
        """Whether somebody has the seat."""
        return seat in self._digests

    def voided(self, seats: Iterable[str]) -> str:
        """A word that is another one whenever the tokens of one of these seats are voided; empty before that."""
        return "".join(f"/{mark}" for seat in seats for mark in self._digests.get(VOIDED + seat, ()))

    def give(self, seat: str, *, alone: bool = False, token: str = "") -> str:
        """A token for a seat; ``alone``: every earlier one is void."""
        token = token or fresh()
        if alone:
            self.store.add_seat(self.game, VOIDED + seat, digest(fresh()), alone=True)
        self.store.add_seat(self.game, seat, digest(token), alone=alone)
        self.read()
        return token

    def claim(self, seats: Sequence[str], tokens: Sequence[str]) -> str | None:
        """Take free seats: their token, or None where somebody was faster.

        It is the last of the ``tokens`` that are not the host's, or a new one.
        """
        mine = [token for token in tokens if not self.opens(HOST, (token,))]
        token = mine[-1] if mine else fresh()
        done = self.store.claim_seats(self.game, seats, digest(token))
        self.read()
        return token if done else None


def people_of(session: Session, you: str) -> tuple[str, ...]:
    """The sides whose secrets a seat shows: those of ``you`` that people play."""
    sides = session.header.sides
    wanted = sides if you == BOTH else (you,)
    return tuple(side for n, side in enumerate(sides) if side in wanted and session.controller(n) == HUMAN)


def check(session: Session, seats: Seats, you: str, tokens: Sequence[str]) -> tuple[str, ...]:
    """The seats that ``you`` may still take because nobody has them; :class:`SeatRefused` where one is another's.

    Who looks on needs no token, and neither does anybody once the game is over.
    """
    if you == WATCH or session.over:
        return ()
    if you == REFEREE:
        if not seats.opens(HOST, tokens):
            raise SeatRefused("the referee's view needs the token of who made the game")
        return ()
    wanted = people_of(session, you)
    other = next((side for side in wanted if seats.taken(side) and not seats.opens(side, tokens)), None)
    if other is not None:
        raise SeatRefused(
            f"the seat {other} is taken; open the link that you were invited with, "
            f"or on the server's own machine: goodorder play --game {seats.game} --side {other}"
        )
    return tuple(side for side in wanted if not seats.taken(side))


def owns(session: Session, seats: Seats, client: Client) -> bool:
    """Whether a client has the token of every person's seat that it is for; who looks on, the host's."""
    people = people_of(session, client.you) or (HOST,)
    return all(seats.opens(side, client.tokens) for side in people)


def may_save(session: Session, seats: Seats, tokens: Sequence[str]) -> bool:
    """Whether a client has every secret that a saved record shows: those of all sides, the host's for a computer's."""
    if not keeps_secrets(session):
        return True
    people = people_of(session, BOTH)
    wanted = people if len(people) == len(session.header.sides) else (*people, HOST)
    return all(seats.opens(seat, tokens) for seat in wanted)
