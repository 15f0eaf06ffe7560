import Glibc
import KioskCore

/// The guardian's one loop: waits for signals, messages, the terminal's end and the clock, turns each into an event of
/// the lock, and has the effects done.
final class GuardianLoop {
  /// How it ended.
  struct Outcome {
    var status: Int32
    /// What to say, where the front end could not.
    var words: String?
    /// Whether the front end put the screen back itself.
    var screenIsClean: Bool
  }

  /// How long a front end that is to end may take before its channel is closed for good and it is killed, in milliseconds.
  static let longestEnd: Int64 = 2000

  let keeper: TerminalKeeper
  let signals: Int32
  let arguments: [String]
  /// How a service manager started this; `nil`: a user did.
  let service: ServiceStart?
  /// The program that is hosted, and where it asks for its lock; `nil`: none is.
  let host: HostedProgram?
  let requests: RequestDesk?
  var lock: LockState
  var channel: MessageChannel?
  /// Events that wait for their turn, oldest first.
  var events: [LockEvent] = []
  var outcome: Outcome?
  var watch = GapWatch()
  var query = ModeQuery()
  var chronicle = Chronicle()
  let desk = PasscodeDesk()
  /// The voice that says the words of a spelling test.
  let voice = VoiceDesk()
  /// Spell check, suggestions, look-up.
  let helps = HelpDesk()
  var liveLock: LiveLock?
  /// When the front end's second after a hang-up is over.
  var graceEnd: Moment?
  /// When a front end that is to end is killed.
  var killAt: Moment?
  var leavingStatus: Int32?
  private var lastTick = Clocks.boot()
  /// By which a front end that was forked sees that this one is not stopped.
  private let pulse = Pulse()
  private var size: (columns: Int, rows: Int)?

  init(
    keeper: TerminalKeeper, signals: Int32, arguments: [String], service: ServiceStart?, host: HostedProgram? = nil,
    requests: RequestDesk? = nil
  ) {
    self.host = host
    self.requests = requests
    self.keeper = keeper
    self.signals = signals
    self.arguments = arguments
    self.service = service
    lock = LockState(tier: keeper.device.tier)
  }

  /// Runs until the front end has left while open, or the terminal is gone. Throws where no front end can be started.
  /// With `takeover` a lock is taken up again first, and the front end started for it.
  func run(_ takeover: Takeover.Found? = nil) throws(SystemFault) -> Outcome {
    if let takeover {
      events += [.authorityRead(AuthorityDesk.read(takeover.held.request.program)), takeover.event]
    } else {
      try forkFrontEnd()
    }
    while true {
      settle()
      lookAtSize()
      if let outcome, keeper.frontEnd == 0 { return outcome }
      wait()
    }
  }

  /// Takes every event there is to its end.
  private func settle() {
    while !events.isEmpty {
      let event = events.removeFirst()
      let phase = lock.phase
      let effects = lock.reduce(event, at: LockTime(moment: Clocks.boot(), wall: Clocks.wall()))
      // Before anything is told or shown of it.
      if lock.phase != phase { helps.obey(lock) }
      for effect in effects { perform(effect) }
    }
  }

