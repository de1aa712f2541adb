# Every command of the project. `make help` lists them.
PORT ?= 8787
DATA ?= ./data
PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
NPM := npm --prefix web

.DEFAULT_GOAL := help
.PHONY: help dev test check gen unit e2e bench web clean setup

help:  ## List the commands
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

dev: .make/run .make/web-build  ## Set up, build the web app, run LineUp (PORT=8787, DATA=./data)
	@PORT=$(PORT) DATA=$(DATA) $(PY) -m infra.local

setup: .make/python .make/web .make/ministack .make/chromium  ## Install everything, run nothing

test: setup .make/web-build  ## Set up and run all tests
	$(MAKE) check
	$(PY) -m pytest -n 2 --dist loadgroup
	$(NPM) test
	$(MAKE) e2e

unit: .make/python  ## The quick Python tests
	$(PY) -m pytest -n 2 tests/lap tests/services tests/edges tests/properties tests/local

check: .make/python .make/web  ## Linters, types, generated files
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy chalicelib infra tools app.py
	$(PY) -m mypy --config-file adapter/python/pyproject.toml adapter/python/lineup
	$(PY) -m tools.gen --check
	$(NPM) run lint
	$(NPM) run typecheck

gen: .make/python  ## Write everything that follows from the protocol models
	$(PY) -m tools.gen

e2e: .make/python .make/web-build .make/chromium  ## The product in a real browser, with real processes (§15 and the field cases)
	$(PY) -m pytest e2e

bench: .make/python  ## Ratios against the bare engine, side by side
	$(PY) -m bench.append

web: .make/web-build  ## Build the web app into web/dist

clean:  ## Remove what was built (not the data)
	rm -rf .make .venv .venv-ministack web/node_modules web/dist

# What running needs; tests and linters need .make/python too.
.make/run: requirements-local.txt adapter/python/pyproject.toml
	@mkdir -p .make
	@test -x $(PY) || python3 -m venv .venv
	$(PIP) --require-hashes -r requirements-local.txt
	$(PIP) --no-deps --no-build-isolation -e adapter/python
	@touch $@

.make/python: .make/run requirements-dev.txt
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

.make/web: web/package-lock.json
	@mkdir -p .make
	$(NPM) ci --no-audit --no-fund
	@touch $@

.make/web-build: .make/web $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
	$(NPM) run build
	@touch $@

.make/chromium:
	@mkdir -p .make
	sh tools/chromium.sh
	@touch $@

.make/ministack: .make/python requirements-ministack.txt
	@mkdir -p .make
	$(PY) -m infra.ministack install
	@touch $@
