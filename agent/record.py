"""What a run leaves about itself: run.json for programs, a closing summary for people."""

import json
import time
from pathlib import Path
from typing import Any

from agent.coverage import coverage
from agent.reflecting.gate_record import gate_record
from agent.run import Run, program_version
from agent.store import write_atomically
from agent.summaries import count
from compile.result import CompileResult

MOST_UNTRACED = 8
STATUS = {0: "done", 6: "degraded", 130: "interrupted"}


def record(run: Run, exit_code: int, message: str = "") -> dict[str, Any]:
    """The content of run.json; written into the run folder as well."""
    result = run.products.get("compile")
    reflected = run.products.get("reflect")
    rounds = reflected.reflection.history if reflected is not None else ()
    findings, figures = run.products.get("explore"), run.products.get("figures")
    content: dict[str, Any] = {
        "status": STATUS.get(exit_code, "failed"),
        "exit_code": exit_code,
        "message": message,
        "pdf": _pdf(run, result),
        "pages": result.pages if isinstance(result, CompileResult) else 0,
        "author": run.author.name,
        "folder": str(run.folder),
        "finished": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "stages": [
            {
                "name": r.name,
                "seconds": round(r.seconds, 3),
                "reused": r.reused,
                "summary": r.summary,
                **run.spending(r.name),
            }
            for r in run.records
        ],
        "rounds": [gate_record(revision) for revision in rounds],
        "termination": rounds[-1].termination if rounds else None,
        "coverage": [
            {"path": c.path, "used": c.used, "reason": c.reason} for c in coverage(run.products)
        ],
        "untraced": list(reflected.untraced) if reflected is not None else [],
        "facts": len(findings.facts) if findings is not None else 0,
        "figures": len(figures.items) if figures is not None else 0,
        **run.spending(),
        "warnings": list(run.warnings),
        "versions": {"reflectex": program_version()},
    }
    write_atomically(
        run.target / "run.json", json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    )
    return content


def _pdf(run: Run, result: object) -> str | None:
    if isinstance(result, CompileResult) and result.pdf is not None:
        return str(run.target / result.pdf)
    return None


def _untraced(found: list[str]) -> list[str]:
    """What a reader of the report could not follow to its origin."""
    if not found:
        return []
    more = [f"  and {len(found) - MOST_UNTRACED} more, see run.json"]
    shown = [f"  {sentence}" for sentence in found[:MOST_UNTRACED]]
    return [
        f"{count(len(found), 'number')} without an origin:", *shown,
        *more[: len(found) > MOST_UNTRACED],
    ]  # fmt: skip


def summary(content: dict[str, Any]) -> list[str]:
    """The closing lines for people."""
    lines = []
    if content["pdf"]:
        size = ", ".join(
            [
                count(content["pages"], "page"),
                count(content["figures"], "figure"),
                count(content["facts"], "fact"),
            ]
        )
        lines.append(f"{Path(content['pdf']).name}: {size}")
    lines += _untraced(content["untraced"])
    files = content["coverage"]
    used = [c for c in files if c["used"]]
    if files and len(content["stages"]) > 1:
        lines.append(f"{len(used)} of {count(len(files), 'file')} used")
        lines += [f"  not used: {c['path']} ({c['reason']})" for c in files if not c["used"]][:12]
        if len(files) - len(used) > 12:
            lines.append(f"  and {len(files) - len(used) - 12} more, see run.json")
    tokens = content["tokens"]
    if tokens["calls"] or tokens["stored"]:
        spent = f", cost {content['cost']:.4f}" if content["cost"] else ""
        lines.append(
            f"{count(tokens['calls'], 'model call')} ({tokens['stored']} from the store): "
            f"{tokens['prompt']} prompt tokens ({tokens['cached']} cached), "
            f"{tokens['completion']} completion tokens{spent}"
        )
        lines += [
            f"  {stage['name']}: {count(stage['tokens']['calls'], 'call')}, "
            f"{stage['tokens']['prompt']} + {stage['tokens']['completion']} tokens "
            f"({stage['tokens']['cached']} cached), {stage['seconds']:.1f} s"
            + (f", cost {stage['cost']:.4f}" if stage["cost"] else "")
            for stage in content["stages"]
            if stage["tokens"]["calls"]
        ]
    if content["warnings"]:
        lines.append(f"{count(len(content['warnings']), 'warning')}, see above and run.json")
    return lines
