/// What shows a stranger what a lock is: the lock lab, one question before and after, and every reason to refuse.
///
/// The lock is the guardian's own, asked for like any test's; what a help does is what the gate says. Nothing here stands
/// in for either: this keeps what was tried, what came of it, and what is told about it.
public struct DemoState: Equatable, Sendable {
  /// The demonstrations, and the list of them. The raw value names one on the command line.
  public enum Page: String, CaseIterable, Sendable {
    case menu
    case lab
    case comparison = "before-and-after"
    case refusals
  }

  /// The attempt that a demonstration's lock is for: the ledger names it, the store knows no such attempt. A front end that
  /// is brought back with it lets go of the lock.
  public static let attempt = "lock-lab"
  /// What an entitlement has to name where one is needed.
  public static let program = "lock-lab"
  /// The longest a demonstration's lock holds, in minutes.
  public static let capMinutes = 10
  /// How long what has changed is marked in the table, in milliseconds.
  public static let markFor: Int64 = 6000
  /// Lines kept of the log, the oldest go first.
  public static let longestLog = 200

  /// One line of the log.
  public struct LogLine: Equatable, Sendable {
    /// When.
    public let at: WallTime
    /// What happened, in one sentence.
    public let words: String
  }

  /// A restriction that has just changed.
  public struct Change: Equatable, Sendable {
    /// What it was before.
    public let before: RestrictionState
    /// Until when that is told.
    public let until: Moment
  }

  /// What lies over the page: lines to read, closed with Enter.
  public struct Sheet: Equatable, Sendable {
    /// Over the lines.
    public let title: String
    /// The lines; more may come while it is open.
    public var lines: [String]
    /// The first line shown.
    public var scroll = 0
  }

  /// Who asked for what is being looked up.
  enum Look: Equatable, Sendable {
    case key
    case outside
  }

  /// The page in front.
  public internal(set) var page: Page
  /// Whether it was asked for by name, so that leaving it leaves the demonstrations.
  let isAlone: Bool
  /// Where the keyboard is.
  public internal(set) var focus = SittingState.Focus.body(0)
  /// The lock, as the guardian last told.
  public internal(set) var lock: LockReport
  /// Whether the lock, or its end, was asked for and nothing has come of it yet.
  public internal(set) var isAsking = false
  /// Whether the page is left as soon as the terminal is open.
  var isLeaving = false
  /// Why the last request was refused; `nil`: it was not.
  public internal(set) var refusal: LockRefusal?
  /// The row of the menu.
  public internal(set) var menuRow = 0
  /// What is typed, on the lab's page and on the question's.
  public internal(set) var field = LineEditor(limit: 60)
  /// What is offered for it.
  public internal(set) var assistance = Sitting.Assistance()
  /// What was said last about it, in one line.
  public internal(set) var said = ""
  /// What lies over the page.
  public internal(set) var sheet: Sheet?
  var looking: Look?
  /// How many rows what lies over the page can be scrolled by, as the screen last told.
  var scrollLimit = 0
  /// The row of the table of restrictions.
  public internal(set) var tableRow = 0
  /// What has just changed.
  public internal(set) var changes: [RestrictionID: Change] = [:]
  /// Everything that happened, oldest first.
  public internal(set) var log: [LogLine] = []
  /// How often leaving was tried under this lock, by keys that this has seen.
  var seenEscapes = 0
  /// What each way to the answer has come to.
  public internal(set) var comparison = Comparison()
  /// The row of the list of refusals.
  public internal(set) var refusalRow = 0
  /// What plays by itself; `nil`: the keys are the onlooker's.
  public internal(set) var play: DemoPlay?
  /// How fast it plays, in percent of the usual pace, 10 to 1000.
  let pace: Int
  /// Whether it has played to its end, or was taken over, since the page was opened: said until a key is pressed.
  public internal(set) var playEnd: PlayEnd?

  /// How a demonstration that played by itself ended.
  public enum PlayEnd: Equatable, Sendable {
    /// It was all shown.
    case shown
    /// A key took over.
    case taken
    /// The lock was not to be had, which what follows would need.
    case refused
  }

