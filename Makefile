# make | make demo | make test | make lint | make sanitize | make bench | make clean
# MODE=release (default) optimizes; MODE=debug runs the checkers after every stage;
# MODE=sanitize is debug under the address and undefined-behaviour sanitizers.

MODE     ?= release
BUILD    := build/$(MODE)
CC       := gcc
WARNINGS := -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
CFLAGS_release  := -O2 -g
CFLAGS_debug    := -O1 -g -DTARN_CHECK
CFLAGS_sanitize := -O1 -g -DTARN_CHECK -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS   := -std=c11 -D_GNU_SOURCE -fno-math-errno -ffp-contract=off $(WARNINGS) $(CFLAGS_$(MODE)) -MMD -MP -Isrc
LDLIBS   := -lsundials_ida -lsundials_cvode -lsundials_kinsol -lsundials_nvecserial -lklu -lopenblas -ldl -lm

SOURCES  := $(filter-out src/cli/main.c,$(wildcard src/*/*.c src/*/*/*.c))
OBJECTS  := $(SOURCES:src/%.c=$(BUILD)/%.o)
LIBRARY  := $(BUILD)/libtarn.a
PROGRAM  := $(BUILD)/tarn

.PHONY: all demo test lint sanitize bench clean deps
all: tarn

tarn: $(PROGRAM)
	@ln -sf $(PROGRAM) tarn && ln -sf $(LIBRARY) libtarn.a

$(PROGRAM): $(BUILD)/cli/main.o $(LIBRARY)
	$(CC) $(CFLAGS) $< $(LIBRARY) $(LDLIBS) -o $@

$(LIBRARY): $(OBJECTS)
	@rm -f $@ && ar rcs $@ $(OBJECTS)

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c $< -o $@

clean:
	rm -rf build tarn libtarn.a compile_commands.json

-include $(OBJECTS:.o=.d) $(BUILD)/cli/main.d
