/// Everything the front end knows: what is on screen is a function of this and the size of the terminal.
public struct SittingState: Equatable, Sendable {
  /// What the candidate is looking at.
  public enum Stage: String, CaseIterable, Sendable {
    /// The list of exams.
    case lobby
    /// The candidate's name.
    case form
    /// What will be locked, and the question whether to.
    case consent
    /// The lock is being engaged; nothing of the test is shown.
    case engaging
    /// The lock was refused.
    case refused
    /// A question.
    case question
    /// What is answered, flagged, unanswered.
    case review
    /// The attempt is being sealed, then the terminal released.
    case handingIn
    /// The guardian is lost and another one comes: nothing of the test is shown.
    case restoring
    /// The marks.
    case report
    /// What a bank of questions holds, and what of it is not used, before its test.
    case preview
    /// Something stands in the way: a bad exam file, a store that does not open.
    case fault
    /// What shows what a lock is.
    case demo
  }

  /// Where the keyboard is: a part of the body, or an item of the footer.
  public enum Focus: Equatable, Sendable {
    case body(Int)
    case footer(Int)
  }

  /// What of the screen an event may have changed.
  public enum Damage: Equatable, Sendable {
    /// Nothing but the text in the line that the answer in front is typed into.
    case text
    /// Nothing but what stands in the answer of the question in front.
    case answer
    /// Anything.
    case screen
  }

  /// What the last event may have changed.
  public internal(set) var damage: Damage = .screen
  /// How the program was started.
  @Boxed public var launch: Launch
  /// What is on screen.
  public var stage: Stage = .lobby
  /// Where the keyboard is.
  public var focus: Focus = .body(0)
  /// What lies over the screen, where anything does.
  public var overlay: Overlay?
  /// What lies below the help, where that was asked for over something else.
  @Boxed public internal(set) var helpOver: Overlay?
  /// The line over row 2, where there is one.
  public var banner: Banner?
  /// The lock as the guardian last told it.
  public var lock: LockReport = .unknown
  /// What the machine's profile demands, as the guardian last told.
  @Boxed public internal(set) var terms = LockTerms.none
  /// The longest this machine locks, in words: "8 hours", where no profile says less.
  public var capInWords: String {
    let minutes = terms.capMinutes
    if minutes % 60 != 0 { return minutes == 1 ? "1 minute" : "\(minutes) minutes" }
    return minutes == 60 ? "1 hour" : "\(minutes / 60) hours"
  }
  /// Whether the candidate had said yes when the lock was refused.
  var hasAgreed = false
  /// The proctors, as the guardian last told.
  public var proctors = ProctorList()
  /// When a passcode is looked at again; `nil`: now.
  public var passcodeAt: Moment?
  /// Whether the guardian knows that a passcode is being asked for.
  var toldAsking = false
  /// How the proctor ended an attempt that is not read back yet.
  @Boxed var ordered: AttemptEnd?
  /// The aids that are on.
  public var aids = Aids()
  /// The terminal's size in cells.
  public var columns = 80
  /// The terminal's size in cells.
  public var rows = 24

  /// The list of exams.
  @Boxed public var lobby = Lobby()
  /// The candidate's name and number.
  @Boxed public var form = Form()
  /// What is about to start.
  @Boxed public var pending: PendingStart?
  /// The consent screen.
  @Boxed public var consent = Consent()
  /// Why the lock was refused.
  @Boxed public var refusal: LockRefusal?
  /// The attempt under way.
  public var sitting: Sitting?
  /// The marks.
  @Boxed public var report: AttemptReport?
  /// The row the report is scrolled to.
  public var reportScroll = 0
  /// How many rows the text in front can be scrolled by, as the screen last told (`SittingEvent.laidOut`).
  public var scrollLimit = 0
  /// The same of the answer's row in front.
  public var rowLimit = 0
  /// What is demonstrated.
  @Boxed public internal(set) var demo: DemoState?
  /// What stands in the way, in lines.
  public var fault: [String] = []
  /// When home presses brought the panel up.
  var panelOpenedAt: Moment?
  /// The home presses of the last moments.
  public var homeTap = HomeTap()
  /// How long the test stood still because its front end had to be brought back, in milliseconds; shown once.
  public var absence: Int64 = 0
  /// What was copied last, to be pasted; empty: nothing, and always when a test begins.
  public internal(set) var register = ""
  /// How many words were looked up.
  var lookUps = 0
  /// How the voice stands, as the guardian last told.
  public var voice = VoiceReport.none
  /// How the helps stand, as the guardian last told.
  public var helps = HelpsReport.none
  /// The number of what was asked of the helps last.
  var helpNumber = 0
  /// Whether this front end replaces one that was lost under the same lock.
  var isRestored = false

