# Targets create the environment they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: demo test check gpu-check reports clean

demo: $(VENV)/ready
	$(BIN)/precis demo --out out/demo

# Bytecode is written, whatever the environment says: tests start processes, each of which would compile all of precis anew.
test: $(VENV)/ready
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist loadgroup

# The committed reports; their timings are those of the machine that runs this.
reports: $(VENV)/ready
	for name in arclength heat conjugate_gradients wet_bulb; do $(BIN)/precis demo $$name --out reports/$$name || exit; done

# Emitted GPU source on a GPU: every program in several formats, the matrix units, times. Says why where it cannot run; GPU="--target hip" for AMD.
gpu-check: $(VENV)/ready
	$(BIN)/python -m benchmarks.gpu_check $(GPU)

check: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/pyright

$(VENV)/ready: pyproject.toml constraints.txt
	@echo "creating $(VENV): this takes a minute or two, once"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test]"
	touch $@

clean:
	rm -rf $(VENV) out
