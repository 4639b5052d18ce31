"""A plan applied: each change to its own section, every other byte untouched, each one gated."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from latex.fragment import fragment_of
from latex.paragraphs import locate
from latex.protect import Protected, protect, restore
from latex.sections import Outline, Section
from latex.splice import splice
from latex.structure import structure
from reflect.apply_ending import breaks_off
from reflect.apply_scope import passage_of
from reflect.change import Change
from reflect.evidence import Evidence
from reflect.gate import regression_check
from reflect.gate_words import fold
from reflect.history import Attempt
from reflect.roles import Hooks, NoRevision, Policy, Reviser, Spent, Task
from reflect.verdict import Objection, Outcome, Verdict, unwritable

Span = tuple[int, int]
PRESERVE = "preserve-broken"
"""The gate's rule of that name, for the section alone."""
END = "end-lost"
"""Objects to a text that stops before the old one does, see `reflect.apply_ending`."""


@dataclass(frozen=True, slots=True)
class Applied:
    text: str
    attempts: tuple[Attempt, ...]
    spent: bool = False
    """The budget ended before the plan did."""


@dataclass(frozen=True, slots=True)
class Target:
    """A section known by what it is, not by where it lies: offsets move with every splice."""

    level: int
    title: str
    ordinal: int
    """Which one of its level and title it is."""


@dataclass(frozen=True, slots=True)
class Route:
    """Changes with the text that they concern."""

    changes: tuple[Change, ...]
    target: Target | None
    """None: the body."""
    task: Task
    protected: Protected
    old: str
    """The text of the span, as it stands in the draft."""


@dataclass(slots=True)
class Application:
    """One plan on its way into one draft."""

    text: str
    revise: Reviser
    policy: Policy
    evidence: Evidence
    hooks: Hooks
    number: int
    allow: Collection[str] = ()
    """Rules of the gate that the user has switched off."""
    attempts: list[Attempt] = field(default_factory=list)
    spent: bool = False

    def run(self, changes: Sequence[Change]) -> Applied:
        """Scoped items in waves of disjoint sections, then one rewrite for what is left."""
        outline = structure(self.text).outline
        scoped = [c for c in changes if self.policy.strategy == "scoped" and outline.get(c.section)]
        whole = [change for change in changes if change not in scoped]
        targets = [(change, target_of(change.section, outline)) for change in scoped]
        while targets and not self.spent:
            wave, targets = self._wave(targets)
            self._ask(wave)
        if whole and not self.spent:
            self._ask([self._body(tuple(whole))])
        return Applied(self.text, tuple(self.attempts), self.spent)

    def _wave(
        self, targets: list[tuple[Change, Target]]
    ) -> tuple[list[Route], list[tuple[Change, Target]]]:
        """As many changes as lie in disjoint texts, and the rest for the next wave."""
        outline = structure(self.text).outline
        taken: list[Span] = []
        wave, later = [], []
        for change, target in targets:
            section = found(target, outline)
            if section is None:
                self._record(Attempt(change, "skipped", ("Its section is no longer there.",)))
            elif any(section.start < end and start < section.end for start, end in taken):
                later.append((change, target))
            else:
                taken.append((section.start, section.end))
                wave.append(self._scoped(change, target, section, outline))
        return wave, later

    def _scoped(self, change: Change, target: Target, section: Section, outline: Outline) -> Route:
        span = passage_of(self.text, change, section, outline, self.policy.scope)
        scope, holder = "section", section
        if span != (section.start, section.end):
            scope, holder = "paragraph", outline.at(span[0]) or section
        titles, above = [holder.title], outline.parent(holder)
        while above is not None:
            titles.append(above.title)
            above = outline.parent(above)
        return self._route((change,), target, span, scope, tuple(reversed(titles)))

    def _body(self, changes: tuple[Change, ...]) -> Route:
        return self._route(changes, None, body_of(self.text), "body", ())

    def _route(
        self,
        changes: tuple[Change, ...],
        target: Target | None,
        span: Span,
        scope: str,
        path: tuple[str, ...],
    ) -> Route:
        old = self.text[span[0] : span[1]]
        protected = protect(old, inline=self.policy.protect)
        restructure = scope == "body"

        def examine(reply: str) -> tuple[str, ...]:
            restored = restore(protected, reply)
            if restored.problems:
                return restored.problems
            fragment = fragment_of(old, restored.text, restructure=restructure)
            end = "" if fragment.problems else breaks_off(old, fragment.text, changes)
            return (end,) if end else fragment.problems

        task = Task(
            changes,
            scope,  # type: ignore[arg-type]  # one of the three words
            protected.text,
            tuple(placeholder for placeholder, _, _ in protected.kept),
            path,
            examine,
        )
        return Route(changes, target, task, protected, old)

    def _ask(self, routes: Sequence[Route]) -> None:
        """Ask for all texts at the same time, then splice them in order, each one gated."""
        replies = self.hooks.each(_answering(self.revise), [route.task for route in routes])
        for route, reply in zip(routes, replies, strict=True):
            match reply:
                case Spent():
                    self.spent = True
                    self._skip(route, "The budget is spent.")
                case NoRevision():
                    self._skip(route, *(str(reason) for reason in reply.args))
                case Exception():
                    raise reply
                case _:
                    self._land(route, reply)

    def _land(self, route: Route, reply: str) -> None:
        span = self._span(route)
        restored = restore(route.protected, reply)
        if span is None or restored.problems:
            self._skip(route, *(restored.problems or ("Its text has changed meanwhile.",)))
            return
        fragment = fragment_of(route.old, restored.text, restructure=route.target is None)
        if fragment.problems:
            self._skip(route, *fragment.problems, after=fragment.text)
            return
        spliced = splice(self.text, span, fragment.text)
        verdict = self._broken(route, fragment.text) or self._gated(
            route, fragment.text, spliced.text
        )
        fate = {Outcome.ACCEPTED: "kept", Outcome.CONVERGED: "unchanged"}.get(
            verdict.outcome, "refused"
        )
        if verdict.accepted:
            self.text = spliced.text
        reasons = tuple(objection.message for objection in verdict.objections)
        for change in route.changes:
            self._record(
                Attempt(change, fate, reasons, route.old, fragment.text, verdict)  # type: ignore[arg-type]  # one of the fates
            )

    def _broken(self, route: Route, new: str) -> Verdict | None:
        """What held in this text and had to survive in it, even if it stands elsewhere too."""
        lost = tuple(
            kept
            for change in route.changes
            for kept in change.preserve
            if locate(route.old, kept) is not None and locate(new, kept) is None
        )
        if not lost or PRESERVE in self.allow:
            return None
        objection = Objection(PRESERVE, "What had to survive is gone from its section.", lost)
        return Verdict(Outcome.REGRESSED, (objection,))

    def _gated(self, route: Route, new: str, text: str) -> Verdict:
        verdict = regression_check(
            self.text, text, evidence=self.evidence, plan=route.changes, allow=self.allow
        )
        if not verdict.accepted:
            return verdict
        if END not in self.allow and (lost := breaks_off(route.old, new, route.changes)):
            return Verdict(Outcome.REGRESSED, (Objection(END, lost),))
        return unwritable(self.hooks.admit(text)) or verdict

    def _span(self, route: Route) -> Span | None:
        """Where the old text stands now."""
        if route.target is None:
            span = body_of(self.text)
            return span if self.text[slice(*span)] == route.old else None
        section = found(route.target, structure(self.text).outline)
        if section is None:
            return None
        start = self.text.find(route.old, section.start, section.end)
        return (start, start + len(route.old)) if start >= 0 else None

    def _skip(self, route: Route, *reasons: str, after: str = "") -> None:
        for change in route.changes:
            self._record(Attempt(change, "skipped", reasons, route.old, after))

    def _record(self, attempt: Attempt) -> None:
        self.attempts.append(attempt)
        self.hooks.on_attempt(self.number, attempt)


