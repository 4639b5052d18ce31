"""What holds for every test: no key, no endpoint, no network beyond loopback."""

import gc
import socket

import pytest
from hypothesis import settings

# A machine that has other work to do is no fault of ours, so no example has a deadline.
settings.register_profile("thorough", max_examples=100, deadline=None)
settings.register_profile("fast", max_examples=25, deadline=None)


def pytest_configure(config):
    fast = "not slow" in config.option.markexpr
    settings.load_profile("fast" if fast else "thorough")


def pytest_collection_finish():
    """What was collected stays to the end: looking through it for garbage is time lost."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _no_key_and_no_endpoint():
    with pytest.MonkeyPatch.context() as patch:
        for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(autouse=True, scope="session")
def _only_loopback():
    connect = socket.socket.connect

    def checked(self, address):
        if self.family in {socket.AF_INET, socket.AF_INET6} and address[0] not in {
            "127.0.0.1",
            "::1",
            "localhost",
        }:
            raise AssertionError(f"a test tried to reach {address}")
        return connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", checked)
        yield
