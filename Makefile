# The same lines for people and for CI. `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help play test test-long setup page check fmt gen docs bench mutants audit pins clean

PYTHON ?= $(shell sh requirements/python.sh)
RUN := .venv/bin/python
WORKERS ?= 2

# Where Python may not keep what it compiled, every one of the dozens of processes that the tests start
# compiles a thousand modules again. What it keeps is ignored by git.
export PYTHONDONTWRITEBYTECODE :=

help: ## what there is to make
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 14

play: setup page ## install what is needed and start playing
	@.venv/bin/ludoteka serve --open

test: setup page ## install what the tests need and run them all
	@$(RUN) -m pytest -n $(WORKERS) --dist worksteal
	@echo "All tests passed."

test-long: setup ## what takes long or needs other programs: two servers behind a real nginx
	@$(RUN) -m pytest -m long

setup: ## make the environment in .venv, with every extra and test dependency
	@"$(PYTHON)" requirements/environment.py

page: setup ## build the page if its sources changed
	@$(RUN) hatch_build.py || echo "The page could not be built; the server works without it." >&2

check: setup ## format, lint, types, architecture, sizes: under a minute
	@$(RUN) -m ruff format --check .
	@$(RUN) -m ruff check .
	@$(RUN) -m mypy
	@.venv/bin/lint-imports --no-cache
	@$(RUN) -m tests.architecture.sizes
	@$(RUN) hatch_build.py lint
	@echo "All checks passed."

fmt: setup ## format the code and fix what can be fixed
	@$(RUN) -m ruff check --fix --quiet . || true
	@$(RUN) -m ruff format .
	@$(RUN) hatch_build.py fix || true
	@$(RUN) hatch_build.py format

gen: setup ## make the generated files again
	@$(RUN) -m tests.architecture.generate

docs: setup ## the guide and the API reference as a site in site/
	@NO_MKDOCS_2_WARNING=1 $(RUN) -m mkdocs build --strict --quiet
	@echo "Open site/index.html in a browser."

bench: setup ## measure the speed of everything
	@.venv/bin/ludoteka bench

mutants: setup ## plant faults in rules, core and server and see whether the tests notice: takes minutes
	@$(RUN) -m tests.mutants $(GROUPS)

audit: setup ## look for known holes in the dependencies (needs the network)
	@$(RUN) -m pip_audit --require-hashes --disable-pip -r requirements/dev.txt

pins: setup ## choose newer versions of the dependencies and pin them
	@"$(PYTHON)" requirements/environment.py --pin

clean: ## remove the environment and every cache
	rm -rf .venv .venv-uv .mypy_cache .ruff_cache .pytest_cache .hypothesis site
