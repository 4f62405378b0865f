# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds Platter: the engines (build/engines/NAME.so), the command (build/platter) and the man
# pages. `make help` lists the targets. Engines are found as folders, an optional config.mk in
# one names the libraries it needs; no other file is edited to add one. What only tests need is
# in mk/checks.mk; set-up of the machine in mk/setup. V=1 shows commands.

VERSION := 0.1.0
PREFIX ?= /usr/local
DESTDIR ?=
CFLAGS ?= -O2 -g
LDFLAGS ?=
PKG_CONFIG ?= pkg-config
ifeq ($(origin CC),default)
CC := gcc
endif
B := build
V ?= 0

ifeq ($(V),1)
Q :=
quiet = @:
else
Q := @
quiet = @printf '  %-8s%s\n' '$(1)' '$(2)'
endif

WARNINGS := -Wall -Wextra
EXTRA_CFLAGS :=
STD_CFLAGS := -std=gnu11 -D_GNU_SOURCE $(WARNINGS) -MMD -MP

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: FORCE

# --- fio's headers: FIO_SRC=DIR, else those of the installed fio under build/ ---------------
ifneq ($(strip $(FIO_SRC)),)
FIO_DIR := $(FIO_SRC)
else
FIO_DIR := build/$(or $(shell fio --version 2>/dev/null),fio-none)
endif
FIO_VERSION := $(if $(wildcard $(FIO_DIR)/config-host.h),$(shell mk/fio-version '$(FIO_DIR)' 2>/dev/null))
FIO_VERSION := $(or $(FIO_VERSION),$(notdir $(FIO_DIR)))