  private func wait() {
    var list = [Waiting(signals)]
    let channelIndex = channel.map { _ in list.count }
    if let channel { list.append(Waiting(channel.descriptor, writing: channel.wantsToWrite)) }
    let terminalIndex = lock.terminalIsGone ? nil : list.count
    if terminalIndex != nil { list.append(Waiting(keeper.terminal, reading: false)) }

    let deskIndex = desk.descriptor.map { _ in list.count }
    if let descriptor = desk.descriptor { list.append(Waiting(descriptor)) }
    let voiceIndex = voice.descriptor.map { _ in list.count }
    if let descriptor = voice.descriptor { list.append(Waiting(descriptor, writing: voice.wantsToWrite)) }
    let helpsIndex = helps.descriptor.map { _ in list.count }
    if let descriptor = helps.descriptor { list.append(Waiting(descriptor, writing: helps.wantsToWrite)) }
    let requestIndex = list.count
    if let requests { list += requests.waiting }

    let now = Clocks.boot()
    let tickAt = lock.nextTick(after: lastTick)
    let deadline = [
      tickAt, query.deadline, graceEnd, killAt, chronicle.retryAt, desk.deadline, requests?.deadline, voice.deadline,
      helps.deadline,
    ].compactMap { $0 }.min()
    Descriptors.poll(&list, milliseconds: deadline.map { $0.since(now) })

    let signalled = list[0].readable ? Signals.read(signals) : []
    if lock.isClosed {
      for gap in watch.look(continued: signalled.contains { $0.signal == SIGCONT }) {
        events.append(.gap(gap.cause, milliseconds: gap.milliseconds))
      }
    } else {
      watch.start()
    }
    if let index = channelIndex, list[index].readable || list[index].writable || list[index].hungUp { readChannel() }
    if let index = voiceIndex, list[index].readable || list[index].writable || list[index].hungUp { voice.serve() }
    if let index = helpsIndex, list[index].readable || list[index].writable || list[index].hungUp { helps.serve(lock) }
    if let index = deskIndex, list[index].readable || list[index].hungUp || desk.deadline.map({ $0 <= now }) == true,
      let answer = desk.answer()
    {
      events.append(.passcodeJudged(answer))
    }
    for signal in signalled { take(signal) }
    if let requests { serve(requests, list[requestIndex...]) }
    if let index = terminalIndex, list[index].hungUp { events.append(.terminalGone) }
    takeDeadlines(Clocks.boot())
  }

  private func takeDeadlines(_ now: Moment) {
    pulse?.beat(now)
    if let due = lock.nextTick(after: lastTick), now >= due {
      lastTick = now
      events.append(.tick)
    }
    if query.isOver(now) { finishQuery() }
    if let graceEnd, now >= graceEnd {
      self.graceEnd = nil
      events.append(.graceOver)
    }
    if let killAt, now >= killAt {
      self.killAt = nil
      if keeper.frontEnd > 0 { Processes.send(SIGKILL, to: keeper.frontEnd) }
    }
    chronicle.retry(now)
    voice.watch(now)
    helps.watch(now)
    hearVoice()
    hearHelps()
  }

  /// What came up with the voice: told, and on the ledger of the test it is needed for.
  func hearVoice() {
    for news in voice.takeNews() {
      switch news {
      case .report(let report): tell(.voice(report))
      case .note(let what, let detail): if lock.isClosed { events.append(.noted(what: what, detail: detail)) }
      }
    }
  }

  /// What came up with the helps.
  func hearHelps() {
    for news in helps.takeNews() {
      switch news {
      case .report(let report): tell(.helps(report))
      case .answer(let answer): tell(.helpAnswered(answer))
      case .note(let what, let detail): if lock.isClosed { events.append(.noted(what: what, detail: detail)) }
      }
    }
  }

  private func take(_ arrival: Signals.Arrival) {
    let sender = arrival.sender?.words ?? ""
    switch arrival.signal {
    case SIGCHLD:
      lookAtChild()
      lookAtProgram()
      desk.reap()
      voice.look()
      helps.look()
    case SIGWINCH: tell(.resized)
    case Signals.consoleSwitch:
      if Console.refuseSwitch(keeper.terminal) { events.append(.switchRefused) }
    case SIGCONT, SIGPIPE: break
    case SIGHUP:
      // A terminal that still answers has not hung up: somebody only says so.
      let answers = (try? TerminalModes(of: keeper.terminal)) != nil
      events.append(answers ? .signalled("HUP", from: sender) : .terminalGone)
    default: events.append(.signalled(Signals.name(arrival.signal), from: sender))
    }
  }

  /// A terminal of no session tells nobody of its size: it is looked at whenever this is awake anyway.
  private func lookAtSize() {
    guard service != nil, let now = TerminalDevice.size(keeper.terminal) else { return }
    if let size, size != now { tell(.resized) }
    size = now
  }

