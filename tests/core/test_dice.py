"""Dice streams: uniform, the same again for the same seed, another for another key, and independent of order."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from goodorder.core.dice import TWO_DICE, DiceStream, Roll, selection_dice


def test_a_roll_shows_the_same_faces_whenever_it_is_asked() -> None:
    stream = DiceStream("seed")
    forward = [stream.faces(n, 2) for n in range(200)]
    backward = [stream.faces(n, 2) for n in reversed(range(200))]
    assert forward == backward[::-1] == [DiceStream("seed").faces(n, 2) for n in range(200)]


def test_every_face_comes_up_equally_often() -> None:
    stream = DiceStream("uniform")
    rolls = 36_000
    sums = Counter(sum(stream.faces(n, 2)) for n in range(rolls))
    chi = sum((sums[s] - e) ** 2 / e for s in range(2, 13) if (e := rolls * (6 - abs(s - 7)) / 36))
    assert chi < 29.6  # 10 degrees of freedom, one in a thousand
    pairs = Counter(stream.faces(n, 2) for n in range(rolls))
    assert len(pairs) == 36 and max(pairs.values()) / min(pairs.values()) < 1.4


def test_seed_key_and_number_all_count() -> None:
    streams = [DiceStream("a"), DiceStream("b"), DiceStream("a", "fork"), DiceStream("a", "fork2")]
    lines = [tuple(stream.faces(n, 2) for n in range(20)) for stream in streams]
    for one, two in itertools.combinations(lines, 2):
        assert one != two
    assert len(set(lines[0])) > 5


@pytest.mark.parametrize("count", [1, 2, 7, 31, 100])
def test_as_many_dice_as_are_asked_for(count: int) -> None:
    faces = DiceStream("many").faces(3, count)
    assert len(faces) == count and set(faces) <= {1, 2, 3, 4, 5, 6}


def test_a_commitment_tells_nothing_and_fits_one_seed_only() -> None:
    one = DiceStream.fresh()
    assert one.seed not in one.commitment()
    assert one.commitment() == DiceStream(one.seed).commitment()
    assert one.commitment() != DiceStream.fresh().commitment()


def test_faces_are_checked_die_by_die() -> None:
    roll = Roll(TWO_DICE, "morale check", "A10.1", 0)
    assert roll.check((1, 6)) is None
    assert "needs 2 dice (white, colored)" in str(roll.check((1,)))
    assert roll.check((0, 6)) and roll.check((1, 7)) and roll.check((True, 2))


def test_a_selection_has_one_die_for_each_counter() -> None:
    assert selection_dice(3) == ("slot 1", "slot 2", "slot 3")
