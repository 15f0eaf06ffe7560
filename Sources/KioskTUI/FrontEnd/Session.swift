import Glibc
import KioskCore

/// The front end's one loop: wait → keys → events → reduce → effects → draw. No threads, no timers of its own.
final class Session {
  /// How it ended.
  struct End: Equatable {
    let status: Int32
    let reason: String
  }

  private let launch: Launch
  private let guardian: GuardianChannel
  private let terminal: Terminal
  private let interpreter: Interpreter
  private var decoder: KeyDecoder
  private var readAt: Moment
  private var grid: Grid
  private let hasNoColour: Bool
  private var queue: [SittingEvent] = []
  private var needsDrawing = true
  private var drawn = Drawn()
  private var end: End?
  private var flashUntil: Moment?
  /// Whether the guardian is lost and the next one is waited for.
  private var isHolding = false
  private let surroundings: Surroundings
  private let waiting: WaitSet
  /// What is waited for, in the order in which it is looked at.
  private enum Place {
    static let modes = 0
    static let signals = 1
    static let guardian = 2
    static let keys = 3
    static let count = 4
  }
  /// What was read last; room for all that a terminal holds.
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)

  /// More characters than this in one read were not typed by a hand.
  private static let burst = 20
  /// The guardian answers the first words within this many milliseconds, or is not there.
  private static let patience: Int64 = 5000

  init(
    launch: Launch, guardian: GuardianChannel, terminal: Terminal, interpreter: Interpreter, pulse: Pulse?
  ) throws(SystemFault) {
    waiting = try WaitSet(places: Place.count)
    self.launch = launch
    self.guardian = guardian
    self.terminal = terminal
    self.interpreter = interpreter
    surroundings = Surroundings(guardian, isService: launch.isService, pulse: pulse)
    decoder = KeyDecoder(resuming: launch.resume != nil)
    readAt = Clocks.boot()
    grid = Grid(terminal.size)
    hasNoColour = terminal.isMonochrome
  }

  deinit { input.deallocate() }

  /// The state lives here, on the stack, and is handed on in place: kept in this object it would be copied, with all that
  /// it refers to, each time it is looked at.
  func run() -> End {
    var state = SittingState(launch: launch)
    guard hearWelcome(&state) else {
      return End(status: 69, reason: "the lock's guardian does not answer: start kiosk again")
    }
    take(.resized(columns: terminal.size.width, rows: terminal.size.height), &state)
    take(.started, &state)
    while end == nil {
      // What says that the test comes back is on the screen already, and stays.
      if isHolding {
        interpreter.finish()
        holdUntilReplaced()
        break
      }
      draw(&state)
      // After the key is painted, never between the two.
      if interpreter.isSyncDue(Clocks.boot()) { interpreter.sync() }
      wait(&state)
    }
    interpreter.finish()
    return end ?? End(status: 70, reason: "")
  }

  // MARK: - Waiting

  private func hearWelcome(_ state: inout SittingState) -> Bool {
    let start = Clocks.boot()
    while guardian.isOpen, Clocks.boot().since(start) < Session.patience {
      var waiting = [Waiting(guardian.descriptor)]
      Descriptors.poll(&waiting, milliseconds: 100)
      var welcomed = false
      for message in guardian.receive() {
        if case .welcome = message { welcomed = true }
        tellController(message)
        take(.guardianSaid(message), &state)
      }
      if welcomed { return true }
    }
    return false
  }

  private func wait(_ state: inout SittingState) {
    let now = Clocks.boot()
    surroundings.follow(isLocked: state.lock.phase.isHeld)
    let tick = state.nextTick(after: now)
    let wanted = Moment.sooner(
      .sooner(.sooner(tick, keyDeadline), .sooner(interpreter.syncAt, flashUntil)), surroundings.deadline)
    let timeout = surroundings.isBehind ? Surroundings.lookForTerminal : wanted?.since(now)
    do throws(SystemFault) {
      try waiting.watch(Place.modes, surroundings.modes)
      try waiting.watch(Place.signals, surroundings.signals)
      try waiting.watch(Place.guardian, guardian.descriptor, writing: guardian.wantsToWrite)
      try waiting.watch(Place.keys, STDIN_FILENO, reading: !surroundings.isBehind)
    } catch {
      end = End(status: 71, reason: "the terminal cannot be waited for (\(error)): start kiosk again")
      return
    }
    if waiting.wait(milliseconds: timeout) {
      // Before all else: what a shell that has the terminal is typed is not for this, and what is shown there is not for it.
      if waiting.isReadable(Place.modes), surroundings.modesChanged() { hide() }
      if waiting.isReadable(Place.signals) { surroundings.tellOfSignals() }
      if waiting.hasHappened(Place.guardian) { hear(&state) }
      if !surroundings.isBehind, waiting.hasHappened(Place.keys) {
        readKeys(hungUp: !waiting.isReadable(Place.keys), &state)
      }
    }
    let later = Clocks.boot()
    lookAround(later)
    // On a busy machine, or while an answer was written down, the rest of a sequence may have come and not been read yet.
    if let deadline = keyDeadline, later >= deadline, !Descriptors.isReadable(STDIN_FILENO) {
      var keys: [Key] = []
      decoder.timedOut(into: &keys)
      readAt = later
      take(keys: keys, &state)
    }
    if let tick, later >= tick { take(.ticked, &state) }
    if let until = flashUntil, later >= until {
      flashUntil = nil
      needsDrawing = true
      drawn.spoil(.screen)
    }
  }

  /// Whether a shell took the terminal, or gave it back.
  private func lookAround(_ now: Moment) {
    switch surroundings.look(now) {
    case .nothing: break
    case .taken: hide()
    case .back:
      terminal.restore()
      needsDrawing = true
      drawn.spoil(.screen)
    }
  }

  /// Shows nothing of the test as long as the shell has the terminal.
  private func hide() { terminal.write(raw: Array(ScreenWords.behind.utf8)) }

  /// When a sequence that was begun counts as ended.
  private var keyDeadline: Moment? { decoder.timeout.map { readAt.adding(Int64($0)) } }

  private func hear(_ state: inout SittingState) {
    let messages = guardian.receive()
    for message in messages {
      if case .resized = message { resize(&state) }
      if case .repaint = message, !surroundings.isBehind { terminal.restore() }
      tellController(message)
      take(.guardianSaid(message), &state)
    }
    guard guardian.isOpen else {
      // The terminal goes back first: by the time everything is on the disk, somebody else may have taken it over. Where
      // the next guardian does, it is never given back.
      if !launch.isService { terminal.finish() }
      take(.guardianLost, &state)
      return
    }
  }

  private func tellController(_ message: GuardianMessage) {
    switch message {
    case .welcome(_, let report, _, _), .lockChanged(let report): interpreter.controller.heard(report)
    case .refused(let refusal): interpreter.controller.refused(refusal)
    case .assessed, .capReached, .interrupted, .endAsked, .terms, .proctors, .passcodeAnswered, .proctorEnds,
      .programStarted, .programEnded, .voice, .helps, .helpAnswered, .resized, .repaint:
      break
    }
  }

  private func resize(_ state: inout SittingState) {
    guard terminal.resize() else { return }
    grid = Grid(terminal.size)
    take(.resized(columns: terminal.size.width, rows: terminal.size.height), &state)
  }

  /// Nothing is shown or read any more until the next guardian takes the terminal, which hangs it up for this process. One
  /// that never comes is not waited for without end: `ServiceStart.patience` is over then, and SIGALRM ends this.
  private func holdUntilReplaced() {
    let journal = DataFolder.foreseen().flatMap { folder in
      TerminalDevice(STDIN_FILENO).map { JournalUndo.path(folder, terminal: $0.fileName) }
    }
    while true {
      var waiting = [Waiting(STDIN_FILENO, reading: false)]
      Descriptors.poll(&waiting, milliseconds: 100)
      if waiting[0].hungUp { break }
      // Somebody has undone the lock: there is nothing to be held any more.
      if let journal, Files.isGone(journal) { break }
    }
    end = End(status: 75, reason: "")
  }

  // MARK: - Keys

  private func readKeys(hungUp: Bool, _ state: inout SittingState) {
    readAt = Clocks.boot()
    var isGone = hungUp
    var keys: [Key] = []
    let count = read(STDIN_FILENO, input.baseAddress, input.count)
    let code = errno
    if count > 0 {
      decoder.feed(UnsafeBufferPointer(rebasing: input.bindMemory(to: UInt8.self)[..<count]), into: &keys)
      if state.isPasscodeAsked { Memory.wipe(UnsafeMutableRawBufferPointer(rebasing: input[..<count])) }
    } else if count == 0 || (code != EINTR && code != EAGAIN) {
      // A shell that has seen the guardian stopped has the terminal: that is no hang-up.
      if code == EIO, surroundings.lookForTaking() { hide() } else { isGone = true }
    }
    take(keys: keys, &state)
    if isGone { take(.terminalGone, &state) }
  }

  private func take(keys: [Key], _ state: inout SittingState) {
    var typed = 0
    for key in keys {
      if Weakness.home.isOn, state.isLocked, case .homePressed? = KeyMap.event(for: key, in: state) {
        end = End(status: 0, reason: "")
      }
      if Weakness.paste.isOn, case .paste(let text) = key { take(.pressed(.typed(text)), &state) }
      if case .text(let text) = key { typed += text.count }
      if key == .redraw {
        terminal.invalidate()
        needsDrawing = true
      }
      if let event = KeyMap.event(for: key, in: state) {
        if !state.isLocked, let end = interpreter.overtaken(at: readAt) {
          take(end, &state)
        } else {
          take(event, &state)
        }
      }
    }
    if typed >= Session.burst { take(.burstTyped(count: typed), &state) }
  }

  // MARK: - Events and effects

  private func take(_ event: SittingEvent, _ state: inout SittingState) {
    reduce(event, &state)
    while !queue.isEmpty { reduce(queue.removeFirst(), &state) }
    needsDrawing = true
  }

  private func reduce(_ event: SittingEvent, _ state: inout SittingState) {
    let effects = state.reduce(event, now: Clocks.boot(), wall: Clocks.wall())
    drawn.spoil(state.damage)
    for effect in effects { perform(effect, state) }
  }

  private func perform(_ effect: SittingEffect, _ state: SittingState) {
    switch effect {
    case .storeAttempt:
      if let answer = interpreter.perform(effect, state) { queue.append(answer) }
      // The exam file has been read and the questions drawn: what that took is not needed again.
      Memory.giveBack()
    case .holdTerminal:
      isHolding = true
      // A fifth of a millisecond; until then the kernel lets the console go at the first wish.
      _ = OwnTerminal.hold(STDIN_FILENO)
      let words = ScreenWords.calm(
        ["Restoring the test…"], columns: terminal.size.width, rows: terminal.size.height)
      terminal.write(raw: Array(words.utf8))
      terminal.invalidate()
    case .leave(let status, let reason):
      if end == nil { end = End(status: status, reason: reason) }
    case .bell(let right, let tone, let flash):
      // The voice has a sound card; without one a console has the machine's speaker, a terminal its own bell.
      let isGiven = tone && giveTone(right, state)
      terminal.bell(audible: tone && !isGiven, visible: flash)
      if flash { flashUntil = Clocks.boot().adding(150) }
    case .readCatalogue, .openExam, .prepareAttempt, .loadAttempt, .assess, .readKeyboard, .requestLock,
      .commit, .recordDraft, .recordPosition, .judge, .seal, .preserve, .requestUnlock, .reportHome, .reportBanner,
      .checkPasscode, .askProctor, .dismissProctor, .reportAsking, .recordEnd, .requestSeal, .note, .reportFocus,
      .reportMode, .openHelps, .askHelps, .addWord, .closeHelps, .lookUp, .copy, .proposeReportFile,
      .saveReport, .openVoice, .giveWord, .say, .closeVoice:
      if let answer = interpreter.perform(effect, state) { queue.append(answer) }
    }
  }

  /// Whether there is a better tone than the terminal's own.
  private func giveTone(_ right: Bool, _ state: SittingState) -> Bool {
    guard state.voice.isReady else {
      return Console.sound(STDIN_FILENO, hertz: right ? 880 : 220, milliseconds: right ? 150 : 400)
    }
    guardian.send(.bellWanted(right: right))
    return true
  }

  private func draw(_ state: inout SittingState) {
    guard needsDrawing, end == nil, !surroundings.isBehind else { return }
    needsDrawing = false
    terminal.isInverted = state.aids.isOn(.invert)
    terminal.isMonochrome = hasNoColour || state.aids.isOn(.monochrome)
    let (scrollLimit, rows) = drawn.draw(state, now: Clocks.boot(), into: &grid)
    let rowLimit = grid.rowLimit
    terminal.present(exchanging: &grid, rows: rows)
    // Told to the reducer so that no scroll goes beyond the text; nothing on screen changes by it.
    if scrollLimit != state.scrollLimit || rowLimit != state.rowLimit {
      let before = drawn
      take(.laidOut(scrollLimit: scrollLimit, rowLimit: rowLimit), &state)
      needsDrawing = false
      drawn = before
    }
  }
}