  // MARK: - The front end

  /// Starts the first front end as a copy of this process, which has nothing to hide yet: no store is open, no key read.
  /// It saves the program a second start.
  private func forkFrontEnd() throws(SystemFault) {
    let ends = try Descriptors.socketPair()
    defer { Files.close(ends.1) }
    do throws(SystemFault) {
      guard let pid = try Processes.fork() else {
        for descriptor in [ends.0, signals, keeper.terminal] { Files.close(descriptor) }
        if let host {
          requests?.closeInCopy()
          exit(HostedFrontEnd.run(channel: ends.1, master: host.master, arguments: hostedWords))
        }
        exit(FrontEnd.run(channel: ends.1, arguments: arguments, service: service, pulse: pulse))
      }
      keeper.frontEnd = pid
    } catch {
      Files.close(ends.0)
      throw error
    }
    channel = MessageChannel(descriptor: ends.0)
  }

  /// Starts a front end in the place of one that died, with nothing of this process in its memory.
  func spawn(resume: String?) throws(SystemFault) {
    let ends = try Descriptors.socketPair()
    defer { Files.close(ends.1) }
    let again = resume.map { ["--resume", $0] } ?? []
    do throws(SystemFault) {
      let words =
        host == nil
        ? ["front-end", "--channel", "3"] + (service?.words ?? []) + again + arguments
        : ["front-end", "--channel", "3", "--hosted", "4", "--again"] + hostedWords
      keeper.frontEnd = try Processes.spawnSelf(words, channel: ends.1, second: host?.master)
    } catch {
      Files.close(ends.0)
      throw error
    }
    channel = MessageChannel(descriptor: ends.0)
  }

  func tell(_ message: GuardianMessage) {
    channel?.send(message.frame())
    if requests != nil { tellProgram(message) }
  }

  private func readChannel() {
    channel?.flush()
    for payload in channel?.receive() ?? [] {
      do throws(WireFault) {
        take(try FrontEndMessage(payload: payload))
      } catch {
        channel?.drop("the front end sent what is no message")
        break
      }
    }
    // The payloads are gone by now: one of them may have held a passcode.
    channel?.wipeReceived()
    if channel?.isOpen == false { dropFrontEnd() }
  }

  /// Without a channel a front end is of no use: it is given the time to end, and then ended.
  func dropFrontEnd() {
    channel = nil
    // After a hang-up it has had its second already.
    let left = lock.terminalIsGone && graceEnd == nil ? 100 : Self.longestEnd
    if keeper.frontEnd > 0 { killAt = killAt ?? Clocks.boot().adding(left) }
  }

  private func lookAtChild() {
    while keeper.frontEnd > 0, let change = Processes.change(of: keeper.frontEnd) {
      switch change {
      case .stopped:
        if Weakness.stopped.isOn { break }
        Processes.send(SIGCONT, to: keeper.frontEnd)
        events.append(.frontEndContinued)
      case .exited(let status):
        readChannel()
        loseFrontEnd("it left with status \(status)", status, words: nil)
      case .killed(let signal):
        readChannel()
        loseFrontEnd(
          "killed by \(Signals.name(signal))", 70,
          words: "the screen ended unexpectedly (\(Signals.name(signal))): start kiosk again")
      }
    }
  }

  private func loseFrontEnd(_ how: String, _ status: Int32, words: String?) {
    keeper.frontEnd = 0
    channel = nil
    killAt = nil
    query.loseReader()
    // What one front end asked is no other's business.
    helps.leave()
    if let leavingStatus {
      outcome = Outcome(status: leavingStatus, words: nil, screenIsClean: words == nil)
    } else if !lock.isClosed {
      outcome = Outcome(status: status, words: words, screenIsClean: words == nil)
    }
    if Weakness.frontEnd.isOn { events.append(.unlockRequested(.ended)) }
    // A hang-up or an end already under way has its own status; this one counts only where the lock ends by it.
    events.append(.frontEndLost(how: how, status: status))
  }
}
