"""What a hero adds to the attacks that he takes part in (A15.23, A15.24)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import FINAL, Unit
from goodorder.data.charts import close_combat, ift

from .a11_close_combat.attack import CombatFacts
from .c_ordnance.firer_cases import mount, turned
from .c_ordnance.latw import one_man_weapon
from .facts.attack_facts import DEFENSIVE, AttackFacts, FirePart
from .facts.crew import one_man_mortar
from .facts.ordnance import ToHitFacts
from .facts.units import is_hero, wtype
from .ledger import Mod
from .points import CC_DRM, FIRE_DRM, MAY_SHOOT
from .registry import rule


@rule("A15.24", point=FIRE_DRM, order=11, rows=["A15.24a", "A15.24b", "A15.24c", "A15.23a"], of=["units fire"])
def heroes_fire(attack: AttackFacts) -> Mod | None:
    """Each hero who fires within Normal Range takes one off the DR, wherever the others of the attack are.

    It goes with a leader's direction; never for a flamethrower or a Gun.
    """
    found = {man.id for part in attack.parts for man in _heroes(attack, part)}
    if not found:
        return None
    value = ift().drm["hero"].drm * len(found)
    return Mod("hero", value, "A15.24", "hero fires" if len(found) == 1 else "heroes fire", outside=True)


def _heroes(attack: AttackFacts, part: FirePart) -> tuple[Unit, ...]:
    st, men = attack.st, (part.unit, part.helper)
    found = tuple(man for man in men if isinstance(man, Unit) and is_hero(st, man))
    if not found or st.world.map.distance(part.unit.loc, attack.target) > part.normal_range:
        return ()
    kind = wtype(st, part.weapon) if part.weapon is not None else None
    if kind is not None and (kind.kind == "FT" or (kind.gun is not None and not kind.carried)):
        return ()
    return found


@rule("A15.23", point=FIRE_DRM, order=12, rows=["A15.23b"], of=["weapon"])
def lone_hero(attack: AttackFacts) -> Mod | None:
    """A hero alone at a weapon for two men adds one to the DR."""
    st = attack.st
    for part in attack.parts:
        if not part.alone or part.weapon is None or not is_hero(st, part.unit):
            continue
        kind = wtype(st, part.weapon)
        if kind.kind != "FT" and (kind.machine_gun or (kind.carried and not one_man_weapon(kind))):
            return Mod("lone_hero", 1, "A15.23", "a hero alone at a weapon for two", outside=True)
    return None


LIGHT, EASY = 82, 9
"""The largest caliber, in mm, that a hero alone fires as often as others, and the M# from which on he turns a Gun."""


@rule("A15.23", point=MAY_SHOOT, order=16, rows=["A15.23d"])
def hero_at_a_gun(facts: ToHitFacts) -> Refusal | None:
    """A hero alone fires a Gun as an untrained user does; one above 82mm once, in the enemy's MPh or the DFPh. One
    without a turret he turns only if it is light.
    """
    gun = facts.kind.gun
    if gun is None or not facts.part.alone or not is_hero(facts.st, facts.unit) or one_man_mortar(facts.kind):
        return None
    if turned(facts) and mount(facts) == "NT" and gun.manhandling < EASY:
        return Refusal("A15.23", f"a hero alone turns no Gun of a M# below {EASY}", also=("C3.22",))
    if (facts.kind.caliber or 0) <= LIGHT:
        return None
    if facts.part.occasion not in DEFENSIVE and facts.part.occasion != FINAL:
        return Refusal("A15.23", f"above {LIGHT}mm a hero alone fires it in the enemy's MPh or the DFPh only")
    if facts.st.weapon_shots.get(facts.weapon.id):
        return Refusal("A15.23", f"above {LIGHT}mm a hero alone fires it once in a Game Turn")
    return None


@rule("A15.24", point=CC_DRM, order=12, rows=["A15.24a", "A15.21c"])
def heroes_in_close_combat(facts: CombatFacts) -> Mod | None:
    """Each hero among the attackers takes one off the DR; a heroic leader who directs it gives his leadership alone."""
    directs = facts.leader.id if facts.leader is not None else 0
    number = sum(is_hero(facts.st, man) and man.id != directs for man in facts.men)
    return Mod("hero", close_combat().drm["hero"].drm * number, "A15.24", "hero attacks") if number else None
