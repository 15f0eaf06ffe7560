/// What happens to the screen of a hosted program.
public enum HostedEvent: Equatable, Sendable {
  /// A home key. `reaches`: the program would read it as a key; else the kernel would make a signal, an end of input or a
  /// stop of it.
  case homePressed(HomeKey, reaches: Bool)
  /// Any other key, while the kiosk's own words lie over the program.
  case pressed(Press)
  /// The guardian said something.
  case guardianSaid(GuardianMessage)
  /// So many characters came at once while locked: no hand types so fast.
  case burstTyped(count: Int)
  /// A paste was refused; so many bytes of it.
  case pasteRefused(count: Int)
  /// A time named by `nextTick` has come.
  case ticked
}

/// What is to be done about it.
public enum HostedEffect: Equatable, Sendable {
  /// Give the program the key that was pressed.
  case forward
  /// Tell the guardian of a blocked home press.
  case reportHome(HomeKey)
  /// Tell the guardian of a banner.
  case reportBanner(String)
  /// Tell it something for the ledger.
  case note(what: String, detail: String)
  /// Have a passcode looked at.
  case checkPasscode(proctor: String, Secret)
  /// Tell it whether a passcode is being asked for.
  case reportAsking(Bool)
  /// The proctor wants something.
  case askProctor(ProctorAct)
  /// The proctor has gone.
  case dismissProctor
  /// Ask to let go.
  case requestUnlock(AttemptEnd)
  /// Leave with this status, once all that the program wrote is shown.
  case leave(status: Int32)
}

/// The screen of a hosted program as a value: what lies over it, what its last row says, and whether it is shown at all.
/// Only `reduce` changes it.
public struct HostedState: Equatable, Sendable {
  /// What lies over the program.
  public enum Overlay: Equatable, Sendable {
    /// Three home presses: why and since when it is locked, and the way to the proctor's; the row chosen.
    case panel(row: Int)
    /// The proctor's passcode.
    case passcode(PasscodePrompt)
    /// What a proctor can do.
    case proctor(ProctorPanel)
  }

  /// How long after a panel has come up its key does not close it, in milliseconds: it is one more of those that brought it.
  static let freshness: Int64 = 1000

  /// What the program is called.
  public let title: String
  /// The lock as the guardian last told it.
  public internal(set) var lock = LockReport.unknown
  /// What lies over the program; `nil`: nothing.
  public internal(set) var overlay: Overlay?
  /// What the last row says for five seconds.
  public internal(set) var banner: Banner?
  /// The proctors.
  public internal(set) var proctors = ProctorList()
  /// When a passcode is looked at again; `nil`: now.
  public internal(set) var passcodeAt: Moment?
  /// The status the program has ended with.
  public internal(set) var ended: Int32?
  var homeTap = HomeTap()
  var panelOpenedAt: Moment?
  var toldAsking = false
  var askedToLeave = false

  /// The screen of a program called `title`.
  public init(title: String) { self.title = title }

  /// Whether the lock is there and not whole: then nothing of the program is shown, and nothing reaches it.
  public var isHidden: Bool {
    switch lock.phase {
    case .interrupted, .stranded: true
    case .open, .askingConsent, .engaging, .locked, .releasing, .expired: false
    }
  }

  /// In which mode it is locked, or would be.
  var mode: LockMode { lock.mode ?? .autonomousSingleApp }

  /// Whether the program has the screen and the keys.
  public var isProgramInFront: Bool { overlay == nil && !isHidden }

  /// Whether a passcode is being typed.
  public var isPasscodeAsked: Bool {
    if case .passcode? = overlay { return true }
    return false
  }

  /// The rows of the panel.
  public var panelRows: [PanelRow] { proctors.isSet ? [.goOn, .proctor] : [.goOn] }

  /// The rows of the proctor's panel.
  public var proctorRows: [ProctorAct] { [.goOn, .end] }

  /// How long no passcode is looked at, in whole seconds, rounded up; 0: one is looked at now.
  public func passcodeWait(at now: Moment) -> Int64 {
    guard let passcodeAt else { return 0 }
    return max(0, (passcodeAt.since(now) + 999) / 1000)
  }

  /// When to send `ticked` at the latest; `nil`: nothing is to be done by the clock.
  public func nextTick(after now: Moment) -> Moment? {
    var times = [banner?.until].compactMap { $0 }
    switch overlay {
    case .proctor(let panel)?: times.append(panel.until)
    case .passcode?:
      if let passcodeAt {
        let left = passcodeAt.since(now)
        times.append(left <= 0 ? now : now.adding((left - 1) % 1000 + 1))
      }
    case .panel?, nil: break
    }
    return times.min()
  }

  /// How long the lock may hold, in words: "8 hours".
  public var capInWords: String {
    guard let since = lock.since, let until = lock.until else { return "8 hours" }
    let minutes = max(1, (until.milliseconds - since.milliseconds + 59_999) / 60_000)
    if minutes % 60 != 0 { return minutes == 1 ? "1 minute" : "\(minutes) minutes" }
    return minutes == 60 ? "1 hour" : "\(minutes / 60) hours"
  }
}
