# Every command of the project. `make help` lists them.
PORT ?= 8787
CLOUD_PORT ?= 8797
DATA ?= ./data
STAGE ?= dev
PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
NPM := npm --prefix web

.DEFAULT_GOAL := help
.PHONY: help dev test check gen unit web-test e2e bench gallery web clean setup cloud-local cloud-local-run lint-template
.PHONY: install serve backup verify sign-in-link deploy show destroy restore

help:  ## List the commands
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

dev: .make/run .make/web-build  ## Set up, build the web app, run LineUp (PORT=8787, DATA=./data)
	@PORT=$(PORT) DATA=$(DATA) $(PY) -m infra.local

setup: .make/python .make/web .make/ministack .make/chromium .make/proxies  ## Install everything, run nothing

test: setup .make/web-build  ## Set up and run all tests
	$(MAKE) -j 2 --output-sync=target check web-test lint-template
	$(PY) -m pytest -n 2 --dist loadgroup
	$(MAKE) e2e
	$(MAKE) cloud-local

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

web-test: .make/web  ## The tests of the web app without a browser
	$(NPM) test

gen: .make/python  ## Write everything that follows from the protocol models
	$(PY) -m tools.gen

e2e: .make/python .make/web-build .make/chromium  ## The product in a real browser, with real processes (§15 and the field cases)
	$(PY) -m pytest e2e -n 2 --dist loadfile

cloud-local: .make/python .make/web-build .make/chromium .make/ministack  ## The same browser tests on the packaged app and an emulator of AWS, but for those of pages alone
	LINEUP_E2E=cloud $(PY) -m pytest e2e/test_*.py

cloud-local-run: .make/python .make/web-build .make/ministack  ## Run the packaged app on an emulator of AWS, which keeps nothing (CLOUD_PORT=8797)
	@$(PY) -m infra.cloud_local --port $(CLOUD_PORT)

lint-template: .make/python  ## cfn-lint and checkov on the template that is deployed
	$(PY) -m infra.lint

bench: .make/python .make/ministack .make/web-build .make/chromium  ## Ratios against the bare engine, side by side; the fitness of the Lambda package; a long conversation in a browser
	$(PY) -m bench.append
	$(PY) -m bench.fitness
	$(PY) -m bench.conversations

gallery: .make/python .make/web-build .make/chromium  ## Pictures of every screen and state in build/gallery (WORDS="inbox card" for some)
	$(PY) -m e2e.tour build/gallery $(WORDS)

web: .make/web-build  ## Build the web app into web/dist

# One machine, as a service: docs/hosting.md

install: .make/run .make/web-build  ## Install what serving needs, build the web app, run nothing

serve: install  ## Run it as a service does, without the demo's hints; flags in ARGS="--behind-proxy --public-url ..."
	@exec $(PY) -m infra.local serve --port $(PORT) --data $(DATA) $(ARGS)

backup: .make/run  ## Back the data up while it runs (DATA=./data TO=./backups)
	@mkdir -p $(or $(TO),./backups)
	@$(PY) -m infra.local backup $(or $(TO),./backups) --data $(DATA)

verify: .make/run  ## Check every log, receipt and projection of the data (DATA=./data)
	@$(PY) -m infra.local verify --data $(DATA)

# AWS: docs/deploy.md

deploy: .make/python .make/web-build  ## Create or update the stack on AWS (STAGE=dev MAIL_FROM=lineup@example.com ...)
	@$(PY) -m infra.deploy up --stage $(STAGE)

show: .make/python  ## The addresses of the stack (STAGE=dev)
	@$(PY) -m infra.deploy show --stage $(STAGE)

sign-in-link: .make/python  ## A one-time sign-in link for the stack on AWS (STAGE=dev EMAIL=you@example.com)
	@test -n "$(EMAIL)" || { echo "EMAIL=you@example.com is missing. For the server on this machine: $(PY) -m infra.local sign-in-link" >&2; exit 2; }
	@$(PY) -m infra.deploy link --stage $(STAGE) $(EMAIL)

restore: .make/python  ## Put a restored table or an export into the stack (STAGE=dev FROM=TABLE-or-FILE CONFIRM=lineup-dev)
	@$(PY) -m infra.deploy restore --stage $(STAGE) --from "$(FROM)" --with-key "$(KEY)" --confirm "$(CONFIRM)"

destroy: .make/python  ## Take the stack down, keep the data (STAGE=dev CONFIRM=lineup-dev)
	@$(PY) -m infra.deploy down --stage $(STAGE) --confirm "$(CONFIRM)" --with-data "$(WITH_DATA)"

clean:  ## Remove what was built (not the data)
	rm -rf .make .venv .venv-ministack .venv-lint build web/node_modules web/dist

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

.make/web-build: .make/web $(shell find web/src web/public web/plugins web/index.html web/vite.config.ts -type f 2>/dev/null)
	$(NPM) run build
	@touch $@

.make/chromium:
	@mkdir -p .make
	sh tools/chromium.sh
	@touch $@

.make/proxies:
	@mkdir -p .make
	sh tools/nginx.sh
	@touch $@

.make/ministack: .make/python requirements-ministack.txt
	@mkdir -p .make
	$(PY) -m infra.ministack install
	@touch $@
