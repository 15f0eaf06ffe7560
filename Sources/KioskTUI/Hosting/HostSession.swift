import Glibc
import KioskCore

/// The loop of a hosted program's screen: its bytes to the terminal, through the filter; the keys to it, through the
/// sifter; and the kiosk's own words over it. No threads, no timers of its own.
final class HostSession {
  /// How it ended.
  struct End {
    let status: Int32
    let reason: String
    /// Whether the guardian was asked, whose hanging up then means yes.
    let isAsked: Bool
  }

  /// More characters than this in one read were not typed by a hand.
  private static let burst = 20
  /// What may wait to be read by the program, in bytes; what is typed beyond it is lost, as on any terminal.
  private static let longestInput = 1 << 16
  /// How long what an ended program wrote is waited for, in milliseconds.
  private static let patience: Int64 = 1000
  /// How long its terminal is one row smaller when the program is to draw itself anew, in milliseconds.
  private static let nudge: Int64 = 100

  private var state: HostedState
  private let guardian: GuardianChannel
  private let master: Int32
  private var program: Int32
  private let screen: HostScreen
  private let surroundings: Surroundings
  private var sifter = InputSifter()
  private var decoder = KeyDecoder()
  private var readAt = Clocks.boot()
  private var toProgram: [UInt8] = []
  private var pasted: Int?
  /// Until when the program's terminal, which nobody has open, is left alone.
  private var quietUntil: Moment?
  private var isDrained = false
  private var nudgeEnd: Moment?
  private var leaving: (status: Int32, until: Moment)?
  private var end: End?

  init(state: HostedState, guardian: GuardianChannel, screen: Int32, master: Int32, program: Int32) {
    self.state = state
    self.guardian = guardian
    self.master = master
    self.program = program
    self.screen = HostScreen(screen)
    surroundings = Surroundings(guardian, isService: false)
  }

  func run(again: Bool) -> End {
    screen.start(again: again)
    if again { nudge() }
    while end == nil {
      if !surroundings.isBehind { show() }
      wait()
    }
    screen.finish()
    return end ?? End(status: 70, reason: "", isAsked: false)
  }

  private func show() {
    if screen.show(state, now: Clocks.boot()) { nudge() }
  }

  // MARK: - Waiting

  private func wait() {
    let now = Clocks.boot()
    surroundings.follow(isLocked: state.lock.phase.isHeld)
    let isBehind = surroundings.isBehind
    let reads =
      program > 0 && !isDrained && quietUntil == nil && state.isProgramInFront && !screen.isBehindhand && !isBehind
    var waiting = [
      Waiting(STDIN_FILENO, reading: !isBehind), Waiting(guardian.descriptor, writing: guardian.wantsToWrite),
      Waiting(screen.descriptor, reading: false, writing: screen.isBehindhand && !isBehind),
      Waiting(surroundings.modes), Waiting(surroundings.signals),
    ]
    if reads || !toProgram.isEmpty { waiting.append(Waiting(master, reading: reads, writing: !toProgram.isEmpty)) }
    let times = [
      state.nextTick(after: now), keyDeadline, quietUntil, nudgeEnd, leaving?.until, screen.rowDueAt,
      surroundings.deadline,
    ]
    var timeout = times.compactMap { $0 }.min().map { $0.since(now) }
    if isBehind { timeout = min(timeout ?? Surroundings.lookForTerminal, Surroundings.lookForTerminal) }
    Descriptors.poll(&waiting, milliseconds: timeout)
    if waiting[3].readable, surroundings.modesChanged() { stepBack() }
    if waiting[4].readable { surroundings.tellOfSignals() }
    if waiting[2].writable { screen.flush() }
    if waiting[1].readable || waiting[1].writable || waiting[1].hungUp { hear() }
    if !surroundings.isBehind, waiting[0].readable || waiting[0].hungUp {
      readKeys(hungUp: !waiting[0].readable)
    }
    if waiting.count > 5 {
      if waiting[5].writable { writeProgram() }
      if waiting[5].readable || waiting[5].hungUp { readProgram() }
    }
    takeDeadlines(Clocks.boot())
  }

