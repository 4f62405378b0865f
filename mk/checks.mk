# SPDX-License-Identifier: GPL-2.0-or-later
#
# What only tests and checks need: unit tests, plain and with sanitizers and under valgrind,
# fuzz targets, warning builds, lint, static analysis. Each makes its outputs under build/ and
# prints what its tool prints; mk/test runs them all and counts.

UNIT_SRCS := $(wildcard tests/unit/test-*.c)
UNIT_HELPERS := $(filter-out $(UNIT_SRCS),$(wildcard tests/unit/*.c))
UNIT_BINS := $(UNIT_SRCS:tests/unit/%.c=$(B)/unit/%)
UNIT_OBJS := $(filter-out %/main.o,$(CLI_OBJS)) $(UNIT_HELPERS:%.c=$(B)/obj/%.o)
UNIT_CFLAGS = $(CLI_CFLAGS) -Itests/unit -DFIXTURES=\"$(CURDIR)/tests/fixtures\"

FUZZ_SRCS := $(wildcard tests/fuzz/fuzz-*.c)
FUZZ_BINS := $(FUZZ_SRCS:tests/fuzz/%.c=$(B)/fuzz/%)
FUZZ_SECONDS ?= 60

SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer

$(B)/obj/tests/%.o: tests/%.c $(B)/obj/cli.flags
	@mkdir -p $(@D)
	$(call quiet,CC,$<)
	$(Q)$(CC) $(UNIT_CFLAGS) -c -o $@ $<

$(UNIT_BINS): $(B)/unit/%: $(B)/obj/tests/unit/%.o $(UNIT_OBJS)
	@mkdir -p $(@D)
	$(call quiet,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_LIBS) -lcmocka

$(FUZZ_BINS): $(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(filter-out %/main.o,$(CLI_OBJS))
	@mkdir -p $(@D)
	$(call quiet,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(CLI_LIBS)

.PHONY: unit-bins san-bins fuzz-bins product-objects all-objects
.SECONDARY: $(UNIT_BINS:$(B)/unit/%=$(B)/obj/tests/unit/%.o) $(FUZZ_BINS:$(B)/fuzz/%=$(B)/obj/tests/fuzz/%.o)
unit-bins: $(UNIT_BINS)

# separate trees under build/, by the same rules
san-bins:
	@$(MAKE) --no-print-directory B=build/san CFLAGS='-O1 -g' EXTRA_CFLAGS='$(SANITIZE)' unit-bins
fuzz-bins:
	@$(MAKE) --no-print-directory B=build/fuzzed CC=clang CFLAGS='-O1 -g' \
		EXTRA_CFLAGS='$(SANITIZE) -fsanitize=fuzzer-no-link' fuzz-targets

.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_BINS)

# every C file as an object: what the two warning builds compile
ALL_TEST_OBJS := $(patsubst %.c,$(B)/obj/%.o,$(UNIT_SRCS) $(UNIT_HELPERS) $(FUZZ_SRCS) $(wildcard tests/bench/*.c))
product-objects: $(foreach e,$(ENGINES),$(call engine_objs,$(e))) $(CLI_OBJS)
all-objects: product-objects $(ALL_TEST_OBJS)

.PHONY: check-warnings check-warnings-gcc check-warnings-clang
#? make check-warnings  every C file with gcc and with clang, warnings are errors
check-warnings: check-warnings-gcc check-warnings-clang
check-warnings-gcc check-warnings-clang: check-warnings-%:
	@$(MAKE) --no-print-directory B=build/warn-$* CC=$* EXTRA_CFLAGS=-Werror all-objects

.PHONY: check-unit check-san check-valgrind check-bats fuzz lint analyze check-fio-versions
#? make check-unit      unit tests (T=NAME for one); check-san and check-valgrind likewise
check-unit:
	@mk/test --only unit $(T)
check-san:
	@mk/test --only san $(T)
check-valgrind:
	@mk/test --only valgrind $(T)
#? make check-bats      bats files, or T=FILE for one
check-bats:
	@mk/test --only bats $(T)
#? make fuzz            each fuzz target for FUZZ_SECONDS (60), T=NAME for one
fuzz:
	@FUZZ_SECONDS=$(FUZZ_SECONDS) mk/test --only fuzz $(T)
#? make lint            format, shell, spelling, licence lines, file lengths
lint:
	@mk/lint
#? make analyze         gcc -fanalyzer, clang --analyze, cppcheck over engines and command
analyze:
	@mk/analyze
#? make check-fio-versions  engines and their tests with the fio of three Debian releases (T=sid: one)
check-fio-versions:
	@mk/check-fio-versions $(T)
