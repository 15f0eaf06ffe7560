import KioskCore
import KioskPage
import KioskWords

/// A sitting driven by events, with a store and a guardian that answer at once, unless they are told to be silent or to
/// fail. Time moves only where the script says so.
public struct SittingScript {
  /// What stands in for the world outside the reducer.
  public struct World {
    /// The exam that every name opens.
    public var exam = SampleExam.everyType
    /// Whether the guardian answers a request for the lock.
    public var locks = true
    /// What the guardian refuses the lock with; nil: it grants it.
    public var refusal: LockRefusal?
    /// How the voice stands that is asked for.
    public var voice = VoiceReport.none
    /// Whether the store answers at all.
    public var storeAnswers = true
    /// Why the store fails; empty: it does not.
    public var storeFault = ""
    /// What stands against a lock already at the consent screen.
    public var standsAgainst: LockRefusal?
    /// What this terminal can hold.
    public var restrictions = SittingScript.ordinaryTerminal
    /// What the lobby lists.
    public var exams: [CatalogueItem] = []
    /// Interrupted attempts.
    public var resumable: [ResumableItem] = []
    /// Interrupted tests that keep the exam from being practised.
    public var withholding: [ResumableItem] = []
    /// What an interrupted attempt is read back as.
    public var loaded: (Attempt, ResumePoint)?
    /// The proctors, all with the passcode "letmein".
    public var proctors = ProctorList()
    /// By what right tests are locked.
    public var entitlement = "sample entitlement"
    /// Who paused the test.
    public var pausedBy: String?
    /// What a look-up finds, whatever is looked up.
    public var found: [PageLine] = []
    /// What the helps offer.
    public var names = SittingScript.suggestions(["Ottawa", "Oslo", "Strait of Gibraltar"])
    /// What they call misspelt, and what is near each.
    public var misspelt: [String: [String]] = [:]
    /// How they stand.
    public var helps = HelpsReport.ready([])
    /// Whether they answer at all.
    public var helpsAnswer = true
    /// The files that were written, by name.
    public var files: [String: String] = [:]
  }

  /// The state under test.
  public var state: SittingState
  /// The world.
  public var world = World()
  /// The moment of the next event.
  public var now = Moment(milliseconds: 1_000_000)
  /// Every effect so far, oldest first.
  public private(set) var effects: [SittingEffect] = []
  /// Every step that was made durable.
  public private(set) var committed: [Step] = []

  /// A program just started with `launch`.
  public init(_ launch: Launch = Launch()) { state = SittingState(launch: launch) }

  /// The wall clock: the moment plus a fixed date.
  public var wall: WallTime { WallTime(milliseconds: 1_777_800_000_000 + now.milliseconds) }

  /// Takes an event in, then whatever the world answers. Returns the effects of the event itself.
  @discardableResult
  public mutating func send(_ event: SittingEvent) -> [SittingEffect] {
    let own = state.reduce(event, now: now, wall: wall)
    effects += own
    var waiting = own[...]
    while let effect = waiting.popFirst() {
      for answer in answers(to: effect) {
        let more = state.reduce(answer, now: now, wall: wall)
        effects += more
        waiting += more
      }
    }
    return own
  }

  /// Presses keys one after the other.
  public mutating func press(_ presses: Press...) { for press in presses { send(.pressed(press)) } }

  /// Types text, one character a key.
  public mutating func type(_ text: String) { for letter in text { send(.pressed(.typed(String(letter)))) } }

  /// Lets time pass, then looks at the clock.
  public mutating func wait(_ milliseconds: Int64) {
    now = now.adding(milliseconds)
    send(.ticked)
  }

