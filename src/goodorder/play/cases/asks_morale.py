"""Questions about morale: checks, wounds, rally, Deployment, Voluntary Break, the loss and the making of leaders."""

from __future__ import annotations

import re

from goodorder.core.state import State, Unit
from goodorder.data.charts import close_combat as combat_table
from goodorder.data.charts import leader_creation, wounds
from goodorder.flow.shared.casualties import LeaderLoss, penalty
from goodorder.rules.a01_deploy import (
    DeployFacts,
    deploy_ledger,
    deploy_refusal,
    deploys,
    recombine_refusal,
    whole_of,
)
from goodorder.rules.a10_checks import (
    FIRE,
    LEADER_LOSS,
    CheckFacts,
    CheckResult,
    check_ledger,
    check_result,
    task_result,
)
from goodorder.rules.a10_morale.dm import dm_causes, dm_stays, keep_dm_refusal
from goodorder.rules.a10_morale.rally import rally_facts, rally_ledger, rally_refusal, rally_result
from goodorder.rules.a10_morale.voluntary_break import voluntary_break_refusal
from goodorder.rules.a11_close_combat.paatc import paatc_ledger, paatc_result
from goodorder.rules.a18_promotion import PromotionFacts, leader_created, may_promote, promotion_ledger
from goodorder.rules.a19_disruption import elr_of, poorer
from goodorder.rules.a25_nations.card import capabilities, hardens, held_traits, suited
from goodorder.rules.a25_nations.formations import nation_of
from goodorder.rules.facts import units as readers
from goodorder.rules.facts.crews import crew_morale
from goodorder.rules.facts.units import (
    is_good_order,
    is_inexperienced,
    leadership,
    morale_level,
    own_morale,
    usable_weapons,
)

from .asks import Ask, Figures, mods_of, number, refused, split_at
from .reader import unknown_word


def ask_morale(question: Ask) -> Figures:
    """``morale A``: Morale Level, Good Order, leadership; of a vehicle the Morale Level of its Inherent crew."""
    if question.words[0] in question.names.units and question.names.unit(question.words[0]) in question.st.vehicles:
        return {"level": crew_morale(question.st, question.st.vehicles[question.names.unit(question.words[0])])}
    unit = question.unit(question.words[0])
    st = question.st
    return {
        "level": morale_level(st, unit),
        "good_order": is_good_order(st, unit),
        "inexperienced": is_inexperienced(st, unit),
        "leadership": leadership(st, unit) if readers.is_leader(st, unit) else None,
        "weapons": sorted(question.names.weapon_word(w.id) for w in usable_weapons(st, unit)),
    }


def ask_nation(question: Ask) -> Figures:
    """``nation A``: what its nation makes of a unit (A25)."""
    st, unit = question.st, question.unit(question.words[0])
    kind = readers.utype(st, unit)

    def code(id: str | None) -> str:
        return st.world.unit_type(id).code if id else ""

    return {
        "nation": nation_of(st, unit),
        "class": kind.unit_class or "",
        "variant": kind.variant or "",
        "traits": sorted(held_traits(st, unit)),
        "rules": sorted({line.rule for line in capabilities(st, unit)}),
        "card": [f"{line.text} ({line.rule})" for line in capabilities(st, unit)],
        "elr": elr_of(st, unit),
        "broken_morale": kind.broken_morale,
        "smoke": kind.smoke,
        "boxed": kind.boxed,
        "half": code(kind.half_squad),
        "replaced_by": code(poorer(st, unit)),
        "hardens": hardens(st, unit),
    }


def ask_suited(question: Ask) -> Figures:
    """``suited german elite [airborne]``: the squads that stand for such troops at the date of the case."""
    nationality, unit_class, *words = question.words
    date = question.st.world.date
    found = suited(nationality, unit_class, words, (date.year, date.month))
    return {"squads": list(found or ()), "told": found is not None}


def ask_paatc(question: Ask) -> Figures:
    """``paatc A``: the DRM of its PAATC, with dice whether it passes (A11.6)."""
    st, unit = question.st, question.unit(question.words[0])
    ledger = paatc_ledger(st, unit)
    figures: Figures = {"drm": ledger.total(), "mods": mods_of(ledger.mods), "level": own_morale(st, unit)}
    if question.faces:
        figures["passed"] = paatc_result(st, unit, question.pair()).passed
    return figures


