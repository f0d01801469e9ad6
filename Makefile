# make | make install | make deb | make wheel | make demo | make test | make lint | make sanitize | make coverage | make threads | make bench | make performance | make fuzz | make soak | make clean
# MODE=release (default) optimizes; MODE=debug runs the checkers after every stage;
# MODE=sanitize is debug under the address and undefined-behaviour sanitizers, MODE=thread under the thread sanitizer.

MODE     ?= release
BUILD    := build/$(MODE)
CC       := gcc
WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
CFLAGS_release  := -O2 -g
CFLAGS_debug    := -O1 -g -DTARN_CHECK
CFLAGS_sanitize := -O1 -g -DTARN_CHECK -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_thread   := -O1 -g -fsanitize=thread
CFLAGS_coverage := -O1 -fno-inline -g -DTARN_CHECK -DTARN_COVERAGE --coverage -fprofile-update=atomic
CFLAGS   := -std=c11 -D_GNU_SOURCE -fPIC -fvisibility=hidden -fno-math-errno -ffp-contract=off $(WARNINGS) $(CFLAGS_$(MODE)) -MMD -MP -Isrc -Iinclude -isystem /usr/include/suitesparse
# The build of OpenBLAS without threads: the others wake idle threads that spin beside short runs.
OPENBLAS := /usr/lib/$(shell $(CC) -print-multiarch)/openblas-serial
LDLIBS   := -L$(OPENBLAS) -Wl,-rpath,$(OPENBLAS) -lsundials_ida -lsundials_cvode -lsundials_nvecserial -lsundials_sunlinsolklu -lsundials_sunmatrixsparse -lklu -lamd -lopenblas -lffi -lz -lexpat -ldl -lm