  private mutating func answers(to effect: SittingEffect) -> [SittingEvent] {
    switch effect {
    case .readCatalogue: return [.catalogueRead(exams: world.exams, resumable: world.resumable)]
    case .openExam(let name, _):
      if let broken = world.exams.first(where: { $0.path == name && !$0.problem.isEmpty }) {
        return [.examRejected([broken.problem], status: 65)]
      }
      return [.examOpened(world.exam)]
    case .prepareAttempt(_, _, .practice) where !world.withholding.isEmpty:
      return [.practiceWithheld(world.withholding)]
    case .prepareAttempt(let exam, let candidate, let mode): return [.attemptPrepared(attempt(exam, candidate, mode))]
    case .recordEnd, .requestSeal: return []
    case .loadAttempt: return world.loaded.map { [.attemptLoaded($0.0, $0.1)] } ?? []
    case .assess:
      let told: [SittingEvent] = world.proctors.isSet ? [.guardianSaid(.proctors(world.proctors))] : []
      return [.guardianSaid(.assessed(report(.open), refusal: world.standsAgainst))] + told
    case .checkPasscode(let proctor, let passcode):
      let isRight = passcode == Secret("letmein".utf8)
      let name = proctor.isEmpty ? world.proctors.names.first ?? "" : proctor
      return [.guardianSaid(.passcodeAnswered(isRight ? .accepted(name) : .wrong(wait: 2000)))]
    case .askProctor(let act): return proctorActs(act)
    case .requestLock:
      guard world.locks else { return [] }
      if let refusal = world.refusal { return [.guardianSaid(.refused(refusal))] }
      return [.guardianSaid(.lockChanged(report(.engaging))), .guardianSaid(.lockChanged(report(.locked)))]
    case .storeAttempt: return storeSays(.attemptStored, or: .storeFailed(world.storeFault))
    case .commit(let step):
      let said = storeSays(.stepCommitted, or: .stepFailed(world.storeFault))
      if said == [.stepCommitted] { committed.append(step) }
      return said
    case .seal(let end): return storeSays(.sealed(marked(end)), or: .sealFailed(world.storeFault))
    case .requestUnlock:
      return [.guardianSaid(.lockChanged(report(.releasing))), .guardianSaid(.lockChanged(report(.open)))]
    case .judge(let slot): return judge(slot)
    case .askHelps(_, let request): return world.helpsAnswer ? [.guardianSaid(.helpAnswered(answer(request)))] : []
    case .openHelps: return [.guardianSaid(.helps(world.helps))]
    case .proposeReportFile(let title): return [.reportFileProposed("/home/ada/\(title).txt")]
    case .saveReport(let path, let text, let overwriting):
      if world.files[path] != nil, !overwriting { return [.reportSaved(.taken)] }
      if path.hasPrefix("/nowhere/") {
        return [.reportSaved(.failed("/nowhere is no folder: name one that is there."))]
      }
      world.files[path] = text
      return [.reportSaved(.saved(path))]
    case .lookUp(_, let number):
      if state.stage == .demo { return [.lookedUp(world.found, number: number, isLast: true)] }
      return [.lookedUp([], number: number, isLast: false)]
    case .reportHome:
      state.lock.escapes += 1
      return state.stage == .demo ? [.guardianSaid(.lockChanged(report(state.lock.phase)))] : []
    case .dismissProctor, .reportAsking, .readKeyboard, .recordDraft, .recordPosition, .preserve, .reportBanner, .note,
      .reportFocus,
      .reportMode,
      .bell, .copy, .holdTerminal, .leave, .giveWord, .say, .closeVoice, .addWord, .closeHelps:
      return []
    case .openVoice: return world.voice == .none ? [] : [.guardianSaid(.voice(world.voice))]
    }
  }

  private mutating func answer(_ request: HelpRequest) -> HelpAnswer {
    switch request.question {
    case .check(let words): return .misspelt(number: request.number, words.filter { world.misspelt[$0] != nil })
    case .near(let word): return .near(number: request.number, world.misspelt[word] ?? [])
    case .suggest(let text):
      let found = world.names.find(for: text)
      return .suggestions(number: request.number, taken: found.taken, found.words)
    case .define(let headword):
      return .defined(number: request.number, headword: headword, lines: world.found.map(\.wire), near: [])
    }
  }

  /// Suggestions of these names alone.
  public static func suggestions(_ names: [String]) -> Suggestions {
    var made = Suggestions(WordIndex(WordIndex.Builder()))
    made.add(names, own: false)
    return made
  }

  private mutating func proctorActs(_ act: ProctorAct) -> [SittingEvent] {
    switch act {
    case .goOn: return []
    case .pause: world.pausedBy = world.proctors.names.first ?? ""
    case .resume: world.pausedBy = nil
    case .handIn: return [.guardianSaid(.proctorEnds(.submitted))]
    case .end: return [.guardianSaid(.proctorEnds(.ended))]
    }
    return [.guardianSaid(.lockChanged(report(.locked)))]
  }

  private func storeSays(_ done: SittingEvent, or failed: SittingEvent) -> [SittingEvent] {
    world.storeAnswers ? [world.storeFault.isEmpty ? done : failed] : []
  }
}

extension SittingScript {
  /// What an ordinary terminal emulator can hold.
  public static var ordinaryTerminal: [RestrictionReport] {
    RestrictionID.allCases.map { id in
      switch id {
      case .home, .lookUp, .spellCheck, .suggestions, .questionHelp, .share, .subprocess, .paste:
        RestrictionReport(id: id, state: .enforced)
      case .clipboard: RestrictionReport(id: id, state: .requested)
      case .focus, .recording, .remote, .ptrace: RestrictionReport(id: id, state: .detected)
      case .multiplexer: RestrictionReport(id: id, state: .detected, finding: "tmux holds the other end")
      case .consoleSwitch, .consoleKeys, .sysRq, .kernelMessages:
        RestrictionReport(id: id, state: .unavailable(reason: "this is not a Linux console"))
      case .powerKeys: RestrictionReport(id: id, state: .unavailable(reason: "logind does not answer"))
      }
    }
  }

