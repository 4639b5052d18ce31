"""Errors of the openai package as our own plain kind, with the body's words kept."""

import json
from typing import Any

from agent.model.errors import Kind, ModelError
from agent.model.reading import QUOTA

BY_STATUS: dict[int, Kind] = {
    401: "auth",
    403: "auth",
    402: "quota",
    404: "not_found",
    408: "timeout",
    409: "server",
    413: "context",
}
CONTEXT = ("context", "too long", "too large", "maximum length", "prompt is too")


def as_model_error(error: Any, wait: float | None) -> ModelError:
    """From an `openai.APIStatusError`."""
    status = int(error.status_code)
    said = message_of(error.body) or str(error)
    lowered = f"{said} {json.dumps(error.body, default=str)}".lower()
    message = said[:300]
    if any(word in lowered for word in QUOTA) and status in {402, 403, 429}:
        return ModelError("quota", message, status)
    if status in BY_STATUS:
        return ModelError(BY_STATUS[status], message, status)
    if status == 429:
        return ModelError("rate", message, status, wait)
    if status in {400, 422}:
        context = any(w in lowered for w in CONTEXT) and "max_" not in lowered
        return ModelError("context" if context else "bad_request", lowered[:600], status)
    if status >= 500:
        return ModelError("server", message, status, wait)
    return ModelError("bad_request", message, status)


def message_of(body: Any) -> str:
    """The sentence in an error body of any of the usual shapes."""
    if isinstance(body, dict):
        inner = body.get("error", body)
        if isinstance(inner, str):
            return inner
        if isinstance(inner, dict):
            return str(inner.get("message") or inner.get("detail") or "")
    return body if isinstance(body, str) and not body.lstrip().startswith("<") else ""


def connection_error(error: Any, place: str) -> ModelError:
    """From any other error of the openai package."""
    import openai

    if isinstance(error, openai.APITimeoutError):
        return ModelError("timeout", f"{place} did not answer in time")
    if isinstance(error, openai.APIConnectionError):
        cause = error.__cause__ or error
        return ModelError("network", f"{place} cannot be reached ({str(cause)[:120]})")
    return ModelError("server", str(error)[:300])
