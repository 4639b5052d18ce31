# The front door: `make demo` and `make test` need nothing but make and Python 3.11 or newer.
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What pytest makes of each test file is kept, else collecting them costs ten seconds every time.
PYTEST := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest
OUT ?= build
SAMPLES := boyle hubble michelson

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev demo samples test test-fast lint format types check bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: .setup-lean $(VENV)/.installed ## install TeX (lean), the virtual environment and the package

setup-dev: .setup-full $(VENV)/.installed-dev ## the same with the full TeX and the tools of development

.setup-lean .setup-full: .setup-%: .ci/install
	@sh .ci/install $* "$(PYTHON)"
	@touch $@

$(VENV)/bin/python: | .setup-python
	@echo "Making the virtual environment in $(VENV)"
	@"$(PYTHON)" -m venv $(VENV)

.PHONY: .setup-python
.setup-python:
	@sh .ci/install python "$(PYTHON)"

$(VENV)/.installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Reflectex into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Reflectex and the tools of development into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.installed

demo: setup ## set up, then make a report from a sample; ends with the path of its PDF
	@$(BIN)/reflectex run samples/boyle --author offline --output $(OUT)/boyle

samples: setup ## make the reports of all samples
	@for name in $(SAMPLES); do \
	  $(BIN)/reflectex run samples/$$name --author offline --output $(OUT)/$$name || exit 1; done

test: setup-dev ## set up, then run every test, those with TeX included
	@$(PYTEST) -n auto

test-fast: $(VENV)/.installed-dev ## the tests that need no TeX and no patience
	@$(PYTEST) -q -n auto -m "not tex and not slow"

lint: $(VENV)/.installed-dev ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(VENV)/.installed-dev ## put the code into shape
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

types: $(VENV)/.installed-dev ## mypy, strict
	@$(BIN)/mypy

check: lint types test-fast ## what to run before a commit

bench: $(VENV)/.installed-dev ## the benchmarks; each prints ratios
	@for script in bench/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean: ## remove what was built
	@rm -rf $(OUT) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .setup-*
