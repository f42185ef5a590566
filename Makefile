# Both targets create the environment they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test check reports clean

demo: $(VENV)/ready
	$(BIN)/precis demo --out out/demo

test: $(VENV)/ready
	$(BIN)/python -m pytest -n 2

# The committed reports; their timings are those of the machine that runs this.
reports: $(VENV)/ready
	for name in arclength heat conjugate_gradients wet_bulb; do $(BIN)/precis demo $$name --out reports/$$name || exit; done

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/pyright

$(VENV)/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test]"
	touch $@

clean:
	rm -rf $(VENV) out
