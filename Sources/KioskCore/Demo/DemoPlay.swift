/// A demonstration that plays by itself: keys pressed as a hand would press them, with captions between them.
public struct DemoPlay: Equatable, Sendable {
  /// One thing done.
  enum Beat: Equatable, Sendable {
    /// Another page comes to the front.
    case turn(DemoState.Page)
    /// A caption, left to be read.
    case say(String)
    /// The focus goes to a part of the page.
    case focus(Int)
    /// A key is pressed.
    case press(Press)
    /// A home key is pressed.
    case home(HomeKey)
    /// What follows waits until the terminal is locked, or open.
    case hold(locked: Bool)
    /// A while to look at what is there.
    case rest
  }

  /// How long the lock, or its end, is waited for, in milliseconds.
  static let patience: Int64 = 15_000

  private let beats: [Beat]
  private var index = 0
  /// When the next is due.
  private(set) var at: Moment
  /// Since when a `hold` waits.
  private var waitingSince: Moment?
  /// What is told now.
  public private(set) var caption = ""

  init(_ beats: [Beat], at now: Moment) {
    self.beats = beats
    at = now
  }

  /// The beat that is due at `now`, with the next one's time set by `pace` in percent; `nil`: none is. `isOver` tells
  /// whether there will be none.
  mutating func next(at now: Moment, pace: Int, lock: LockPhase) -> Beat? {
    guard now >= at, beats.indices.contains(index) else { return nil }
    let beat = beats[index]
    if case .hold(let locked) = beat {
      guard locked ? lock == .locked : !lock.isHeld else {
        if waitingSince == nil { waitingSince = now }
        at = now.adding(100)
        return beat
      }
      waitingSince = nil
    }
    index += 1
    at = now.adding(max(Self.shortest, Self.length(of: beat) * 100 / Int64(pace)))
    if case .say(let words) = beat { caption = words }
    return beat
  }

  /// Whether everything was done, and the last of it left to be read.
  func isOver(at now: Moment) -> Bool { !beats.indices.contains(index) && now >= at }

  /// Whether what is waited for does not come.
  func hasWaited(at now: Moment) -> Bool { waitingSince.map { now.since($0) >= Self.patience } ?? false }

  /// Presses of one key must be this far apart to be several.
  private static let shortest: Int64 = 100

  /// How long a beat is left alone, in milliseconds: a caption as long as it takes to read it calmly.
  private static func length(of beat: Beat) -> Int64 {
    switch beat {
    case .turn, .focus: 300
    case .say(let words): 1000 + 42 * Int64(words.count)
    case .press(.typed): 160
    case .press: 900
    case .home: 350
    case .hold: 400
    case .rest: 1900
    }
  }

  // MARK: - What is played

  /// The script of one page; of the menu, all of them one after the other.
  static func script(of page: DemoState.Page) -> [Beat] {
    switch page {
    case .menu: script(of: .lab) + script(of: .comparison) + script(of: .refusals) + [.turn(.menu)]
    case .lab: [.turn(.lab)] + lab
    case .comparison: [.turn(.comparison)] + comparison
    case .refusals: [.turn(.refusals)] + refusals
    }
  }

  private static func typing(_ text: String) -> [Beat] { text.map { .press(.typed(String($0))) } }

  private static let lab: [Beat] =
    [.say("This is the lock lab. The terminal is open: everything works, and the table says off in every row.")]
    + [.focus(DemoState.LabPart.field.rawValue)] + typing("Burk")
    + [
      .say("Words are suggested as one types. Tab takes the first."), .press(.focusMoved(forward: true)),
      .press(.action(.lookUp)), .say("Look-up, F2, tells what is known of it. Enter closes it again."),
      .press(.enter), .press(.edited(.deleteToStart)),
    ] + typing("the capitol of Frnce")
    + [
      .say("What is in no list of words is pointed out."), .press(.pasted(", pasted")), .say("And pasting goes in."),
      .say("Now the lock: each thing is taken away, then looked at again. What is seen then is what the table says."),
      .focus(DemoState.LabPart.lock.rawValue), .press(.enter), .hold(locked: true),
      .say(
        "Locked. Held means that the kernel promises it, or that it was read back. Noticed: recorded, not prevented."),
      .home(.escape),
      .say("That was Esc, a home key. It leads nowhere now: it is blocked, counted, and on the ledger."),
      .press(.pasted(" smuggled in")), .say("Pasting is refused."), .press(.action(.lookUp)),
      .say("Look-up is off, and so are suggestions and spell check."), .home(.escape), .home(.escape), .home(.escape),
      .say("A home key three times quickly asks why it is locked, and shows the way out."), .press(.enter),
      .say("Who locked it unlocks it, and everything is put back as it was."),
      .focus(DemoState.LabPart.unlock.rawValue), .press(.enter), .hold(locked: false),
      .say("Open again. The log below tells all that happened."),
    ]

  private static let comparison: [Beat] =
    [
      .say("One question, asked twice. First without a lock: who does not know the answer has four ways to it."),
      .focus(DemoState.ComparisonPart.ways.rawValue), .press(.enter),
      .say("Looking it up: the list of countries names the capital."), .press(.enter), .press(.moved(.down)),
      .press(.enter), .say("Three letters, and the suggested words hold the answer."), .press(.moved(.down)),
      .press(.enter), .say("A note that somebody passed on is pasted in."), .press(.moved(.down)), .press(.enter),
      .say("The home button leads out of the question, and nobody counts it. Out there the answer lies open."),
      .press(.enter), .say("Four of four ways gave the answer away. Now the same question, locked."),
      .focus(DemoState.ComparisonPart.lock.rawValue), .press(.enter), .hold(locked: true),
      .focus(DemoState.ComparisonPart.ways.rawValue), .press(.moved(.up)), .press(.moved(.up)), .press(.moved(.up)),
      .press(.enter), .say("Look-up stays dark."), .press(.moved(.down)), .press(.enter),
      .say("Nothing is suggested, however much is typed."), .press(.moved(.down)), .press(.enter),
      .say("The paste is refused."), .press(.moved(.down)), .press(.enter),
      .say("The home button is blocked and counted. Four ways, and none gave anything away."),
      .focus(DemoState.ComparisonPart.lock.rawValue), .press(.enter), .hold(locked: false),
      .say("Open again. What stood in the locked answer could only be what somebody knew."),
    ]

  private static let refusals: [Beat] =
    [
      .say("A lock can be refused, and then nothing has changed. Each reason is told with what would mend it."),
      .rest,
    ] + Array(repeating: [.press(.moved(.down)), .rest], count: RefusalCase.allCases.count - 1).flatMap { $0 }
}