  private func takeDeadlines(_ now: Moment) {
    switch surroundings.look(now) {
    case .nothing: break
    case .taken: stepBack()
    case .back: spoil()
    }
    // On a busy machine the rest of a sequence may have come and not been read yet.
    if let due = keyDeadline, now >= due, surroundings.isBehind || !Descriptors.isReadable(STDIN_FILENO) { timedOut() }
    if let due = state.nextTick(after: now), now >= due { take(.ticked) }
    if let until = quietUntil, now >= until { quietUntil = nil }
    if let until = nudgeEnd, now >= until {
      nudgeEnd = nil
      fit()
    }
    if let leaving, end == nil {
      // Whoever asked to leave without the program's having ended does not wait for its words.
      if state.ended == nil || isDrained || program == 0 || now >= leaving.until {
        screen.settle()
        end = End(status: leaving.status, reason: "", isAsked: true)
      }
    }
  }

  /// Shows nothing of the program as long as the shell has the terminal.
  private func stepBack() { screen.stepBack() }

  // MARK: - The guardian

  private func hear() {
    for message in guardian.receive() {
      switch message {
      case .programStarted(let process): program = process
      // What it has left behind is read at once.
      case .programEnded: quietUntil = nil
      case .resized:
        if screen.resize() {
          screen.spoil()
          fit()
        }
      case .repaint: spoil()
      default: break
      }
      take(.guardianSaid(message))
    }
    guard !guardian.isOpen, end == nil else { return }
    end = End(status: 70, reason: "the lock's guardian is gone: start kiosk again", isAsked: false)
  }

  private func take(_ event: HostedEvent, _ bytes: [UInt8] = []) {
    for effect in state.reduce(event, now: Clocks.boot()) { perform(effect, bytes) }
    screen.follow(state)
  }

  private func perform(_ effect: HostedEffect, _ bytes: [UInt8]) {
    switch effect {
    case .forward: toProgram += bytes
    case .reportHome(let key): guardian.send(.homeBlocked(key))
    case .reportBanner(let words): guardian.send(.bannerShown(words))
    case .note(let what, let detail): guardian.send(.noted(what: what, detail: detail))
    case .checkPasscode(let proctor, let passcode):
      guardian.send(secret: .passcodeTyped(proctor: proctor, passcode))
    case .reportAsking(let asked): guardian.send(.passcodeAsked(asked))
    case .askProctor(let act): guardian.send(.proctorAsked(act))
    case .dismissProctor: guardian.send(.proctorLeft)
    case .requestUnlock(let end): guardian.send(.unlockRequested(end))
    case .leave(let status):
      if leaving == nil { leaving = (status, Clocks.boot().adding(Self.patience)) }
    }
  }

  // MARK: - The program

