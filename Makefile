# Fairfelt: `make run` shows it, `make test` checks it. Each sets up all it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# Where this is set, every process compiles every module anew: minutes in a test run.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: run test test-quick test-heavy test-times test-wheel coverage release deb mutants check check-js bench setup format docs answers pictures clean words requirements recount golden

run: $(READY)
	@$(BIN)/fairfelt serve --demo

# Browsers and servers wait much of the time: three workers keep two cores busy.
test: $(READY)
	$(BIN)/python -m pytest -n 3

test-quick: $(READY)
	FAIRFELT_QUICK=1 $(BIN)/python -m pytest

test-heavy: $(READY)
	FAIRFELT_HEAVY=1 $(BIN)/python -m pytest -m heavy

# A Debian package of the server with all its libraries, for machines without the internet: dist/fairfelt_VERSION_MACHINE.deb.
deb: $(READY)
	$(BIN)/python -m tools.deb

# Plant defects that would lose money, one at a time, and see that tests find them: make mutants ONLY="lost-carry".
mutants: $(READY)
	$(BIN)/python -m tests.mutants $(ONLY)

# Run the tests and say where the processor's time goes: by folder, and the dearest tests and kernels.
test-times: $(READY)
	$(BIN)/python -m pytest -n 3 -p tests.support.cpu_times

# Run the tests with every line counted, and write tests/coverage.md: about twice as long as make test.
coverage: $(READY) $(VENV)/.coverage
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n 3
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage json --quiet -o build/coverage.json
	$(BIN)/python -m tools.coverage_table build/coverage.json

test-wheel: $(READY)
	$(BIN)/python -m tests.support.wheel_check

# Build the last commit into dist/, compare two builds, install and try the wheel; make release TAG=1 tags it as well.
release: $(READY)
	$(BIN)/python -m tools.release $(if $(TAG),--tag)

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check-js: node_modules/.ready
	npm run --silent check

bench: $(READY) $(VENV)/.bench
	$(BIN)/python -m benchmarks --write docs/benchmarks.md

setup: $(READY)

format: $(READY)
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format --quiet .

words: $(READY)
	mkdir -p build
	$(BIN)/pybabel -q extract --no-location -F babel.cfg -o build/messages.pot .
	for language in src/fairfelt/web/words/*.po; do $(BIN)/pybabel -q update -N --omit-header --no-wrap -l $$(basename $$language .po) -i build/messages.pot -o $$language; done

docs: $(READY)
	$(BIN)/python -m tools.command_line > docs/cli.md
	$(BIN)/python -m tools.access_table docs/api.md
	$(BIN)/python -m tools.language_page docs/language.md
	$(BIN)/python -m fairfelt.rules.json_form.schema > docs/schemas/game-1.json
	$(BIN)/python -m tools.runbook docs/runbook.md
	$(BIN)/fairfelt config example > deploy/fairfelt.toml
	$(BIN)/python -m tools.settings_table docs/configuration.md
	$(BIN)/python -m tests.support.floor_plan ARCHITECTURE.md
	$(BIN)/python -m tests.support.requirements --page
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

answers: $(READY)
	$(BIN)/python -m tools.ship_answers
	$(BIN)/python -m tools.ship_leaks
	$(BIN)/python -m tools.ship_seats
	$(BIN)/python -m tools.covariances
	$(BIN)/python -m fairfelt.shipped_digests

# Count all that ships from nothing and compare it with tests/golden: hours of a core, and a stopped run goes on.
# In parts: make golden ASKED="--seconds 5 --kind par figures".
golden: $(READY)
	$(BIN)/python -m tools.golden $(ASKED)

# Count games again with a second program that shares no code with the package: hours of a core.
# One game, also at full size: make recount ASKED="three-card-poker --full".
recount: $(READY)
	$(BIN)/python -m tools.compare_recount $(ASKED)

# Run the tests behind every requirement, or behind one (make requirements N=9), and write docs/requirements.md.
requirements: $(READY)
	$(BIN)/python -m tests.support.requirements $(N)

# Retake all pictures in docs/, or some: make pictures ONLY="par play".
pictures: $(READY)
	$(BIN)/python -m docs.take_pictures $(ONLY)

$(READY): pyproject.toml constraints.txt src/fairfelt/version.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Fairfelt needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv $(VENV) || \
		{ echo "Could not make $(VENV): install your system's python3-venv package, then try again."; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or two)"
	@$(PIP) install --no-compile --constraint constraints.txt --editable '.[all,test,check,docs]'
	@touch $@

node_modules/.ready: package.json
	@npm install --silent --no-progress
	@touch $@

# Python 3.11 counts lines slowly, so coverage is no part of make test.
$(VENV)/.coverage: $(READY)
	@$(PIP) install --constraint constraints.txt coverage
	@touch $@

# eval7 publishes no wheel for every machine: where it cannot be built, the benchmark leaves it out and says so.
$(VENV)/.bench: $(READY)
	@$(PIP) install --constraint constraints.txt --editable '.[all,test,check,docs,bench]'
	@$(PIP) install --constraint constraints.txt Cython setuptools wheel && \
		$(PIP) install --no-build-isolation --constraint constraints.txt eval7 2>/dev/null || true
	@touch $@

clean:
	rm -rf $(VENV) site node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