def ask_check(question: Ask) -> Figures:
    """``check A 1MC [cause leader loss] [stack A L]`` with dice: what a Morale or Task Check does.

    ``1MC``, ``NMC``, ``PTC``, ``1TC``; ``1LLMC`` and ``1LLTC`` say the cause by themselves.
    """
    words = list(question.words)
    unit = question.unit(words.pop(0))
    number, task, cause = 0, False, FIRE
    if words and (match := re.fullmatch(r"(\d+|N)?(LL)?(MC|TC)|PTC", words[0])):
        task = match[3] != "MC"
        number = int(match[1]) if match[1] and match[1] != "N" else 0
        cause = LEADER_LOSS if match[2] else FIRE
        words.pop(0)
    stack: tuple[int, ...] = ()
    if "stack" in words:
        cut = words.index("stack")
        stack = tuple(question.names.unit(word) for word in words[cut + 1 :])
        words = words[:cut]
    if words[:1] == ["cause"]:
        cause = " ".join(words[1:])
    elif words:
        raise unknown_word("check", words[0], ("NMC", "1MC", "PTC", "1TC", "1LLMC", "1LLTC", "cause", "stack"))
    facts = CheckFacts(question.st, unit, number, cause, stack)
    ledger = check_ledger(facts)
    figures: Figures = {"mods": mods_of(ledger.mods), "drm": ledger.total(), "level": morale_level(question.st, unit)}
    if question.faces:
        result = (task_result if task else check_result)(facts, question.pair())
        for key in ("final", "passed", "pinned", "broken", "reduced", "eliminated", "disrupted"):
            figures[key] = getattr(result, key)
        if result.reduced and readers.utype(question.st, unit).kind in ("half_squad", "crew"):
            figures["eliminated"] = True
        figures["replaced"] = result.replaced.partition(":")[2]
        figures["becomes"] = _left(question.st, unit, result)
        figures["original"] = sum(question.faces)
    return figures


def _left(st: State, unit: Unit, result: CheckResult) -> str:
    """The counter that a check leaves of a unit: its code, ``""`` for none."""
    kind = st.world.units[result.replaced] if result.replaced else readers.utype(st, unit)
    small = readers.utype(st, unit).kind in ("half_squad", "crew")
    if result.eliminated or (result.reduced and small):
        return ""
    if result.reduced and kind.kind == "squad" and kind.half_squad:
        kind = st.world.units[kind.half_squad]
    return kind.code


def ask_wound(question: Ask) -> Figures:
    """``wound 4``: whether a Final wound severity dr kills; ``wound L`` with a die: the wound of a certain man."""
    if question.words[0] in question.names.units:
        drm = 1 if question.unit(question.words[0]).wounded else 0
        final = drm + (question.faces[0] if question.faces else 0)
        return {"drm": drm, **({"final": final, "eliminated": wounds().eliminates(final)} if question.faces else {})}
    return {"eliminated": wounds().eliminates(number(question.words[0]))}


def ask_rally(question: Ask) -> Figures:
    """``rally A [by L]``: whether the attempt is allowed, its DRM, with dice its outcome."""
    who, leader = split_at(question.words, "by")
    unit = question.names.unit(who[0])
    facts = rally_facts(question.st, unit, question.names.unit(leader[0]) if leader else 0)
    ledger = rally_ledger(facts)
    figures: Figures = {
        **refused(rally_refusal(question.st, unit, facts.leader.id if facts.leader else 0)),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
    }
    if question.faces:
        result = rally_result(facts, question.pair())
        for key in ("original", "final", "level", "rallied", "fate", "promotes"):
            figures[key] = getattr(result, key)
    return figures


def ask_dm(question: Ask) -> Figures:
    """``dm A``: whether a broken unit comes under DM (``gains`` in the RtPh), keeps it at the end of the RPh."""
    st, unit = question.st, question.unit(question.words[0])
    return {
        "gains": unit.id in dm_causes(st, at_rout=st.turn.phase == "RtPh"),
        "stays": dm_stays(st, unit),
        **refused(keep_dm_refusal(st, unit.side, unit.id)),
    }


