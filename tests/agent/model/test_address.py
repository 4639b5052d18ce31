"""Addresses, keys, and errors in words."""

import pytest

from agent.errors import UsageError
from agent.model.address import clean_base_url, clean_key, is_loopback, shown
from agent.model.errors import BudgetSpent, ModelError, for_people


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        (" http://h:1/v1/ \n", "http://h:1/v1"),
        ("'https://api.example.org/v1'", "https://api.example.org/v1"),
        ("https://h/v1/chat/completions/", "https://h/v1"),
        ("192.168.1.7:11434/v1", "http://192.168.1.7:11434/v1"),
        ("[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("nas.local/v1", "http://nas.local/v1"),
        ("api.example.org/v1", "https://api.example.org/v1"),
        ("https://h/openai?api-version=1", "https://h/openai?api-version=1"),
    ],
)
def test_an_address_is_put_right(given, clean):
    assert clean_base_url(given) == clean


@pytest.mark.parametrize("given", ["ftp://h/v1", "http://", "http://h:port/v1", "my server"])
def test_what_is_no_address_is_refused(given):
    with pytest.raises(UsageError, match="no address"):
        clean_base_url(given)


def test_messages_show_no_password():
    assert shown("https://me:secret@h/v1?key=secret") == "https://h/v1"
    with pytest.raises(UsageError) as caught:
        clean_base_url("ftp://me:secret@h")
    assert "secret" not in caught.value.message


def test_this_machine_is_known_in_all_its_names():
    assert all(map(is_loopback, ["localhost", "127.0.0.2", "::1", "0.0.0.0", "a.localhost"]))
    assert not any(map(is_loopback, ["example.org", "10.0.0.1", ""]))


@pytest.mark.parametrize(("given", "clean"), [(" k\n", "k"), ("Bearer k", "k"), ("", "none")])
def test_a_key_is_cleaned(given, clean):
    assert clean_key(given) == clean


def test_a_bad_key_is_refused_without_being_shown():
    with pytest.raises(ModelError) as caught:
        clean_key("sk-geheim–x")
    assert "geheim" not in str(caught.value)


def test_people_are_told_what_to_do():
    place = "http://localhost:1/v1"
    down = for_people(ModelError("network", "no connection"), place)
    assert f"Is the server at {place} running" in down.hint
    missing = for_people(
        ModelError("not_found", "no such model", 404),
        place, model="qwen3-4b", offered=["llama", "qwen3-4b-instruct"],
    )  # fmt: skip
    assert "Did you mean qwen3-4b-instruct?" in missing.hint
    assert "llama" in missing.hint
    assert "50 calls" in str(BudgetSpent("calls", 50))