  /// Opens `page` while the lock stands as `lock` says.
  public init(_ page: Page, lock: LockReport, pace: Int = 100) {
    self.page = page
    self.lock = lock
    self.pace = max(10, min(pace, 1000))
    seenEscapes = lock.escapes
    isAlone = page != .menu
    focus = Self.firstFocus(of: page)
  }

  /// The lock that is asked for: nothing is required, so that it shows what this terminal holds, whatever that is.
  public static let request = LockRequest(
    mode: .assessment, attempt: attempt, title: "The lock lab", program: program, capMinutes: capMinutes,
    consented: true)

  /// Whether the terminal is held.
  public var isHeld: Bool { lock.phase.isHeld }

  /// What the gate says of `feature` now. In front is a practice: what makes it dark is the lock alone.
  public func gate(_ feature: HelpFeature) -> Gate.Verdict {
    Gate.verdict(on: feature, phase: lock.phase, mode: .practice)
  }

  /// Whether what is typed goes into the field, wherever the focus is.
  public var takesText: Bool {
    switch page {
    case .lab, .comparison: sheet == nil
    case .menu, .refusals: false
    }
  }

  /// The parts of the page that the focus goes through.
  public enum LabPart: Int, CaseIterable, Sendable { case lock, unlock, field, table, log }
  /// The same of the question's page.
  public enum ComparisonPart: Int, CaseIterable, Sendable { case field, ways, lock }
  /// The same of the menu.
  public enum MenuPart: Int, CaseIterable, Sendable { case list, show, play, playAll }

  /// How many parts the page in front has.
  public var parts: Int {
    switch page {
    case .menu: MenuPart.allCases.count
    case .lab: LabPart.allCases.count
    case .comparison: ComparisonPart.allCases.count
    case .refusals: 1
    }
  }

  /// What the last row offers.
  public var footer: [Action] {
    let way: Action = isHeld ? .unlock : .back
    switch page {
    case .menu: return [.help, .aids, .leave]
    case .lab, .comparison: return [.help, .lookUp, .aids, way]
    case .refusals: return [.help, .aids, way]
    }
  }

  static func firstFocus(of page: Page) -> SittingState.Focus {
    switch page {
    case .menu, .lab, .refusals: .body(0)
    case .comparison: .body(ComparisonPart.field.rawValue)
    }
  }

  mutating func note(_ words: String, _ wall: WallTime) {
    log.append(LogLine(at: wall, words: words))
    if log.count > Self.longestLog { log.removeFirst(log.count - Self.longestLog) }
  }
}

/// What happened, to a demonstration.
public enum DemoEvent: Equatable, Sendable {
  /// A key.
  case pressed(Press)
  /// A home key, while the terminal is open.
  case homePressed
  /// A home key that the lock blocked.
  case homeBlocked(HomeKey)
  /// The guardian told how the lock stands.
  case lockTold(LockReport)
  /// The guardian refused the lock.
  case refused(LockRefusal)
  /// The time of a demonstration's lock is over.
  case capReached
  /// Something else happened under the lock, in words.
  case happened(String)
  /// This front end came in the place of one that was lost under the lock, so many milliseconds ago.
  case restored(milliseconds: Int64)
  /// What is offered for the text in the field.
  case assisted(Sitting.Assistance)
  /// What a look-up found.
  case lookedUp([String])
  /// Leaving was asked for: F9, or the panel's "Unlock".
  case leaveAsked
  /// Time to look at the clock.
  case ticked
}

/// What a demonstration wants done.
public enum DemoEffect: Equatable, Sendable {
  /// Ask for the lock.
  case requestLock
  /// Ask for its end.
  case requestUnlock(AttemptEnd)
  /// What is there to offer for this text?
  case assist(String)
  /// Look this up.
  case lookUp(String)
  /// Something for the ledger.
  case note(what: String, detail: String)
  /// A line over row 2.
  case banner(String)
  /// Press a home key, as a hand would.
  case pressHome(HomeKey)
  /// Press a key, as a hand would.
  case press(Press)
  /// The demonstrations are left.
  case leave
}