def ask_promotion(question: Ask) -> Figures:
    """``promotion 3 german``: the leader of a Final dr, and the nationality's drm."""
    table = leader_creation()
    nation = question.words[1] if len(question.words) > 1 else ""
    return {"leader": table.leader(number(question.words[0])), "drm": table.drm_of(nation)}


def _columns_below_even(word: str) -> int:
    """How many columns below 1-1 the odds ``1-4`` are, or the number itself."""
    if "-" not in word:
        return int(word)
    names = [odds.name for odds in combat_table().odds]
    if word not in names:
        raise unknown_word("odds", word, names)
    return combat_table().columns_below_even(names.index(word))


def ask_creation(question: Ask) -> Figures:
    """``creation A close_combat 1-4`` (or columns below 1-1), ``creation A self_rally`` with a die: the leader made."""
    unit = question.unit(question.words[0])
    trigger = {"self_rally": "self-rally", "close_combat": "close combat", "cc": "close combat"}.get(question.words[1])
    if trigger is None:
        raise unknown_word("occasion", question.words[1], ("self_rally", "close_combat"))
    columns = _columns_below_even(question.words[2]) if len(question.words) > 2 else 0
    facts = PromotionFacts(question.st, unit, trigger, columns)
    ledger = promotion_ledger(facts)
    figures: Figures = {
        "legal": may_promote(question.st, unit),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
    }
    if question.faces:
        final, leader = leader_created(facts, question.faces[0])
        figures.update(final=final, leader=leader.partition(":")[2])
    return figures


def ask_deploy(question: Ask) -> Figures:
    """``deploy A [by L]``: whether a squad may try to Deploy, its DRM, with dice its outcome."""
    st, unit = question.st, question.unit(question.words[0])
    leader = question.unit(question.words[2]) if len(question.words) > 2 else None
    facts = DeployFacts(st, unit, leader)
    ledger = deploy_ledger(facts)
    figures: Figures = {
        **refused(deploy_refusal(st, unit.side, unit.id, leader.id if leader else 0)),
        "drm": ledger.total(),
        "mods": mods_of(ledger.mods),
        "level": own_morale(st, unit),
    }
    if question.faces:
        figures["final"], figures["passed"] = deploys(facts, question.pair())
    return figures


def ask_recombine(question: Ask) -> Figures:
    """``recombine A B``: whether two half-squads may Recombine, and the squad that they make."""
    one, two = question.unit(question.words[0]), question.unit(question.words[1])
    made = whole_of(question.st, one).partition(":")[2]
    return {**refused(recombine_refusal(question.st, one.side, one.id, two.id)), "makes": made}


def ask_voluntary_break(question: Ask) -> Figures:
    """``voluntary_break A``: whether a unit may break on purpose at the start of the RtPh."""
    unit = question.unit(question.words[0])
    return refused(voluntary_break_refusal(question.st, unit.side, unit.id))


def ask_leader_loss(question: Ask) -> Figures:
    """``leader_loss L [breaks] [stack A L]``: who checks when a leader is lost, or breaks, and how hard (A10.2)."""
    st, (word, *words) = question.st, question.words
    leader, breaks = question.unit(word), words[:1] == ["breaks"]
    words = words[1:] if breaks else words
    stack = tuple(question.names.unit(one) for one in words[1:]) if words[:1] == ["stack"] else ()
    near = stack or tuple(unit.id for unit in st.side_at(leader.loc, leader.side))
    modifier, kind = leadership(st, leader), "TC" if breaks else "MC"
    found = LeaderLoss((), near).shaken(st, leader.id, morale_level(st, leader), unbroken_only=breaks)
    return {
        "checks": {
            question.names.unit_word(unit): f"{penalty(st, leader, modifier, unit) or 'N'}{kind}" for unit in found
        },
        "units": [question.names.unit_word(unit) for unit in found],
    }


QUESTIONS = {
    "morale": ask_morale,
    "nation": ask_nation,
    "paatc": ask_paatc,
    "suited": ask_suited,
    "check": ask_check,
    "wound": ask_wound,
    "rally": ask_rally,
    "dm": ask_dm,
    "promotion": ask_promotion,
    "creation": ask_creation,
    "deploy": ask_deploy,
    "recombine": ask_recombine,
    "voluntary_break": ask_voluntary_break,
    "leader_loss": ask_leader_loss,
}
"""The questions of this module by name."""
