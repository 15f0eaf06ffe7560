# make run · make demo · make test · make bench · make install; `make help` lists the rest.
SHELL := /bin/bash
PREFIX ?= /usr/local
SECONDS_EACH ?= 60
PACKAGES := make gcc libc6-dev libncurses-dev libsqlite3-dev libsodium-dev libvterm-dev ncurses-term tmux kbd \
  espeak-ng libespeak-ng-dev libpcaudio-dev \
  libhunspell-dev hunspell hunspell-en-us hunspell-en-gb hunspell-en-ca hunspell-fr scowl \
  zlib1g-dev dict-wn wordnet-base \
  pkg-config libxml2-dev
# Small code starts faster and stays in the processor's caches between two keys; one thread needs no exclusivity checks at
# run time (debug builds and tests make them).
# What a start calls lies together (Linking/functions.order): a start then touches a third of the pages.
RELEASE_FLAGS := -c release -Xswiftc -static-executable -Xswiftc -Osize -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
  -Xlinker --symbol-ordering-file=$(CURDIR)/Linking/functions.order -Xlinker --no-warn-symbol-ordering
RELEASE := swift build $(RELEASE_FLAGS) --product kiosk
# The voice needs espeak-ng's shared library, so it is linked otherwise than kiosk, in a folder of its own; the flags of one
# would have the other built anew each time.
SPEECH_FLAGS := -c release --scratch-path .build/speech -Xswiftc -static-stdlib -Xswiftc -Osize
SPEECH := swift build $(SPEECH_FLAGS) --product kiosk-speech
# The helps need hunspell's: the same flags, the same folder.
HELPS := swift build $(SPEECH_FLAGS) --product kiosk-helps

.PHONY: help setup build order run demo test test-console test-sanitize lint bench fuzz fuzz-coverage install install-files clean

help:
	@echo 'make run      install what is missing, build, and open the lobby'
	@echo 'make demo     show what a lock is: plays by itself until a key is pressed'
	@echo 'make test     install what is missing, check the style, run every test'
	@echo 'make test-console    what kiosk and its peers hold on a real console, in a virtual machine'
	@echo 'make bench    measure the same work beside peers and print ratios'
	@echo 'make test-sanitize   the same suites under the address and the thread sanitizer'
	@echo 'make fuzz-coverage   the share of each reader that the seeded fuzz runs reach'
	@echo 'make fuzz     feed the readers and decoders bytes that nobody meant (SECONDS_EACH=60)'
	@echo 'make order    find out anew in which order to link the functions (as root)'
	@echo 'make install  install kiosk below PREFIX ($(PREFIX))'

setup:
	@missing=$$(dpkg-query -W -f='$${db:Status-Abbrev} $${Package}\n' $(PACKAGES) 2>/dev/null | awk '$$1 == "ii" { print $$2 }'); \
	want=; for p in $(PACKAGES); do grep -qx "$$p" <<<"$$missing" || want="$$want $$p"; done; \
	if [ -n "$$want" ]; then \
	  echo "installing:$$want"; as=; [ "$$(id -u)" = 0 ] || as=sudo; \
	  $$as apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$as apt-get install -y -qq --no-install-recommends $$want; fi

build: setup
	$(RELEASE)
	$(SPEECH)
	$(HELPS)
	@# kiosk looks for its voice and its helps beside itself.
	cp -f "$$(swift build $(SPEECH_FLAGS) --show-bin-path)"/kiosk-{speech,helps} "$$(swift build $(RELEASE_FLAGS) --show-bin-path)/"

# After larger changes, as root: walks through a start, a practice and a test, and writes down which functions they call.
order: build
	Linking/order "$$(swift build $(RELEASE_FLAGS) --show-bin-path)/kiosk" >Linking/functions.order.new
	mv Linking/functions.order.new Linking/functions.order

run: build
	@exec "$$(swift build $(RELEASE_FLAGS) --show-bin-path)/kiosk"

demo: build
	@exec "$$(swift build $(RELEASE_FLAGS) --show-bin-path)/kiosk" demo --play

lint:
	swift format lint --strict --recursive Sources Tests Benchmarks Fuzz Package.swift

test: setup lint
	swift build --build-tests
	swift test --skip-build --skip ConsoleLabTests
	swift test --skip-build --filter ConsoleLabTests

# The table of what each locker holds on a console, with the peers, of the kiosk that would be installed.
test-console: build
	swift build --build-tests
	KIOSK_CONSOLE_LAB=full KIOSK_CONSOLE_LAB_PROGRAM="$$(swift build $(RELEASE_FLAGS) --show-bin-path)/kiosk" \
	  swift test --skip-build --filter ConsoleLabTests

bench: setup
	RELEASE_FLAGS='$(RELEASE_FLAGS)' Benchmarks/run

fuzz: setup
	Fuzz/run $(SECONDS_EACH)

fuzz-coverage: setup
	Fuzz/coverage

# The suites of KioskCore and of the screens: everything that is tested in one process. What drives the real program through
# a terminal is left out: a sanitizer's own threads and memory are not allowed by the front end's filter.
SANITIZED := KioskCoreTests|ScreensTests|VtermScreenTests|GridTests|WidgetTests|TextLayoutTests|LargePrintTests|LargeLettersTests|AnswerDrawingTests|TerminalTests|ArgumentsTests|ExamFileTests
test-sanitize: setup
	for kind in address thread; do \
	  echo "== $$kind sanitizer"; \
	  SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 swift test --sanitize $$kind \
	    --scratch-path .build/sanitize-$$kind --filter '$(SANITIZED)' \
	    --skip 'SandboxTests|CrashTests|LifecycleTests' || exit 1; \
	done

install: build
	$(MAKE) install-files KIOSK="$$(swift build $(RELEASE_FLAGS) --show-bin-path)/kiosk"
	@# The user whom the service's front end runs as.
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ] && command -v systemd-sysusers >/dev/null; then \
	  systemd-sysusers "$(PREFIX)/lib/sysusers.d/kiosk.conf"; fi

# What is installed, of the program KIOSK, whichever way it was built.
install-files:
	install -D -m 755 "$(KIOSK)" "$(DESTDIR)$(PREFIX)/bin/kiosk" && \
	install -D -m 755 "$(dir $(KIOSK))kiosk-speech" "$(DESTDIR)$(PREFIX)/libexec/kiosk/kiosk-speech" && \
	install -D -m 755 "$(dir $(KIOSK))kiosk-helps" "$(DESTDIR)$(PREFIX)/libexec/kiosk/kiosk-helps" && \
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/kiosk/exams" Assets/exams/* && \
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/kiosk/gazetteer" Assets/gazetteer/* && \
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/kiosk/entitlements" Assets/entitlements/* && \
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/man/man1" man/kiosk.1 && \
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/man/man5" man/kiosk-exam.5
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/system"
	install -D -m 644 units/kiosk.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/kiosk.conf"
	for unit in units/*.service; do \
	  sed 's|@PREFIX@|$(PREFIX)|g' "$$unit" > "$(DESTDIR)$(PREFIX)/lib/systemd/system/$${unit##*/}"; done

clean:
	rm -rf .build Benchmarks/build
