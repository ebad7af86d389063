"""What a trail keeps of attempts and of direction: small typed notes, made and asked beside the rule that owns each.

Their text form, for cases and for positions saved in the past, is :mod:`goodorder.core.notation.notes`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

NoteKind = Literal[
    "advance",
    "broke_off",
    "captured",
    "charge",
    "check",
    "claim",
    "clear",
    "deploy",
    "detonate",
    "directed",
    "displaced",
    "duel",
    "entered",
    "forfeit",
    "free_deploy",
    "give",
    "lane",
    "led_deploy",
    "led_rally",
    "hatch",
    "led_recombine",
    "molotov",
    "mop_up",
    "motion",
    "limber",
    "overrun",
    "paatc",
    "push",
    "rally",
    "reaction",
    "recombine",
    "recover",
    "repair",
    "repulsed",
    "residual",
    "ring",
    "rout",
    "scrounge",
    "search",
    "shut",
    "smoke",
    "sniper",
    "stranded",
    "street",
    "strike",
    "turned",
    "wave",
]
"""What a note is of.

These stand alone: ``advance`` (A4.7), ``broke_off``, it no longer moves in a stack with its AFV (D9.31), ``captured``,
a vehicle taken by a CC attack (A21.2), ``check``
(help with a check, or one for the loss of a leader, A12.141),
``deploy``, ``recombine``, ``free_deploy`` (A1.31, A1.32, A2.9), the leader's ``led_deploy``, ``led_rally`` and
``led_recombine`` (A10.7), ``rally`` (A10.6), ``rout``, ``repulsed`` (A10.5, A10.533), ``scrounge`` (D10.5),
``search`` (A12.152),
``shut``, a crew that a Pin keeps Buttoned Up (A7.82), ``smoke``,
``sniper``, a Sniper Check (A14.4), ``stranded`` by a 6 for that (A24.1), ``wave``, it is or was in a Human Wave
(A25.23).

The others say more:

* ``repair`` (A9.72): ``weapon``; ``recover`` and ``give`` (A4.43, A4.44): ``weapon`` and ``when``, the phase;
* ``claim`` and ``forfeit`` of Wall Advantage (B9.322): ``when``, the phase;
* ``entered``, an advance into a Depression hex (B20.94): the ``hexside`` of that hex;
* ``detonate``, it has tried to set off a Set DC (A23.7): ``when``, the phase;
* ``clear``, bound to remove a Set DC (B24.7): ``weapon``;
* ``molotov``, a MOL Check (A22.611): ``when``, the phase;
* ``mop_up`` (A12.153): ``hex``, the first of the building;
* ``charge``, where an enemy was whom it charges, berserk (A15.43): ``loc``, and ``count``, its steps then;
* ``overrun``, its NTC was passed (A4.15): ``loc``, and ``count``, how often it had entered that before;
* ``reaction``, CC Reaction Fire at a vehicle (D7.2): ``unit``, that one, and ``count``, its steps then;
* ``paatc``, one was passed (D7.21): ``unit``, the vehicle, and ``when``, the phase;
* ``duel``, a Gun Duel (C2.2401): ``unit``, with whom;
* ``displaced``, it left its Location instead of firing (A4.151): ``unit``, the mover, and ``count``, its steps then;
* ``residual``, an attack undergone (A8.22): ``loc``, ``strength``, ``drm``; ``lane`` (A9.222): ``weapon`` as well;
* ``ring``, a hit by its ordnance on units that may be Encircled by it (A7.7): ``loc``;
* ``street``, it advanced out of a house at a vehicle on the road (A11.8): ``loc``, that house;
* ``strike``, it has come into a Location by Street Fighting in Reaction Fire (D7.211): ``loc``, that one;
* ``limber`` and ``push``, it has limbered, unlimbered or pushed its Gun (C10.2, C10.3): ``weapon``;
* ``turned``, it has turned its Gun as a phase ended (C3.22): ``weapon`` and ``when``, the phase;
* ``directed``, a leader's first direction on an occasion (A7.53): ``when``, the occasion, and ``firers``.
"""


class Note(Struct, frozen=True, omit_defaults=True):
    """One note of a trail: :data:`NoteKind` says which fields go with which kind.

    ``when`` is a phase, of ``directed`` the occasion of the attack; ``drm`` the total DRM of an attack; ``firers`` are
    units, and weapons as negative ids.
    """

    kind: NoteKind
    unit: int = 0
    weapon: int = 0
    loc: int = -1
    hex: int = -1
    hexside: int = -1
    when: str = ""
    strength: int = 0
    drm: int = 0
    count: int = 0
    firers: tuple[int, ...] = ()
