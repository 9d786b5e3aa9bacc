# make test and make crossover do all set-up themselves; run again, they rebuild only what changed.
# Everything made here lies in .venv/, target/, build/ and results/, all ignored by git.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PACKAGES := $(VENV)/.packages
INSTALLED := $(VENV)/.installed
EXTENSION := $(VENV)/.extension

# What writes the library's kernels, which the install leaves beside the sources.
KERNELS := $(wildcard dsp_asm/dsp56k/lib/kernels/*)

RUST_SOURCES := Cargo.toml Cargo.lock $(shell find card/crates emu/crates emu/dsp56k/isa host_driver/crates -name '*.rs' -o -name '*.toml')

# Byte code is kept, because tests start `dsp56k` hundreds of times: a start without it takes three times as long.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.PHONY: build test cross-arm64 cross-windows fuzz-coverage fuzz-corpus recipes site vscode browser wheel bill lint prose crossover figures holds corruptions fuzz engines proofs proof-mutants systematic sleigh decompiler fuzz-files mutants mutants-sample card-faults packet-faults command-faults roundtrip silicon captures clean bench bench-asm bench-early bench-pc bench-against timing

build: $(EXTENSION)

# The pinned packages, in a venv of the checkout's own.
$(PACKAGES): requirements.lock
	@python=$$(tools/prerequisites.sh) && { $(PIP) --version >/dev/null 2>&1 || "$$python" -m venv --clear $(VENV); }
	$(PIP) install --quiet --require-hashes --requirement requirements.lock
	@touch $@

# The editable install: Python edits need no rebuild.
$(INSTALLED): $(PACKAGES) pyproject.toml setup.py $(KERNELS)
	$(PIP) install --quiet --no-build-isolation --no-deps --editable .
	@touch $@

# The Rust extension, in release mode, into the editable install.
$(EXTENSION): $(INSTALLED) $(RUST_SOURCES)
	@tools/prerequisites.sh >/dev/null
	$(BIN)/python -c 'import setuptools; setuptools.setup()' --quiet build_rust --inplace --release
	@touch $@

# make test TESTS="tests/unit/emu tests/docs" runs those alone. make test ENGINE=jit: with generated code, which is made
# where a program arrives for the first time.
TESTS :=
ENGINE :=
test: build
	$(if $(ENGINE),DSP56K_ENGINE=$(ENGINE)) $(BIN)/python -m pytest --numprocesses auto --dist worksteal $(TESTS)

# The recipes of docs/contributing/recipes.md in an unpacked source distribution, which has every file that git has. Its
# core is built, and the tests that the recipes concern or that read the whole tree pass.
# make recipes SUITE=whole: all tests.
SUITE :=
recipes: build
	SUITE=$(SUITE) $(BIN)/python -m pytest tests/recipes/whole.py

# The documents as a site, in build/site: index.html there; a link that leads nowhere or a page left out is an error.
site: build
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --builder html --conf-dir docs/site . build/site

# The VS Code extension in dist/, with the language client of the npm registry; its server and its debug adapter are started
# under Node.js.
VSCODE := build/vscode
vscode: build
	rm -rf $(VSCODE) && mkdir -p build && cp -r tools/vscode $(VSCODE) && cp LICENSE $(VSCODE)/LICENSE.txt
	cd $(VSCODE) && npm ci --omit=dev --ignore-scripts --no-audit --no-fund
	node tests/vscode/handshake.js $(VSCODE) $(BIN)/dsp56k
	$(BIN)/python tools/vsix.py $(VSCODE) dist/dsp56k-$$(node -p 'require("./$(VSCODE)/package.json").version').vsix

# The page that assembles and runs programs in a browser, in build/browser; a site built afterwards has it, too. It needs npm
# and the target of Rust (rustup target add wasm32-unknown-unknown), its test Chromium with chromedriver. 45 s of processor time,
# 75 s the first time.
BROWSER := build/pyodide
browser: build
	cargo build --quiet --locked --profile wasm --target wasm32-unknown-unknown --package dsp56k-web
	mkdir -p $(BROWSER) && cp tools/browser/package.json tools/browser/package-lock.json $(BROWSER)
	cd $(BROWSER) && npm ci --omit=dev --ignore-scripts --no-audit --no-fund
	$(BIN)/python tools/browser_page.py target/wasm32-unknown-unknown/wasm/dsp56k_web.wasm $(BROWSER)/node_modules/pyodide build/browser
	$(BIN)/python -m pytest tests/browser/in_chromium.py

# A wheel for this machine in dist/, tried in an environment of its own with nothing but what it asks for. Its files have the
# time of the commit, so that another build of the commit by the same compilers, with the same path of Cargo's registry,
# gives the same bytes.
wheel: export SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),$(shell stat --format=%Y pyproject.toml))
wheel: build
	rm -rf dist build/wheel-venv
	CARGO_TARGET_DIR=$(CURDIR)/target $(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	$(BIN)/python -m venv build/wheel-venv
	build/wheel-venv/bin/python -m pip --disable-pip-version-check install --quiet dist/*.whl
	cd build/wheel-venv && bin/python $(CURDIR)/tools/smoke_test_wheel.py

# What the lock files name, as a CycloneDX list beside the wheel: versions, licences, who needs what.
bill: build
	$(BIN)/python tools/sbom.py dist/dsp56k.cdx.json

# clippy in release mode: what build scripts and macros are made of is there from the build.
lint: build
	cargo fmt --all --check
	cargo clippy --release --workspace --all-targets --locked --quiet -- --deny warnings
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/clang-format --dry-run -Werror $$(find host_driver/src -name '*.[ch]')
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest dsp56k.emu._core dsp56k.host._pc --mypy-config-file pyproject.toml --allowlist tools/stubtest-allowlist.txt
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell
	$(BIN)/python tools/prose/check_prose.py
	@printf 'the shortest and the longest modules, for review:\n'
	@sizes=$$(git ls-files '*.py' '*.rs' | grep -v '^tests/\|__init__\|mod.rs\|build.rs\|__main__' | xargs wc -l | grep -v ' total$$' | sort -n); \
	echo "$$sizes" | head -n 10; echo "$$sizes" | tail -n 10

# English by the rules in tools/prose, counted by package: a count must not rise. make prose UPDATE=1 records counts that
# have fallen; make prose LIST="emu/crates/jit tools" lists all findings of packages. docs/contributing/style.md explains.
UPDATE :=
LIST :=
prose: build
	$(BIN)/python tools/prose/check_prose.py $(if $(UPDATE),--update) $(if $(LIST),--list $(LIST))

# Every first word, disassembled and assembled again, and the text once more; about ten minutes on one core.
roundtrip: build
	$(BIN)/python tests/roundtrip.py

# What dsp56k sleigh writes: the text of every first word beside the disassembler, and COUNT random cases of its p-code beside
# the emulator: make sleigh COUNT=1000000 SEED=1 STRIDE=1; an hour on one core.
STRIDE := 1
sleigh: build
	$(BIN)/python tests/differential/pcode/campaign.py --stride $(STRIDE) --cases $(COUNT) --seed $(SEED)

# Routines of the library in Ghidra's decompiler; PYTHON is a Python of at least 3.13 with the package flatline.
PYTHON := python3.13
decompiler: build
	$(BIN)/python tests/differential/pcode/decompiler.py $(PYTHON)

# The speed of the emulator, the starts and the assembler beside their targets; docs/explanation/performance.md. make bench
# RECORD=--record keeps what was measured in docs/records.
RECORD :=
bench: bench-asm
	$(BIN)/python tools/records/bench_scaling.py $(RECORD)
	$(BIN)/python tools/records/bench.py $(RECORD)

# Starts and the assembler alone.
bench-asm: build
	$(BIN)/python tools/records/bench_asm.py $(RECORD)

# Generated code against the interpreter from a process's first instruction on; a part: make bench-early ONLY="md2 BRANCHY"
ONLY :=
bench-early: build
	$(BIN)/python tools/records/bench_warmup.py $(if $(ONLY),--only $(ONLY)) $(RECORD)

# The PC's, natively and in Python.
bench-pc: build
	$(BIN)/python tools/records/bench_pc.py $(RECORD)

# And against an earlier commit, checked out and built elsewhere: make bench-against OLD=/tmp/old
bench-against: build
	$(BIN)/python tools/records/bench_compare.py $(OLD) $(RECORD)

# The verdicts on time in docs/reference/library.md by thousands of calls of each routine: minutes on two cores. TIMING=2000 choices
# of each key, length and so on; of costly routines, as many calls.
TIMING := 2000
timing: build
	$(BIN)/python tools/records/timing_table.py --cases $(TIMING) --jobs $(JOBS)

# The values that studies hold, from a measurement of their base: make holds STUDIES="s1-27mhz"
STUDIES :=
holds: build
	$(BIN)/python tools/records/record_holds.py $(STUDIES)

# Three deliberate errors of the model: which assessments and held values each changes; some minutes.
corruptions: build
	$(BIN)/python tools/corruptions.py

# Every figure of the package with made-up results: no text over text or curves, and the size of the page; 2 minutes.
figures: build
	DSP56K_ALL_FIGURES=1 $(BIN)/python -m pytest tests/unit/study/figures tests/unit/study/reports -q

crossover: build
	$(BIN)/dsp56k crossover --no-cache

# Random code, instructions and programs on the emulator and on the plain-Python DSP56001, and on both engines:
# make fuzz SECONDS=600 SEED=1 ENGINE=jit
SECONDS := 60
SEED := 0
fuzz: build
	$(BIN)/python tests/differential/campaign.py --seconds $(SECONDS) --seed $(SEED) --engine $(or $(ENGINE),interpreter)

# Programs and states on both engines, chosen by the paths that they take through the emulator and the JIT (libFuzzer). It
# needs cargo-fuzz (cargo install cargo-fuzz --locked). What finds a new path is added to emu/fuzz/corpus; make
# fuzz-corpus leaves in it what all paths need. Cargo's unstable options are those of the pinned Rust.
FUZZ := RUSTC_BOOTSTRAP=1 RUSTC_WRAPPER=$(CURDIR)/emu/fuzz/instrument.sh nice -n 15 cargo fuzz
FUZZ_TARGET := --fuzz-dir emu/fuzz --sanitizer none compiled_code
# A header and 64 words, the longest input that is read as a whole.
FUZZ_LENGTH := -max_len=265
fuzz-coverage:
	$(FUZZ) run $(FUZZ_TARGET) -- -max_total_time=$(SECONDS) $(FUZZ_LENGTH) -print_final_stats=1

fuzz-corpus:
	$(FUZZ) cmin $(FUZZ_TARGET) -- $(FUZZ_LENGTH)

# The emulator on other hosts, by cross compilers and emulation: the Rust tests, and on ARM the vectors and programs on both
# engines. 20 to 40 minutes on two cores the first time, 10 afterwards; what is missing is named.
cross-arm64: build
	tools/cross/arm64.sh

cross-windows:
	tools/cross/windows.sh

# Programs that come back, on the interpreter and on generated code, up to so many instructions that are the same.
INSTRUCTIONS := 1000000000
engines: build
	nice -n 15 $(BIN)/python tests/differential/campaign.py --engines --instructions $(INSTRUCTIONS) --seed $(SEED)

# The theorems of docs/explanation/soundness.md, for all sizes of kernels; some minutes. tests/proofs/prove_kernels.py
# records the proofs of kernels, without which none is used.
proofs: build
	PROOFS=all $(BIN)/python -m pytest --numprocesses auto --dist worksteal tests/unit/testing/proofs

# Mutants of a Montgomery kernel: what is proved must be right for 100,000 random operands; half a minute for 200 mutants.
proof-mutants: build
	$(BIN)/python tests/proofs/proof_mutants.py --seed $(SEED)

# The public dumps of DSP56300 silicon on both engines and the model, where you have them: make silicon
# DUMPS=dsp56300/tools/difftest/goldens
DUMPS :=
silicon: build
	$(BIN)/python tests/silicon/dumps.py "$(DUMPS)"

# The 286's clocks and captures of an 80C286's bus (SingleStepTests/80286), whose files CAPTURES has:
# make captures CAPTURES=/tmp/80286/v1_real_mode RECORD=--record
CAPTURES :=
captures: build
	$(BIN)/python tests/silicon/captures_286.py "$(CAPTURES)" $(RECORD)

# All pairs and triples of operations on accumulators, pointers and flags, on the interpreter and on generated code, a share
# also on the plain-Python DSP56001: make systematic SHARE=10 for one case in ten
SHARE := 1
systematic: build
	nice -n 15 $(BIN)/python tests/differential/systematic/campaign.py --share $(SHARE)

# Damaged sources, object files, and sessions of the debug adapter and of the language server, COUNT of each, through
# everything that reads them: make fuzz-files COUNT=1000000 SEED=1 START=0
COUNT := 10000
START := 0
JOBS := $(shell nproc)
fuzz-files: build
	$(BIN)/python tests/fuzz/campaign.py --count $(COUNT) --start $(START) --seed $(SEED) --jobs $(JOBS)

# Mutation testing in a copy of the tree, one mutant at a time: of the emulator by tools/mutants.toml, and of one package by
# a random sample, make mutants-sample PACKAGE=dsp_asm/dsp56k/asm MUTANTS=50 SEED=1. A Rust crate needs cargo-mutants.
MUTANTS := 50
mutants: build
	$(BIN)/python tools/mutation_test.py

mutants-sample: build
	$(BIN)/python tools/mutation_sample.py $(PACKAGE) --count $(MUTANTS) --seed $(SEED)

# Faults on the card at random moments of every job: make card-faults CASES=3 PROCESSES=2 SEED=1
CASES := 1
PROCESSES := 2
card-faults: build
	$(BIN)/python tests/fault_injection/campaign.py --count $(CASES) --jobs $(PROCESSES) --seed $(SEED)

# The same while packets are made: make packet-faults CASES=3 PROCESSES=2 SEED=1
packet-faults: build
	$(BIN)/python tests/fault_injection/campaign.py --campaign packets --count $(CASES) --jobs $(PROCESSES) --seed $(SEED)

# The same during user commands of the library: make command-faults CASES=3 PROCESSES=2 SEED=1
command-faults: build
	$(BIN)/python tests/fault_injection/campaign.py --campaign commands --count $(CASES) --jobs $(PROCESSES) --seed $(SEED)

clean:
	rm -rf $(VENV) target build dist results
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	find emu dsp_asm card host_driver tools tests -name __pycache__ -prune -exec rm -rf {} +
	rm -rf dsp_asm/dsp56k/lib/src/*/kernels *.egg-info emu/dsp56k/emu/_core.*.so host_driver/dsp56k/host/_pc.*.so */dsp56k/*/_*.dylib