SOURCES  := $(filter-out src/cli/main.c src/fmi/runtime/% src/fmi/portable/%,$(sort $(wildcard src/*/*.c src/*/*/*.c)))
OBJECTS  := $(SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/pages/assets.o
LIBRARY  := $(BUILD)/libtarn.a
PROGRAM  := $(BUILD)/tarn

# What others link: everything but the command line, and only the names of include/tarn.h.
VERSION  := $(shell sed -n 's/^.define TARN_VERSION "\(.*\)"/\1/p' include/tarn.h)
SONAME   := libtarn.so.$(firstword $(subst ., ,$(VERSION)))
SHARED   := $(BUILD)/exports/libtarn.so.$(VERSION)
ARCHIVE  := $(BUILD)/exports/libtarn.a
PACKAGE  := $(BUILD)/exports/tarn.pc
EXPORTED := $(filter-out $(BUILD)/src/cli/%,$(OBJECTS))

# What an exported model brings along: the runtime, nothing behind it but libc, libm and the loader. LAPACK is the
# reference one: OpenBLAS would make every export twenty times as large. The program has it compressed.
RUNTIME  := $(BUILD)/exports/runtime.so
CARRIED  := $(BUILD)/exports/runtime.o
# The same in sources (tarn fmu --source), without the libraries behind it and what needs them.
PACKED   := $(BUILD)/exports/sources.gz
PORTABLE := $(wildcard src/fmi/portable/*.[ch] src/run/*.c src/run/*/*.c src/program/engine/*.c) \
            $(addprefix src/program/,foreign_memory.c program.c program_bytes.c external/external_binding.c external/external_call.c external/guard.c) \
            $(addprefix src/base/,arena.c bytes.c diag.c range_count.c source.c suggest.c text.c) src/expr/number_format.c \
            $(addprefix src/fmi/export/,exported_model.c references.c) $(filter-out %/fortran.c %/lapack.c %/opened.c,$(wildcard src/fmi/runtime/*.c)) \
            $(addprefix src/tarn/api/,api_diagnostics.c api_exchange.c api_model.c api_run.c api_values.c value_fits.c)
PORTABLE := $(filter-out $(addprefix src/run/,integrators/cvode.c integrators/ida.c integrators/sundials_problem.c \
            integrators/stability.c linear/klu_factors.c linear/fronts.c linear/front_tree.c loops/loop_methods.c),$(PORTABLE))
RUNTIME_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard src/fmi/runtime/*.c)))
comma    := ,
space    := $(subst ,, )
MULTIARCH := /usr/lib/$(shell $(CC) -print-multiarch)
RUNTIME_LIBS := $(foreach name,sundials_ida sundials_cvode sundials_nvecserial sundials_sunlinsolklu sundials_sunlinsoldense \
                sundials_sunmatrixsparse sundials_sunmatrixdense sundials_generic klu amd colamd btf suitesparseconfig ffi_pic,$(MULTIARCH)/lib$(name).a) \
                $(MULTIARCH)/lapack/liblapack.a $(MULTIARCH)/blas/libblas.a

# All of them with the LAPACK of OpenBLAS, and of that what models may call by name.
ENCLOSED_LIBS := $(filter-out %/liblapack.a %/libblas.a,$(RUNTIME_LIBS)) $(MULTIARCH)/libz.a $(MULTIARCH)/libexpat.a
LAPACK_NAMES := $(shell sed -n 's/^LAPACK(\(.*\))/\1/p' src/fmi/lapack.def)
WHOLE_LIBS := $(BUILD)/src/fmi/runtime/fortran.o -static-libgcc -Wl,--gc-sections $(LAPACK_NAMES:%=-Wl$(comma)--export-dynamic-symbol=%) \
              $(addprefix -Wl$(comma)-u$(comma),$(LAPACK_NAMES)) -Wl,--start-group $(ENCLOSED_LIBS) $(OPENBLAS)/libopenblas.a -Wl,--end-group -ldl -lm

# The sources of pages and the plot library, as C arrays in the program.
PAGES    := $(sort $(wildcard src/pages/*.html src/pages/*.css src/pages/*.js))
KERNELS  := $(sort $(wildcard src/sweep/lanes/*.cl))
UPLOT    := build/npm/uplot
ASSETS   := $(foreach file,$(PAGES),$(notdir $(file))=$(file)) uplot.js=$(UPLOT)/dist/uPlot.iife.min.js \
            uplot.css=$(UPLOT)/dist/uPlot.min.css uplot.license=$(UPLOT)/LICENSE fmu.h=src/fmi/component/fmu.h.in \
            $(foreach file,$(KERNELS),$(notdir $(file))=$(file))

# The test runner: the frame, one file per kind of data test, and the unit tests. The list of
# unit suites is made from the file names, so that a test file needs no entry anywhere.
UNITS    := $(sort $(wildcard tests/unit/*.c))
RUNNER_SOURCES := $(sort $(wildcard tests/*.c tests/kinds/*.c)) $(UNITS)
RUNNER_OBJECTS := $(RUNNER_SOURCES:%.c=$(BUILD)/%.o)
RUNNER   := $(BUILD)/runner
BENCHES  := $(patsubst bench/%.c,$(BUILD)/bench/%,$(sort $(wildcard bench/*.c)))
SUITES   := $(BUILD)/tests/suites.def

# A line per file instead of the whole command; V=1 shows the commands.
say       = $(if $(V),,@printf '  %s\n' '$(1)';)

# Parallel unless the caller has said how.
JOBS     := $(shell nproc 2>/dev/null || echo 2)
PARALLEL  = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: all engines deb wheel python install install-program install-library install-python demo threads faults coverage test test-python lint sanitize bench performance corpus fuzz soak clean deps test-deps runner FORCE
all: tarn compile_commands.json

tarn: $(PROGRAM)
	@ln -sf $(PROGRAM) tarn && ln -sf $(LIBRARY) libtarn.a

# The numerical libraries are in the program: the loader took two of the three milliseconds that a run took at least
# (perf stat -r 30 tarn version: 3.1 and 1.0 ms). What models call of LAPACK can be found in it. Sanitizers want to see what is called.
$(PROGRAM): $(BUILD)/src/cli/main.o $(CARRIED) $(LIBRARY) $(BUILD)/src/fmi/runtime/fortran.o
	$(call say,link $@)$(CC) $(CFLAGS) $(BUILD)/src/cli/main.o $(CARRIED) $(LIBRARY) $(if $(findstring -fsanitize,$(CFLAGS)),$(LDLIBS),$(WHOLE_LIBS)) -o $@

$(RUNTIME): $(RUNTIME_OBJECTS) $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,link $@)$(CC) $(CFLAGS) -shared -static-libgcc -Wl,--exclude-libs$(comma)ALL -Wl,--gc-sections -Wl,-Bsymbolic \
	  $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl$(comma)--no-undefined) $(RUNTIME_OBJECTS) $(LIBRARY) -Wl,--start-group $(RUNTIME_LIBS) -Wl,--end-group -ldl -lm -o $@

$(PACKED): $(PORTABLE) $(wildcard src/*/*.h src/*/*/*.h src/*/*.def src/*/*/*.def) include/tarn.h tools/pack-sources LICENSE
	@mkdir -p $(@D)
	@tools/pack-sources $(@D)/sources $(PORTABLE) > $(@D)/sources.all && gzip -9nc $(@D)/sources.all > $@ && rm $(@D)/sources.all

# As whoever has a model in sources compiles them: a plain compiler without a word from us.
$(BUILD)/exports/portable.o: $(PACKED)
	$(call say,compile $(@D)/sources)cd $(@D)/sources && ls *.c | xargs -P$(JOBS) -n10 cc -fPIC -c && ld -r *.o -o ../portable.o && rm *.o

$(CARRIED): $(RUNTIME) $(PACKED)
	@strip -o $(@D)/stripped.so $< && gzip -9nc $(@D)/stripped.so > $(@D)/runtime.gz && rm $(@D)/stripped.so
	@printf '%s\n' '.section .rodata' '.global fmu_runtime, fmu_runtime_end, fmu_sources, fmu_sources_end' \
	  '.hidden fmu_runtime, fmu_runtime_end, fmu_sources, fmu_sources_end' \
	  'fmu_runtime: .incbin "$(@D)/runtime.gz"' 'fmu_runtime_end: .byte 0' 'fmu_sources: .incbin "$(PACKED)"' 'fmu_sources_end: .byte 0' '.section .note.GNU-stack,"",@progbits' | $(CC) -c -x assembler - -o $@

$(LIBRARY): $(OBJECTS)
	@rm -f $@ && ar rcs $@ $(OBJECTS)

$(SHARED): $(EXPORTED) $(CARRIED)
	@mkdir -p $(@D)
	$(call say,link $@)$(CC) $(CFLAGS) -shared -Wl,-soname,$(SONAME) $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl,--no-undefined) $(EXPORTED) $(CARRIED) $(LDLIBS) -o $@
	@ln -sf $(@F) $(@D)/$(SONAME) && ln -sf $(@F) $(@D)/libtarn.so

# A wheel for pip: the Python package with a library that needs nothing behind libc and libm. Its LAPACK is that of the
# program, so that both compute the same bits; models call more of it than the library does.
WHEEL    := $(BUILD)/tarn-$(VERSION)-py3-none-linux_$(shell uname -m).whl
ENCLOSED := $(BUILD)/exports/enclosed/libtarn.so
$(ENCLOSED): $(EXPORTED) $(CARRIED) $(BUILD)/src/fmi/runtime/fortran.o
	@mkdir -p $(@D)
	$(call say,link $@)$(CC) $(CFLAGS) -shared -static-libgcc -Wl,-soname,$(SONAME) -Wl,-Bsymbolic -Wl,--gc-sections \
	  -Wl,--exclude-libs$(comma)$(subst $(space),:,$(notdir $(ENCLOSED_LIBS))) $(addprefix -Wl$(comma)-u$(comma),$(LAPACK_NAMES)) \
	  $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl$(comma)--no-undefined) $^ -Wl,--start-group $(ENCLOSED_LIBS) $(OPENBLAS)/libopenblas.a -Wl,--end-group -ldl -lm -o $@

# The library for PYTHONPATH=python.
python: $(SHARED)

wheel: $(WHEEL)
	@echo $(WHEEL)

# Packing takes seconds: what is only tested is packed less.
$(WHEEL): $(ENCLOSED) $(sort $(wildcard python/tarn/*)) tools/make-wheel docs/python.md
	@tools/make-wheel $(ENCLOSED) $(VERSION) $@ $(if $(filter release,$(MODE)),9,1)

# One object, in which hidden names are local: they meet no names of other programs.
$(ARCHIVE): $(EXPORTED) $(CARRIED)
	@mkdir -p $(@D)
	$(call say,link $@)ld -r $(EXPORTED) $(CARRIED) -o $(@D)/tarn.o && objcopy --localize-hidden $(@D)/tarn.o
	@rm -f $@ && ar rcs $@ $(@D)/tarn.o && rm $(@D)/tarn.o

$(PACKAGE): Makefile include/tarn.h FORCE
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: tarn' \
	  'Description: compiles Modelica models and simulates them' 'Version: $(VERSION)' \
	  'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -ltarn' 'Libs.private: $(LDLIBS)' > $@

# The manual page and the completions of shells, told by the program itself.
MANUAL   := $(BUILD)/manual
$(MANUAL)/done: $(PROGRAM)
	@mkdir -p $(@D)
	@for form in man:tarn.1 bash:tarn zsh:_tarn fish:tarn.fish; do \
	  $(PROGRAM) manual $${form%%:*} > $(@D)/$${form#*:} || exit 1; done; touch $@

# make install PREFIX=/usr/local DESTDIR=: what is installed lies below DESTDIR, and says it lies in PREFIX.
PREFIX   ?= /usr/local
INSTALL  := install
ROOM      = $(DESTDIR)$(PREFIX)
PYTHON_ROOM = $(ROOM)/lib/python3/dist-packages
install: install-program install-library

install-program: $(PROGRAM) $(MANUAL)/done
	@$(INSTALL) -D -m 755 $(PROGRAM) $(ROOM)/bin/tarn
	@$(INSTALL) -D -m 644 $(MANUAL)/tarn.1 $(ROOM)/share/man/man1/tarn.1
	@$(INSTALL) -D -m 644 $(MANUAL)/tarn $(ROOM)/share/bash-completion/completions/tarn
	@$(INSTALL) -D -m 644 $(MANUAL)/_tarn $(ROOM)/share/zsh/site-functions/_tarn
	@$(INSTALL) -D -m 644 $(MANUAL)/tarn.fish $(ROOM)/share/fish/vendor_completions.d/tarn.fish

install-library: $(SHARED) $(ARCHIVE) $(PACKAGE)
	@$(INSTALL) -D -m 644 include/tarn.h $(ROOM)/include/tarn.h
	@$(INSTALL) -D -m 644 $(SHARED) $(ROOM)/lib/$(notdir $(SHARED))
	@ln -sf $(notdir $(SHARED)) $(ROOM)/lib/$(SONAME) && ln -sf $(SONAME) $(ROOM)/lib/libtarn.so
	@$(INSTALL) -D -m 644 $(ARCHIVE) $(ROOM)/lib/libtarn.a
	@$(INSTALL) -D -m 644 $(PACKAGE) $(ROOM)/lib/pkgconfig/tarn.pc

install-python:
	@for file in python/tarn/*.py python/tarn/py.typed; do $(INSTALL) -D -m 644 $$file $(PYTHON_ROOM)/tarn/$${file##*/}; done

# A Debian package of all that, and one of the Python package.
deb: all
	@rm -rf $(BUILD)/deb
	@$(MAKE) --no-print-directory install PREFIX=/usr DESTDIR=$(BUILD)/deb/root
	@$(MAKE) --no-print-directory install-python PREFIX=/usr DESTDIR=$(BUILD)/deb/python
	@tools/make-deb $(BUILD) $(VERSION)

$(BUILD)/src/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(call say,compile $<)$(CC) $(CFLAGS) -c $< -o $@

# The commit is told by the version; one file knows it, and is compiled again when it changes.
COMMIT   := $(shell git describe --always --abbrev=10 --exclude='*' --dirty=+ 2>/dev/null)
$(BUILD)/src/cli/version.o: CFLAGS += $(if $(COMMIT),-DTARN_COMMIT='"$(COMMIT)"')
$(BUILD)/src/cli/version.o: $(BUILD)/commit
$(BUILD)/commit: FORCE
	@mkdir -p $(@D) && echo '$(COMMIT)' | cmp -s - $@ || echo '$(COMMIT)' > $@

$(BUILD)/pages/assets.c: $(PAGES) $(KERNELS) src/fmi/component/fmu.h.in tools/embed-pages Makefile $(UPLOT)/package.json
	@mkdir -p $(@D)
	@tools/embed-pages $(ASSETS) > $@

$(BUILD)/pages/assets.o: $(BUILD)/pages/assets.c
	$(call say,compile $<)$(CC) $(CFLAGS) -c $< -o $@

# Without it the build goes on: everything but pages works, and those say what is missing.
$(UPLOT)/package.json: tools/install-deps
	@tools/install-deps npm && touch $@ || true

$(BUILD)/tests/%.o: tests/%.c Makefile $(SUITES)
	@mkdir -p $(@D)
	$(call say,compile $<)$(CC) $(CFLAGS) -Itests -I$(BUILD)/tests -c $< -o $@

$(SUITES): $(UNITS)
	@mkdir -p $(@D)
	@for name in $(basename $(notdir $(UNITS))); do echo "SUITE($$name)"; done > $@

$(RUNNER): $(RUNNER_OBJECTS) $(CARRIED) $(LIBRARY)
	$(call say,link $@)$(CC) $(CFLAGS) $(RUNNER_OBJECTS) $(CARRIED) $(LIBRARY) $(LDLIBS) -o $@

runner: $(RUNNER) $(PROGRAM) $(SHARED) $(ARCHIVE) $(BUILD)/exports/portable.o $(BUILD)/faults $(if $(filter debug,$(MODE)),$(WHEEL))
	@:

deps:
	@tools/install-deps build

test-deps:
	@tools/install-deps test

demo: deps
	@$(MAKE) --no-print-directory $(PARALLEL) all
	./tarn simulate examples/bouncing_ball.mo --output ball.csv --plot ball.svg h v
	@echo "The result is in $(CURDIR)/ball.csv, the picture in $(CURDIR)/ball.svg"

test: test-deps
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=debug runner
	@build/debug/runner $(TEST)

# Every model of the tests as C text, too; `make test` takes every eighth.
engines: test-deps
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=debug runner
	@C_SHARE=1 build/debug/runner --only tests/run

# All of the Python package: with pandas, xarray, matplotlib, Dask, mypy and Jupyter where they are installed.
test-python: test-deps
	@$(MAKE) --no-print-directory $(PARALLEL) tarn $(SHARED)
	@TARN_SLOW=1 TARN_CYCLES=1000 TARN_PROGRAM=$(CURDIR)/$(PROGRAM) TARN_LIBRARY=$(CURDIR)/$(BUILD)/exports/libtarn.so PYTHONPATH=python \
	  /usr/bin/python3 -m pytest -q -rs -p no:cacheprovider tests/python

# The leak checker cannot read the thread-local storage of libraries loaded by a forked worker.
sanitize: test-deps
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=sanitize runner
	@LSAN_OPTIONS=use_tls=0:print_suppressions=0:suppressions=$(CURDIR)/tests/leaks.supp build/sanitize/runner $(TEST)

# Which lines and functions the tests run; tools/test-coverage build/coverage FILE shows the lines of one file.
coverage: test-deps
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=coverage runner
	@find build/coverage -name '*.gcda' -delete; rm -rf build/coverage/cache
	@XDG_CACHE_HOME=$(CURDIR)/build/coverage/cache build/coverage/runner $(TEST) > build/coverage/tests.log || tail -n 40 build/coverage/tests.log
	@tools/test-coverage build/coverage

# Eight threads under the thread sanitizer, which sees all of our code.
threads: test-deps
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=thread build/thread/runner
	@TSAN_OPTIONS=halt_on_error=1 build/thread/runner --only many_threads

# Every allocation of ten small compilations and runs fails once, and every call of the system in every
# command; `make test` takes a sample.
faults: all
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=debug build/debug/faults
	@build/debug/faults $(EVERY)
	@tests/faults/calls.py $(PROGRAM) $(EVERY)

$(BUILD)/faults: tests/faults/faults.c $(LIBRARY)
	$(call say,link $@)$(CC) $(CFLAGS) $< $(LIBRARY) $(LDLIBS) -o $@

lint:
	@tools/check-layers .
	@tools/check-words .
	@tools/check-citations .
	@tools/check-codes .
	@tools/check-measurements .
	@tools/check-format .
	@tools/check-size .

# Every bench/NAME.c is a program; MODELICAPATH names the library that some of them measure. ONLY="PART ..." runs some alone.
bench: all $(BENCHES)
	@bench/run $(BUILD)/bench $(ONLY)

performance: all $(BENCHES)
	@bench/write $(BUILD)/bench

$(BUILD)/bench/%: bench/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,link $@)$(CC) $(CFLAGS) $< $(LIBRARY) $(LDLIBS) -o $@

# make corpus FOLDERS="..." holds parser and formatter against real libraries.
corpus: $(BUILD)/tools/check_corpus
	@$< $(FOLDERS)

$(BUILD)/tools/%: tools/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,link $@)$(CC) $(CFLAGS) $< $(LIBRARY) $(LDLIBS) -o $@

