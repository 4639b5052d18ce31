"""How the settings ask for a reflection."""

from pathlib import Path

from agent.reflecting.criteria_files import criteria_of
from agent.settings import ReflectSettings
from reflect.roles import Policy


def policy_of(settings: ReflectSettings, profile: str, folder: Path) -> Policy:
    """The policy; a criteria file of the user's own is found from `folder`."""
    own = folder / settings.criteria if settings.criteria else None
    return Policy(
        rounds=settings.rounds,
        strategy=settings.strategy,
        granularity=settings.granularity,
        scope=settings.scope,
        protect=settings.protect,
        min_severity=settings.min_severity,
        margin=settings.margin,
        criteria=criteria_of(profile, own),
    )
