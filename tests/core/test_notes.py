"""Notes of a trail as text: what cases write is read, and comes back as it was."""

from __future__ import annotations

from typing import get_args

import pytest

from goodorder.core.errors import Unreadable
from goodorder.core.notation.notes import read_direction, read_note, write_direction, write_note
from goodorder.core.notes import Note, NoteKind

WRITTEN = {
    "advance": Note("advance"),
    "broke off": Note("broke_off"),
    "captured": Note("captured"),
    "check": Note("check"),
    "charge 80 2": Note("charge", loc=80, count=2),
    "claim RPh": Note("claim", when="RPh"),
    "clear:7": Note("clear", weapon=7),
    "deploy": Note("deploy"),
    "detonate:PFPh": Note("detonate", when="PFPh"),
    "displaced 4 2": Note("displaced", unit=4, count=2),
    "duel:4": Note("duel", unit=4),
    "entered 3": Note("entered", hexside=3),
    "forfeit MPh": Note("forfeit", when="MPh"),
    "free deploy": Note("free_deploy"),
    "give:22:RPh": Note("give", weapon=22, when="RPh"),
    "hatch MPh": Note("hatch", when="MPh"),
    "lane 7 80 2 -1": Note("lane", weapon=7, loc=80, strength=2, drm=-1),
    "led deploy": Note("led_deploy"),
    "led rally": Note("led_rally"),
    "led recombine": Note("led_recombine"),
    "limber:7": Note("limber", weapon=7),
    "molotov:MPh": Note("molotov", when="MPh"),
    "mop up:12": Note("mop_up", hex=12),
    "motion": Note("motion"),
    "overrun 80 1": Note("overrun", loc=80, count=1),
    "paatc:4:MPh": Note("paatc", unit=4, when="MPh"),
    "push:7": Note("push", weapon=7),
    "reaction:4:2": Note("reaction", unit=4, count=2),
    "rally": Note("rally"),
    "recombine": Note("recombine"),
    "recover:7:MPh": Note("recover", weapon=7, when="MPh"),
    "repair:7": Note("repair", weapon=7),
    "repulsed": Note("repulsed"),
    "ring 80": Note("ring", loc=80),
    "residual 80 0 99": Note("residual", loc=80, drm=99),
    "rout": Note("rout"),
    "scrounge": Note("scrounge"),
    "search": Note("search"),
    "shut": Note("shut"),
    "sniper": Note("sniper"),
    "smoke": Note("smoke"),
    "stranded": Note("stranded"),
    "street 80": Note("street", loc=80),
    "strike 80": Note("strike", loc=80),
    "turned:7:DFPh": Note("turned", weapon=7, when="DFPh"),
    "wave": Note("wave"),
}


@pytest.mark.parametrize(("text", "note"), WRITTEN.items())
def test_a_note_is_read_and_written(text: str, note: Note) -> None:
    assert read_note(text) == note
    assert write_note(note) == text


def test_every_kind_has_a_text() -> None:
    assert {note.kind for note in WRITTEN.values()} | {"directed"} == set(get_args(NoteKind))


def test_a_direction_is_read_and_written() -> None:
    assert read_direction("first 1,-4") == Note("directed", when="first", firers=(1, -4))
    assert write_direction(read_direction("final 1,-4")) == "final 1,-4"


@pytest.mark.parametrize("text", ["", "recover", "recover:x:RPh", "residual 80", "rally 1", "directed", "advance:2"])
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_note(text)


def test_firers_are_numbers() -> None:
    with pytest.raises(Unreadable):
        read_direction("first A")
