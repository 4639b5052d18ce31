import pytest

from agent.errors import UsageError
from agent.settings import Layer, from_environment, from_file, resolve


def test_the_last_layer_that_names_a_key_wins_and_is_named():
    resolved = resolve(
        Layer("reflectex.toml", {"model": {"name": "from file", "concurrency": 2}}),
        Layer("command line", {"model": {"name": "from line", "concurrency": None}}),
    )
    assert resolved.settings.model.name == "from line"
    assert resolved.settings.model.concurrency == 2
    assert resolved.sources["model.name"] == "command line"
    assert resolved.sources["model.concurrency"] == "reflectex.toml"
    assert resolved.sources["compile.engine"] == "default"


@pytest.mark.parametrize(
    ("group", "key", "near"),
    [("report", "titel", "title"), ("modell", "name", "model"), ("compile", "engin", "engine")],
)
def test_an_unknown_key_names_the_nearest_one(group, key, near):
    with pytest.raises(UsageError) as caught:
        resolve(Layer("reflectex.toml", {group: {key: "x"}}))
    assert near in caught.value.hint
    assert "reflectex.toml" in caught.value.message


def test_a_rule_with_an_unknown_key_names_the_nearest_one():
    with pytest.raises(UsageError) as caught:
        resolve(Layer("f", {"derive": [{"key": "k", "formula": "1", "refrence": 2}]}))
    assert "reference" in caught.value.hint


def test_a_value_of_the_wrong_kind_is_a_usage_error():
    with pytest.raises(UsageError, match=r"model\.concurrency"):
        resolve(Layer("f", {"model": {"concurrency": "many"}}))


def test_the_environment_sets_values_of_the_right_kind():
    layer = from_environment(
        {"REFLECTEX_MODEL_CONCURRENCY": "7", "REFLECTEX_MODEL_NAME": "m", "OTHER": "x"}
    )
    settings = resolve(layer).settings
    assert (settings.model.concurrency, settings.model.name) == (7, "m")


def test_the_endpoint_of_openai_is_understood():
    layer = from_environment({"OPENAI_BASE_URL": " http://127.0.0.1:1/v1 "})
    assert resolve(layer).settings.model.base_url == "http://127.0.0.1:1/v1"


def test_a_misspelt_variable_is_refused_with_the_nearest_name():
    with pytest.raises(UsageError) as caught:
        from_environment({"REFLECTEX_MODEL_NAM": "m"})
    assert "REFLECTEX_MODEL_NAME" in caught.value.hint


def test_a_folder_without_settings_has_an_empty_layer(tmp_path):
    assert from_file(tmp_path / "reflectex.toml").values == {}


@pytest.mark.parametrize("content", [b"[report\n", b"\xff\xfe[report]"])
def test_settings_that_are_no_toml_end_in_one_sentence(tmp_path, content):
    path = tmp_path / "reflectex.toml"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=r"reflectex\.toml"):
        from_file(path)


def test_settings_with_a_byte_order_mark_are_read(tmp_path):
    path = tmp_path / "reflectex.toml"
    path.write_bytes(b'\xef\xbb\xbf[report]\ntitle = "T"\n')
    assert from_file(path).values == {"report": {"title": "T"}}


@pytest.mark.parametrize("symbol", ["\\frac{", "R}", "a$b$", "x_", "50%", "a\\\\"])
def test_a_symbol_that_is_no_math_is_refused_with_its_key(symbol):
    with pytest.raises(UsageError, match=r"symbols\.V") as caught:
        resolve(Layer("reflectex.toml", {"symbols": {"V": symbol}}))
    assert repr(symbol) in caught.value.message
    with pytest.raises(UsageError, match="symbol"):
        resolve(Layer("f", {"derive": [{"key": "k", "formula": "1", "symbol": symbol}]}))


@pytest.mark.parametrize("symbol", ["V", "\\tau", "U_{0}", "\\bar{x}^2", "1/H", "pV"])
def test_a_symbol_that_is_math_is_taken(symbol):
    assert resolve(Layer("f", {"symbols": {"V": symbol}})).settings.symbols == {"V": symbol}