  /// The start: an empty lobby.
  public init(launch: Launch) { self.launch = launch }

  /// The smallest terminal in which a screen is drawn.
  public static let smallest = (columns: 60, rows: 20)

  /// Whether the terminal is too small to show anything.
  public var isTooSmall: Bool { columns < SittingState.smallest.columns || rows < SittingState.smallest.rows }

  /// Whether the questions of a test are hidden: the lock does not hold right now. They come back with it.
  public var isHidden: Bool { !isLocked && sitting?.isTest == true && (stage == .question || stage == .review) }

  /// Whether the terminal is locked: the truth the guardian tells, never an assumption.
  public var isLocked: Bool { lock.isLocked }
}

/// A line over row 2 for five seconds.
public struct Banner: Equatable, Sendable {
  /// How a banner is coloured.
  public enum Tone: Equatable, Sendable { case locked, open, blocked, notice }
  /// How long it stays, in milliseconds.
  public static let duration: Int64 = 5000
  /// The words.
  public let text: String
  /// How it is coloured.
  public let tone: Tone
  /// When it goes.
  public let until: Moment

  /// Makes a banner shown from `now`.
  public init(_ text: String, tone: Tone, at now: Moment) {
    self.text = text
    self.tone = tone
    until = now.adding(Banner.duration)
  }

  /// Said when a lock of `mode` engages; the time is the cap of design or profile.
  public static func lockedText(_ cap: String = "8 hours", of mode: LockMode = .assessment) -> String {
    switch mode {
    case .assessment: "This terminal is locked. It unlocks when you finish, or after \(cap)."
    case .autonomousSingleApp: "This terminal is locked. Its program unlocks it, in \(cap) at the latest."
    case .guidedAccess: "This terminal is locked. A passcode unlocks it, or it unlocks in \(cap)."
    case .singleApp: "This terminal is locked. It is here for one program."
    }
  }
  /// Said when it lets go.
  public static let openText = "This terminal is unlocked."
  /// Said at each blocked home press in a test.
  public static let blockedText = blockedText(of: .assessment)
  /// Said at each home press that a lock of `mode` blocks.
  public static func blockedText(of mode: LockMode) -> String {
    switch mode {
    case .assessment: "Home is blocked until you finish the test."
    case .autonomousSingleApp: "Home is blocked until the program unlocks this terminal."
    case .guidedAccess: "Home is blocked until a passcode unlocks this terminal."
    case .singleApp: "Home is blocked: this terminal is here for one program."
    }
  }
}

/// What lies over the screen.
public enum Overlay: Equatable, Sendable {
  /// Help; the first line shown.
  case help(scroll: Int)
  /// Look-up, in practice.
  case lookUp(LookUp)
  /// Near spellings of a misspelt word.
  case near(NearSpellings)
  /// What a practice hands on.
  case share(Share)
  /// The aids; the row the cursor is on.
  case aids(row: Int)
  /// A yes-or-no question of the kiosk's; the focus starts on no.
  case confirm(Confirmation, yes: Bool)
  /// Three home presses: why and since when it is locked, time left, hand in; the row the cursor is on.
  case panel(row: Int)
  /// An exam cannot be practised while a test of it can be gone on with; the row the cursor is on.
  case withheld(row: Int)
  /// Before a spelling test: is the voice heard?
  case soundCheck(SoundCheck)
  /// A passcode is asked for.
  case passcode(PasscodePrompt)
  /// What a proctor can do.
  case proctor(ProctorPanel)
}

/// What the kiosk asks yes or no about.
public enum Confirmation: String, CaseIterable, Sendable {
  /// Hand the test in.
  case handIn
  /// Leave a practice.
  case leavePractice
  /// End an interrupted test, so that its exam can be practised.
  case endInterrupted
}