def _answering(revise: Reviser) -> Callable[[Task], "str | Exception"]:
    """The reviser with its refusals as values, so that one of them stops no other."""

    def answer(task: Task) -> str | Exception:
        try:
            reply: object = revise(task)
        except (NoRevision, Spent) as error:
            return error
        if isinstance(reply, str):
            return reply
        return NoRevision(f"The reviser gave no text but {type(reply).__name__}.")

    return answer


def target_of(anchor: str, outline: Outline) -> Target:
    """What the section of an anchor is known by.

    Raises:
        KeyError: there is no such section.
    """
    section = outline.get(anchor)
    if section is None:
        raise KeyError(anchor)
    same = list(_alike(section.level, fold(section.title), outline))
    return Target(section.level, fold(section.title), same.index(section))


def found(target: Target, outline: Outline) -> Section | None:
    alike = list(_alike(target.level, target.title, outline))
    return alike[target.ordinal] if target.ordinal < len(alike) else None


def _alike(level: int, title: str, outline: Outline) -> Iterator[Section]:
    return (s for s in outline if s.level == level and fold(s.title) == title)


def body_of(source: str) -> Span:
    r"""What a rewrite may touch: behind `\begin{document}` and `\maketitle`, before the
    bibliography, `\appendix` and `\end{document}`; the whole of a document without a preamble.
    """
    seen = structure(source)
    start, end = seen.body or (0, len(source))
    sections = [section for section in seen.outline if section.start >= start]
    title = seen.live.find("\\maketitle", start, end)
    if title >= 0 and (not sections or title < sections[0].start):
        start = title + len("\\maketitle")
    for mark in ("\\appendix", "\\bibliography", "\\printbibliography", "\\begin{thebibliography"):
        place = seen.live.find(mark, start, end)
        end = place if place >= 0 else end
    return start, end
