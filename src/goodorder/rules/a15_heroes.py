"""What a hero adds to the attacks that he takes part in (A15.23, A15.24)."""

from __future__ import annotations

from goodorder.core.state import Unit
from goodorder.data.charts import close_combat, ift

from .a11_close_combat.attack import CombatFacts
from .c_ordnance.latw import one_man_weapon
from .facts.attack_facts import AttackFacts, FirePart
from .facts.units import is_hero, wtype
from .ledger import Mod
from .points import CC_DRM, FIRE_DRM
from .registry import rule


@rule("A15.24", point=FIRE_DRM, order=11, rows=["A15.24a", "A15.24b", "A15.23a"])
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


@rule("A15.23", point=FIRE_DRM, order=12, rows=["A15.23b"])
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


@rule("A15.24", point=CC_DRM, order=12, rows=["A15.24a", "A15.21c"])
def heroes_in_close_combat(facts: CombatFacts) -> Mod | None:
    """Each hero among the attackers takes one off the DR; a heroic leader who directs it gives his leadership alone."""
    directs = facts.leader.id if facts.leader is not None else 0
    number = sum(is_hero(facts.st, man) and man.id != directs for man in facts.men)
    return Mod("hero", close_combat().drm["hero"].drm * number, "A15.24", "hero attacks") if number else None
