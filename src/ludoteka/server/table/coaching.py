"""The coach: what somebody finds and misses, and which skill is weaker than the others beyond chance."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

from ludoteka.ratings.shares import TRUST, interval
from ludoteka.server.messages.bodies import SkillSheet

FEWEST = 5  # chances to use a skill before anything is said about it


def skill_sheets(counts: Mapping[str, tuple[int, int]]) -> list[SkillSheet]:
    """Every skill with the share that was found and its interval: those that are missed most first, and
    last those of which too little was seen.
    """
    weak = weakest(counts)
    sheets = [_sheet(skill, *counted, is_weak=skill == weak) for skill, counted in counts.items()]
    return sorted(sheets, key=_place)


def _place(sheet: SkillSheet) -> tuple[bool, float, int, str]:
    share = sheet.share if sheet.known else 0.0  # what chance made of it puts nothing first
    return not sheet.known, share, -sheet.found - sheet.missed, sheet.skill


def _sheet(skill: str, found: int, missed: int, *, is_weak: bool) -> SkillSheet:
    low, high = interval(found, found + missed)
    share, known = found / max(1, found + missed), is_known((found, missed))
    return SkillSheet(
        skill=skill, found=found, missed=missed, share=share, low=low, high=high, known=known, weak=is_weak
    )


def is_known(counted: tuple[int, int]) -> bool:
    """Whether a skill was needed often enough to say anything about it."""
    return sum(counted) >= FEWEST


def weakest(counts: Mapping[str, tuple[int, int]]) -> str | None:
    """The skill that is missed more often than all others together, by more than chance; None: none is.

    Whoever looks at ten skills finds an unlucky one among them: the more there are, the clearer it must be.
    """
    known = {skill: counted for skill, counted in counts.items() if is_known(counted)}
    if len(known) < 2:
        return None
    clear = NormalDist().inv_cdf(1.0 - (1.0 - TRUST) / 2 / len(known))
    behind = {skill: _behind(known, skill) for skill in known}
    worst = max(behind, key=lambda skill: behind[skill])
    return worst if behind[worst] > clear else None


def _behind(counts: Mapping[str, tuple[int, int]], skill: str) -> float:
    """By how many standard errors a skill is missed more often than the others."""
    found, missed = counts[skill]
    others = [counted for other, counted in counts.items() if other != skill]
    hits, misses = (sum(counted[part] for counted in others) for part in (0, 1))
    mine, rest = found + missed, hits + misses
    all_missed = (missed + misses) / (mine + rest)
    error = sqrt(all_missed * (1 - all_missed) * (1 / mine + 1 / max(1, rest)))
    return 0.0 if error == 0 else (missed / mine - misses / max(1, rest)) / error
