"""Where the endpoint is and what opens it: base URL and key, cleaned before use."""

import ipaddress
import re
from urllib.parse import urlsplit, urlunsplit

from agent.errors import UsageError
from agent.model.errors import ModelError

OFFICIAL = "https://api.openai.com/v1"
TAIL = re.compile(r"/(?:chat/completions|completions|chat)\Z")
NO_KEY = "none"
"""Sent where no key is given: the openai package refuses an empty one even for a local server."""


def clean_base_url(url: str) -> str:
    """With a scheme, without the path of the call itself; empty stays empty.

    Raises:
        UsageError: it is no address of a server.
    """
    text = url.strip().strip("\"'").strip()
    if not text:
        return ""
    if "://" not in text:
        text = f"{'http' if _nearby(host_of(f'//{text}')) else 'https'}://{text}"
    if urlsplit(text).scheme.lower() not in ("http", "https") or not host_of(text):
        raise UsageError(
            f"{shown(url)!r} is no address of a server.", "Write it like http://localhost:8080/v1."
        )
    parts = urlsplit(text)
    path = TAIL.sub("", parts.path.rstrip("/"))
    return urlunsplit((parts.scheme.lower(), parts.netloc, path.rstrip("/"), parts.query, ""))


def shown(url: str) -> str:
    """The address for messages: without user name, password and query."""
    return re.sub(r"//[^/@]*@", "//", url.partition("?")[0])


def host_of(url: str) -> str:
    """Lower-case host name; empty when there is none, or a port that is no number."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return ""
    host = (parts.hostname or "").lower()
    return "" if re.search(r"\s", host) else host


def is_loopback(host: str) -> bool:
    """On this machine: proxies of the environment must not stand in between."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _nearby(host: str) -> bool:
    """On this machine or in this building, where servers rarely speak TLS."""
    if is_loopback(host) or "." not in host or host.endswith((".local", ".lan", ".internal")):
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False


def clean_key(key: str) -> str:
    """Without white space around it; a line break at its end fails deep inside a call otherwise.

    Raises:
        ModelError: it holds characters no key has; the message does not show it.
    """
    text = key.strip().strip("\"'").strip()
    if text[:7].lower() == "bearer ":
        text = text[7:].strip()
    if not all("!" <= character <= "~" for character in text):
        raise ModelError("auth", "the API key holds characters that no key has")
    return text or NO_KEY