  private func readProgram() {
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
      switch (try? Descriptors.read(master, into: buffer)) ?? .ended {
      case .bytes(let count): screen.put(UnsafeRawBufferPointer(rebasing: buffer[..<count]), state, now: Clocks.boot())
      case .nothingYet: break
      case .ended:
        // Nobody has it open; somebody of the program may still open it again.
        if state.ended != nil { isDrained = true } else { quietUntil = Clocks.boot().adding(100) }
      }
    }
  }

  private func writeProgram() {
    while !toProgram.isEmpty {
      let count = toProgram.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      let code = errno
      if count > 0 {
        toProgram.removeFirst(count)
      } else {
        if code != EAGAIN && code != EINTR { toProgram = [] }
        return
      }
    }
  }

  private func fit() {
    HostedTerminal.fit(master, columns: screen.size.width, rows: screen.size.height)
  }

  /// What stood on the screen is gone: the program is told of another size, and then of the right one, which makes those
  /// draw themselves anew that care for their window.
  private func nudge() {
    guard screen.size.height > 3 else { return fit() }
    HostedTerminal.fit(master, columns: screen.size.width, rows: screen.size.height - 1)
    nudgeEnd = Clocks.boot().adding(Self.nudge)
  }

  private func spoil() {
    screen.spoil()
    if state.isProgramInFront { nudge() }
  }

  // MARK: - Keys

  private var keyDeadline: Moment? {
    (state.isProgramInFront ? sifter.timeout : decoder.timeout ?? sifter.timeout).map { readAt.adding(Int64($0)) }
  }

  private func timedOut() {
    readAt = Clocks.boot()
    var pieces: [InputSifter.Piece] = []
    sifter.timedOut(into: &pieces)
    take(pieces)
    var keys: [Key] = []
    decoder.timedOut(into: &keys)
    take(keys)
  }

  private func readKeys(hungUp: Bool) {
    readAt = Clocks.boot()
    var isGone = hungUp
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      let code = errno
      if count > 0 {
        let bytes = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        if state.overlay == nil {
          var pieces: [InputSifter.Piece] = []
          sifter.feed(bytes, into: &pieces)
          take(pieces)
        } else {
          var keys: [Key] = []
          decoder.feed(UnsafeBufferPointer(bytes.bindMemory(to: UInt8.self)), into: &keys)
          if state.isPasscodeAsked { Memory.wipe(bytes) }
          take(keys)
        }
      } else if count == 0 || (code != EINTR && code != EAGAIN) {
        // A shell that has seen the guardian stopped has the terminal: that is no hang-up.
        if code == EIO, surroundings.lookForTaking() { stepBack() } else { isGone = true }
      }
    }
    guard isGone, end == nil else { return }
    guardian.send(.terminalGone)
    end = End(status: 74, reason: "", isAsked: true)
  }

  /// What is typed while the program has the keys, or while it is hidden.
  private func take(_ pieces: [InputSifter.Piece]) {
    var typed = 0
    for piece in pieces {
      switch piece {
      case .bytes(let bytes):
        typed += bytes.count { $0 >= 0x20 && $0 & 0xC0 != 0x80 }
        if bytes.first == 0x1B { typed = 0 }
        forward(bytes)
      case .home(let key, let bytes):
        take(.homePressed(key, reaches: HostedTerminal.reaches(key, master, program: program)), bytes)
      case .pasteBegan:
        if state.lock.phase.isHeld { pasted = 0 } else if marksPastes { forward(Array("\u{1B}[200~".utf8)) }
      case .pasted(let bytes): if let count = pasted { pasted = count + bytes.count } else { forward(bytes) }
      case .pasteEnded:
        if let count = pasted {
          pasted = nil
          take(.pasteRefused(count: count))
        } else if marksPastes {
          forward(Array("\u{1B}[201~".utf8))
        }
      case .focus(let focused):
        guardian.send(.focusChanged(focused))
        if screen.wishes.wantsFocus { forward(Array((focused ? "\u{1B}[I" : "\u{1B}[O").utf8)) }
      case .report(let mode, let value): guardian.send(.terminalReported(mode: mode, value: value))
      }
    }
    if typed >= Self.burst { take(.burstTyped(count: typed)) }
  }

  private var marksPastes: Bool { screen.wishes.wantsPasteMarks }

  private func forward(_ bytes: [UInt8]) {
    guard state.isProgramInFront, toProgram.count + bytes.count <= Self.longestInput else { return }
    toProgram += bytes
  }

  /// What is typed while the kiosk's own words lie over the program: nothing of it reaches that.
  private func take(_ keys: [Key]) {
    for key in keys {
      switch key {
      case .home(let home): take(.homePressed(home, reaches: false))
      case .focus(let focused): guardian.send(.focusChanged(focused))
      case .modeReport(let mode, let value): guardian.send(.terminalReported(mode: mode, value: value))
      case .redraw: screen.spoil()
      default: if let press = Self.press(of: key) { take(.pressed(press)) }
      }
    }
  }

  private static func press(of key: Key) -> Press? {
    switch key {
    case .text(let text): .typed(text)
    case .enter: .enter
    case .tab: .focusMoved(forward: true)
    case .backTab: .focusMoved(forward: false)
    case .up: .moved(.up)
    case .down: .moved(.down)
    case .left: .moved(.left)
    case .right: .moved(.right)
    case .backspace: .edited(.deleteBackward)
    case .deleteWord: .edited(.deleteWord)
    case .deleteToStart: .edited(.deleteToStart)
    case .paste(let text): .pasted(text)
    case .delete, .insert, .end, .pageUp, .pageDown, .wordLeft, .wordRight, .deleteToEnd, .lineStart, .redraw, .home,
      .function, .alt, .focus, .modeReport:
      nil
    }
  }
}