# make fuzz SECONDS=N SEED=N: random models with known values, mutants under the sanitizers, and the
# parser under libFuzzer, each for its share of the time. What is found lies in build/fuzz/found.
SECONDS ?= 60
fuzz: test-deps all
	@$(MAKE) --no-print-directory $(PARALLEL) MODE=sanitize build/sanitize/fuzz/serve
	@tests/fuzz/run $(SECONDS) $(SEED)

# Long machines: 1e8 steps, 1e7 events, thousands of runs in one process, 10 GB of result, random kills; about an hour,
# in parts with SOAK="--only PART" (see the head of tests/fuzz/soak.py).
soak: test-deps all $(BUILD)/fuzz/repeat
	@nice tests/fuzz/soak.py $(PROGRAM) $(BUILD)/fuzz/repeat $(SOAK)

$(BUILD)/fuzz/%: tests/fuzz/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(call say,link $@)$(CC) $(CFLAGS) $< $(LIBRARY) $(LDLIBS) -o $@

# For editors; written from the source list.
compile_commands.json: Makefile $(SOURCES) src/cli/main.c $(RUNNER_SOURCES)
	@{ echo '['; separator=''; \
	  for file in src/cli/main.c $(SOURCES) $(RUNNER_SOURCES); do \
	    printf '%s{"directory":"%s","file":"%s","command":"%s"}' "$$separator" "$(CURDIR)" "$$file" \
	      "$(CC) $(CFLAGS) -Itests -Ibuild/debug/tests -c $$file"; \
	    separator=',\n'; \
	  done | sed 's/\\n/\n/g'; echo; echo ']'; } > $@

clean:
	rm -rf build tarn libtarn.a compile_commands.json

-include $(OBJECTS:.o=.d) $(RUNTIME_OBJECTS:.o=.d) $(BUILD)/src/cli/main.d $(RUNNER_OBJECTS:.o=.d)