  /// A report of the lock in `phase`.
  public func report(_ phase: LockPhase) -> LockReport {
    LockReport(
      phase: phase, mode: phase == .open ? nil : .assessment, since: phase == .open ? nil : wall, tier: .terminal,
      restrictions: world.restrictions, escapes: state.lock.escapes, pausedBy: phase == .locked ? world.pausedBy : nil,
      entitlement: world.entitlement)
  }

  private func attempt(_ exam: Exam, _ candidate: Candidate, _ mode: Attempt.Mode) -> Attempt {
    AttemptComposer.compose(
      exam, seed: state.launch.seed ?? 7, candidate: candidate,
      options: AttemptComposer.Options(
        mode: mode, minutes: state.launch.minutes, extraPercent: state.launch.extraPercent), startedAt: wall,
      random: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  }

  private func judge(_ slot: Int) -> [SittingEvent] {
    guard let sitting = state.sitting, sitting.entries.indices.contains(slot) else { return [] }
    let mark = Marker.mark(sitting.attempt.slots[slot].question, sitting.entries[slot].accepted)
    return [.judged(slot: slot, correctness(mark))]
  }

  private func correctness(_ mark: Mark) -> Sitting.Correctness {
    switch mark.outcome {
    case .right: .right
    case .partly: .partly
    case .wrong, .unanswered, .none: .wrong
    case .pending: .pending
    }
  }

  /// The marks of the sitting as it stands.
  public func marked(_ end: AttemptEnd) -> AttemptReport {
    let sitting = state.sitting ?? Sitting(attempt: attempt(world.exam, Candidate(name: ""), .test))
    let summary = ReportSummary(attempt: sitting.attempt, steps: committed)
    let lines = summary.rows.map { row in
      AttemptReport.Line(
        number: row.slot + 1, prompt: row.question.promptLine(language: "en"),
        response: row.response.map { AnswerText.text(of: $0, to: row.question, language: "en") } ?? "",
        rightAnswer: AnswerText.rightAnswer(to: row.question, language: "en") ?? "", correctness: correctness(row.mark),
        points: row.mark.points, maxPoints: row.mark.maxPoints,
        feedback: row.mark.feedback?.text(in: "en") ?? "")
    }
    return AttemptReport(
      title: "Geography", candidate: sitting.attempt.candidate.name, end: end, detail: sitting.attempt.exam.report,
      score: summary.earned, maxScore: summary.maxScore, pending: summary.pending, lines: lines,
      mode: sitting.attempt.mode, entitlement: sitting.isTest ? world.entitlement : "")
  }

  /// A test under way: named, agreed to, locked, the first question in front.
  public static func test(_ exam: Exam = SampleExam.everyType, launch: Launch? = nil) -> SittingScript {
    var started = launch ?? Launch()
    started.exam = "sample"
    if started.candidate == nil { started.candidate = Candidate(name: "Ada Lovelace", id: "42") }
    var script = SittingScript(started)
    script.world.exam = exam
    script.send(.started)
    if started.practice { return script }
    script.press(.typed("y"))
    // Whether the voice is heard is no matter to most.
    if case .soundCheck? = script.state.overlay { script.press(.moved(.up), .enter) }
    return script
  }

  /// A practice under way.
  public static func practice(_ exam: Exam = SampleExam.everyType) -> SittingScript {
    var launch = Launch()
    launch.practice = true
    return test(exam, launch: launch)
  }

  /// A demonstration, opened by its name.
  public static func demo(_ page: DemoState.Page, plays: Bool = false) -> SittingScript {
    var launch = Launch()
    launch.demo = DemoStart()
    launch.demo?.page = page
    launch.demo?.plays = plays
    var script = SittingScript(launch)
    script.world.names = suggestions(["Burkina Faso", "France", "Ouagadougou"])
    script.world.found = [
      PageLine(.source, "Gazetteer"), PageLine(.word, "Burkina Faso"), PageLine(.text, "Also: Burkina, Upper Volta"),
      PageLine(.text, "Capital: {Ouagadougou}"), PageLine(.text, "Continent: Africa"),
      PageLine(.text, "Neighbours: {Benin}, {Côte d'Ivoire}, {Ghana}, {Mali}, {Niger}, {Togo}"),
    ]
    script.send(.started)
    return script
  }

  /// Goes to the question at `place`.
  public mutating func go(to place: Int) {
    for _ in 0..<1000 where state.sitting?.current != place && state.stage == .question {
      press(.action(.next))
    }
  }
}
