"""The numbers by which the standard opponent weighs things, in one place; found by playing matches against itself."""

from __future__ import annotations

from msgspec import Struct


class Style(Struct, frozen=True):
    """Weights in units of worth (a first line squad is about 7.5).

    ``drive`` is what one MF towards a goal is worth to a side that must take it, ``hold`` to one that keeps it,
    ``block`` to one that bars the way off the map, ``arrive`` being there. ``urgency`` and ``hurry`` make ``drive``
    grow, and stop growing, as time runs out; ``haste`` is the least of it, ``bold`` where enemies hide under "?", who
    are fewer than they seem. ``seize`` is what standing on a goal is worth in the last turns.
    ``path_risk`` and ``stand_risk`` are the shares of the danger on the way and at its end that count, ``next_fire``
    that of the latter in the APh, ``shot`` the chance that a position fires at a way where it hurts most while there is
    one squad for each position, ``again_shot`` the share of its second best shot there, ``repeat`` that of later
    exposed hexes in the search for ways, ``spread`` how far danger is shared out among those who run into it,
    ``alone`` the share of the next fire in which every position fires at the units that are judged and not at the best
    of all targets; ``waning`` and ``last`` are the shares of all danger that
    count in the last turns.  ``chance`` is the share of the harm to be done from a place.
    ``late_price`` is what First Fire by one unit must bring when nobody is left to move, ``wait`` the share of the harm
    expected of the same shot at those who still come that it must bring too, ``again`` the share of both for units that
    have fired; ``first_price`` is the worth of a shot while everybody is left to move. ``prep`` is the weight of a move
    given up for Prep Fire, ``after`` the share of its harm that Advancing Fire would still do, ``least_gain`` what a
    move must gain, ``fight`` the weight of Close Combat. ``rescue`` is what a leader beside a broken unit is worth,
    ``follow`` how much of the pull of the goals he feels.

    ``residue`` is the share of the harm of Residual FP on the way that counts, ``leave`` the share of the enemies
    near by that are expected to run into Residual FP.  ``smoke`` is the share of the risk that SMOKE spares others
    which counts for its thrower.  ``salvage`` is what being beside a weapon that nobody holds is worth, as a share of
    the weapon, ``burden`` the share of a weapon's worth that dropping it costs.  ``stand`` is the weight of what the
    enemy may do to leaders who take their places for Close Combat.  ``ahead`` is how much of the pull of a hex is felt
    when it is entered with an enemy in it that stays there, ``joined`` the share of a fight that counts when others
    would have to come along.  ``mask`` is what a "?" is worth to a unit, ``shade`` the share of the danger that it
    leaves under one.  ``lane`` is the share of the enemies beside a Fire Lane that are expected to cross it.
    ``breath`` is what Double Time costs early in the game beside the CX counter, ``lone`` what each exposed hex costs
    leaders without squads, ``anchor`` what leaving its place costs a heavy machine gun, ``together`` the share of the
    best gain per unit for which a whole stack moves as one, ``beside`` the share of the harm of enemies beside an
    advance into the open that counts once more.  ``silent`` is the share of what a Gun or LATW could do to a vehicle
    that no longer moves which a shot in the MPh must bring, ``clouds`` the share of the risk that SMOKE of ordnance
    spares which counts. ``flames`` is the share of the harm that a flamethrower could do from a place, ``charges`` that
    of a charge which could be placed from there: fire on the way may break or pin who has it. ``rush`` is the share of
    what Assault Fire does beyond plain Advancing Fire. ``stealth`` is how much more than others Stealthy squads and
    half-squads make of a "?", and of being hidden; ``deploy`` is what Deploying or Recombining must gain.
    ``calm`` is the share of all danger that an attacker who has suffered nothing no longer fears, ``press`` how much
    more the goals draw him then.
    """

    drive: float = 1.0
    hold: float = 0.2
    block: float = 0.35
    arrive: float = 2.5
    path_risk: float = 0.55
    stand_risk: float = 0.75
    next_fire: float = 0.85
    alone: float = 0.6
    chance: float = 0.5
    first_price: float = 0.5
    late_price: float = 0.12
    wait: float = 0.25
    breath: float = 1.2
    lone: float = 2.5
    together: float = 0.85
    beside: float = 0.6
    repeat: float = 0.75
    shot: float = 0.8
    again_shot: float = 0.4
    waning: float = 0.65
    last: float = 0.35
    anchor: float = 1.0
    again: float = 0.8
    fight: float = 1.1
    prep: float = 0.8
    least_gain: float = 0.25
    urgency: float = 1.5
    haste: float = 0.7
    bold: float = 0.85
    hurry: float = 3.0
    seize: float = 5.0
    after: float = 0.35
    spread: float = 1.0
    rescue: float = 2.2
    follow: float = 0.4
    residue: float = 1.0
    leave: float = 0.3
    smoke: float = 1.0
    salvage: float = 0.5
    burden: float = 2.0
    stand: float = 1.0
    ahead: float = 0.3
    joined: float = 0.6
    mask: float = 0.35
    shade: float = 0.6
    lane: float = 0.1
    silent: float = 0.5
    clouds: float = 0.8
    flames: float = 0.75
    charges: float = 0.8
    rush: float = 0.5
    stealth: float = 1.0
    deploy: float = 0.5
    calm: float = 0.75
    press: float = 1.0


STANDARD = Style()
