"""What holds for every test: no key, no endpoint, no network beyond loopback."""

import socket

import pytest


@pytest.fixture(autouse=True)
def _no_key_and_no_endpoint(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _only_loopback(monkeypatch):
    connect = socket.socket.connect

    def checked(self, address):
        if self.family in {socket.AF_INET, socket.AF_INET6} and address[0] not in {
            "127.0.0.1",
            "::1",
            "localhost",
        }:
            raise AssertionError(f"a test tried to reach {address}")
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", checked)