# --- engines: one folder, one .so ----------------------------------------------------------
ALL_ENGINES := $(filter-out common,$(patsubst engines/%/,%,$(wildcard engines/*/)))
-include $(wildcard engines/*/config.mk)
pkg_missing = $(foreach p,$(1),$(if $(shell $(PKG_CONFIG) --exists $(p) 2>/dev/null && echo y),,$(p)))
$(foreach e,$(ALL_ENGINES),$(eval $(e)_MISSING := $$(call pkg_missing,$$($(e)_PKGS))))
ENGINES := $(foreach e,$(ALL_ENGINES),$(if $(strip $($(e)_MISSING)),,$(e)))
ENGINES_OUT := $(filter-out $(ENGINES),$(ALL_ENGINES))
ENGINE_SOS := $(ENGINES:%=$(B)/engines/%.so)

# the defines are those that fio itself is compiled with: some headers are wrong without them.
# -isystem, since fio's headers are not clean under -Wextra
ENGINE_CFLAGS = $(CFLAGS) $(STD_CFLAGS) $(EXTRA_CFLAGS) -fPIC \
	-D_LARGEFILE_SOURCE -D_FILE_OFFSET_BITS=64 -DFIO_INTERNAL -include $(FIO_DIR)/config-host.h \
	-isystem $(FIO_DIR) -Iengines/common -I$(B)/obj/engines -DPLATTER_FIO_VERSION=\"$(FIO_VERSION)\"
ENGINE_LDFLAGS = $(LDFLAGS) -shared -Wl,--version-script=engines/engine.map -Wl,-z,lazy

engine_objs = $(patsubst engines/%.c,$(B)/obj/engines/%.o,\
	$(wildcard engines/$(1)/*.c) $(wildcard engines/common/*.c))

# --- the command -----------------------------------------------------------------------------
CLI_PKGS := yajl smartcols gsl libxml-2.0 zlib
CLI_MISSING := $(call pkg_missing,$(CLI_PKGS)) \
	$(shell echo '\#include <csv.h>' | $(CC) -E - >/dev/null 2>&1 || echo libcsv)
CLI_SRCS := $(wildcard parsers/*.c)
CLI_OBJS := $(CLI_SRCS:%.c=$(B)/obj/%.o)
CLI_CFLAGS = $(CFLAGS) $(STD_CFLAGS) $(EXTRA_CFLAGS) -Iparsers -DPLATTER_VERSION=\"$(VERSION)\" $(CLI_PKG_CFLAGS)
CLI_PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(CLI_PKGS) 2>/dev/null)
CLI_LIBS := $(shell $(PKG_CONFIG) --libs $(CLI_PKGS) 2>/dev/null) -lcsv

# --- man pages ---------------------------------------------------------------------------------
MAN_SRCS := $(wildcard man/*.scd) $(wildcard engines/*/*.scd)
MAN_PAGES := $(patsubst %.scd,$(B)/man/%,$(notdir $(MAN_SRCS)))
HAVE_SCDOC := $(shell command -v scdoc 2>/dev/null)

.PHONY: all engines cli man left-out
all: engines cli man left-out

engines: $(ENGINE_SOS)

ifneq ($(CLI_SRCS),)
cli: $(B)/platter
else
cli:
endif

ifneq ($(HAVE_SCDOC),)
man: $(MAN_PAGES)
else
man:
	@echo "man pages left out: 'scdoc' is missing (make setup installs it)"
endif

# one line for each engine that could not be built, so that its absence is no surprise later
left-out: engines
	@:$(foreach e,$(ENGINES_OUT),; echo "engine '$(e)' left out: missing $(strip $($(e)_MISSING)) (pkg-config; make setup installs it)")

# --- rules -------------------------------------------------------------------------------------
# flags in files: objects are remade when the compiler, the flags or the fio tree change
$(B)/obj/engines.flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(ENGINE_CFLAGS) $(ENGINE_LDFLAGS)' >$@.$$$$; \
	if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

$(B)/obj/cli.flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(CLI_CFLAGS) $(LDFLAGS) $(CLI_LIBS)' >$@.$$$$; \
	if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

# missing headers are fetched, or the reason they cannot be is said in one line
$(FIO_DIR)/config-host.h:
	@mk/fio-headers

$(B)/obj/engines/%.o: engines/%.c $(B)/obj/engines.flags $(FIO_DIR)/config-host.h
	@mkdir -p $(@D)
	$(call quiet,CC,$<)
	$(Q)$(CC) $(ENGINE_CFLAGS) $($(firstword $(subst /, ,$*))_CFLAGS) -c -o $@ $<

# where each option of this fio lies: what the ABI guard compares
$(B)/obj/engines/abi-probes.h: mk/abi-probes $(B)/obj/engines.flags $(FIO_DIR)/config-host.h
	@mkdir -p $(@D)
	$(call quiet,GEN,$@)
	$(Q)mk/abi-probes '$(FIO_DIR)' >$@
$(B)/obj/engines/common/abi.o: $(B)/obj/engines/abi-probes.h

define engine_rules
$(1)_CFLAGS += $$(if $$($(1)_PKGS),$$(shell $$(PKG_CONFIG) --cflags $$($(1)_PKGS) 2>/dev/null))
$(1)_LIBS += $$(if $$($(1)_PKGS),$$(shell $$(PKG_CONFIG) --libs $$($(1)_PKGS) 2>/dev/null))
$(B)/engines/$(1).so: $$(call engine_objs,$(1)) engines/engine.map
	@mkdir -p $$(@D)
	$$(call quiet,LD,$$@)
	$$(Q)$$(CC) $$(CFLAGS) $$(EXTRA_CFLAGS) $$(ENGINE_LDFLAGS) -o $$@ $$(filter %.o,$$^) $$($(1)_LIBS)
endef
$(foreach e,$(ENGINES),$(eval $(call engine_rules,$(e))))

$(ENGINES_OUT:%=$(B)/engines/%.so):
	@echo "engine '$(@:$(B)/engines/%.so=%)' cannot be built: missing $(strip $($(@:$(B)/engines/%.so=%)_MISSING)) (pkg-config; make setup installs it)" >&2; exit 2

$(B)/obj/parsers/%.o: parsers/%.c $(B)/obj/cli.flags
	@mkdir -p $(@D)
	$(call quiet,CC,$<)
	$(Q)$(CC) $(CLI_CFLAGS) -c -o $@ $<

$(B)/platter: $(CLI_OBJS)
	$(call quiet,LD,$@)
	$(Q)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) -o $@ $^ $(CLI_LIBS)

ifneq ($(strip $(CLI_MISSING)),)
$(CLI_OBJS): cli-missing
.PHONY: cli-missing
cli-missing:
	@echo "platter cannot be built: missing $(strip $(CLI_MISSING)) (pkg-config; make setup installs it)" >&2; exit 2
endif

vpath %.scd man $(wildcard engines/*)
$(MAN_PAGES): $(B)/man/%: %.scd
	@mkdir -p $(@D)
	$(call quiet,MAN,$<)
	$(Q)scdoc <$< >$@

# --- what people call ----------------------------------------------------------------------------
# again by make: what set-up has just installed was not there when this one began
BUILD_ALL = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc)) all

.PHONY: help setup run test bench install uninstall clean distclean
help:
	@sed -n 's/^#? //p' Makefile mk/checks.mk

#? make                 engines, platter and man pages into build/
#? make run             set up the machine, build, run the suite 'quick' and show its tables
#? make test            set up the machine, build, run every test
#? make setup           set up the machine only: missing packages, headers of the installed fio
setup:
	@mk/setup build run test headers

run:
	@mk/setup build run headers
	@$(BUILD_ALL)
	@suites/run quick

test:
	@mk/setup build run test headers
	@mk/test

#? make bench           the engines beside raw loops and other tools; takes minutes
bench:
	@mk/setup build run bench headers
	@$(BUILD_ALL)
	@tests/bench/run

#? make install         into DESTDIR and PREFIX (/usr/local); uninstall removes exactly that
install: all
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' FIO_VERSION='$(FIO_VERSION)' BUILD='$(B)' mk/install install

uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' FIO_VERSION='$(FIO_VERSION)' BUILD='$(B)' mk/install uninstall

#? make clean           removes what was built; keeps fio headers and version roots
#? make distclean       removes all of build/
clean:
	@if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name 'fio-*' ! -name roots -exec rm -rf {} +; fi

distclean:
	@rm -rf --one-file-system build

-include mk/checks.mk
-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
