import Glibc
import KioskCore
import KioskVoice
import KioskWords

/// The guardian's side of the helps: starts kiosk-helps where the gate allows one of them, ends it where it allows none,
/// and passes on what is asked and answered.
///
/// MUST: the gate is asked before the process is started, before every request and before every answer; what the front end
/// says counts only as far as the lock itself has it: the phase, and the grants that were agreed to before it held.
final class HelpDesk {
  /// What the loop is to do about it.
  enum News: Equatable {
    /// The front end is to know.
    case report(HelpsReport)
    /// The front end asked for this.
    case answer(HelpAnswer)
    /// Something for the ledger.
    case note(what: String, detail: String)
  }

  /// How long one that was asked something, or is starting, may say nothing, in milliseconds.
  static let longestSilence: Int64 = 10_000
  /// More names than any exam has are not kept.
  static let mostNames = 20_000
  /// More bytes than this are not kept for helps that do not read.
  static let longestBacklog = 1 << 18

  private(set) var report = HelpsReport.none
  /// What to poll; `nil`: nothing.
  var descriptor: Int32? { servant?.descriptor }
  /// Whether to poll for writing too.
  var wantsToWrite: Bool { servant?.wantsToWrite ?? false }
  /// When they count as hung.
  private(set) var deadline: Moment?
  /// Their process; 0: none runs.
  var process: Int32 { servant?.process ?? 0 }

  private var servant: Servant?
  /// The question in front, as the front end told.
  private var slot: UInt16?
  private var language = ""
  private var account: UserAccount?
  private var vocabulary: [String] = []
  private var names = 0
  private var missing: [String] = []
  private var news: [News] = []
  private var role = Servant.Role.helps
  /// What the helps were asked since they last answered.
  private var pending = 0
  private var refused: Set<HelpFeature> = []

  /// Question `slot` is in front, answered in `language`.
  func want(slot: UInt16, _ language: String, _ lock: LockState, as account: UserAccount?) {
    self.slot = slot
    self.account = account
    if language != self.language {
      end()
      report = .none
      self.language = language
      role.forgetLosses()
    }
    obey(lock)
    guard mayRun(lock) else { return }
    if servant == nil, report == .none {
      tell(.starting)
      start()
    } else {
      tell(report)
    }
  }

  /// Names and words of a practice.
  func give(_ words: [String], own: Bool, _ lock: LockState) {
    guard !Self.isTest(lock), names < Self.mostNames else { return }
    names += words.count
    let line = (own ? HelpCommand.ownWords(words) : .vocabulary(words)).line
    vocabulary.append(line)
    servant?.send(line)
  }

  /// Passes on what is asked, where the gate allows it at the question in front. What it does not allow, in a test, is told
  /// to the ledger once for each feature.
  func ask(slot: UInt16, _ request: HelpRequest, _ lock: LockState) {
    let feature = request.question.feature
    guard slot == self.slot, allows(feature, lock) else {
      if lock.isClosed, refused.insert(feature).inserted {
        news.append(.note(what: "withheld", detail: "\(feature.rawValue), asked of the guardian"))
      }
      return
    }
    guard let servant, servant.backlog < Self.longestBacklog else { return }
    servant.send(HelpCommand.ask(request).line)
    pending += 1
    if deadline == nil { deadline = Clocks.boot().adding(Self.longestSilence) }
  }

  /// Ends them and forgets what they were given.
  func leave() {
    end()
    slot = nil
    language = ""
    vocabulary = []
    names = 0
    refused = []
    report = .none
  }

  /// Looks whether they may still run. Called whenever the lock has moved, before anything is told of it.
  func obey(_ lock: LockState) {
    if Self.isTest(lock), !vocabulary.isEmpty {
      // Helps that know what the right answers are called are none for a test.
      vocabulary = []
      names = 0
      end()
      report = .none
    }
    guard servant != nil || report != .none, !mayRun(lock) else { return }
    end()
    tell(.none)
  }

  /// What has come up since this was asked last.
  func takeNews() -> [News] {
    defer { news.removeAll() }
    return news
  }

  /// Sends what waits and reads what is there.
  func serve(_ lock: LockState) {
    guard let servant else { return }
    guard let lines = servant.serve() else { return lose(Servant.Loss.rubbish.rawValue) }
    for line in lines {
      guard let answer = HelpAnswer(line: line) else { return lose(Servant.Loss.rubbish.rawValue) }
      take(answer, lock)
    }
    // Why they ended is told by their status.
    if servant === self.servant, servant.descriptor == nil { deadline = Clocks.boot().adding(Self.longestSilence) }
  }

  /// Looks whether they have ended.
  func look() {
    guard let change = servant?.change() else { return }
    if report == .starting, let why = role.absence(change) { giveUp(why) } else { lose(Servant.words(change)) }
  }

  /// Takes helps for hung whose deadline is over.
  func watch(_ now: Moment) {
    if let deadline, now >= deadline { lose(Servant.Loss.silence.rawValue) }
  }

  // MARK: - The gate

  /// What the guardian itself knows: while anything of a lock holds it is a test.
  private static func isTest(_ lock: LockState) -> Bool {
    switch lock.phase {
    case .open, .askingConsent: false
    case .engaging, .locked, .releasing, .interrupted, .expired, .stranded: true
    }
  }

  private func allows(_ feature: HelpFeature, _ lock: LockState) -> Bool {
    guard let slot else { return false }
    let isTest = Self.isTest(lock)
    return Gate.verdict(
      on: feature, phase: lock.phase, mode: isTest ? .test : .practice,
      grants: isTest ? lock.request?.grants(at: slot) ?? [] : []
    ).isAllowed
  }

  private func mayRun(_ lock: LockState) -> Bool { HelpFeature.served.contains { allows($0, lock) } }

  // MARK: - The process

  private func start() {
    var arguments = ["--language", language]
    let folders = [
      ("KIOSK_DICTIONARIES", "--dictionaries"), ("KIOSK_WORD_LISTS", "--word-lists"),
      ("KIOSK_REFERENCES", "--references"),
    ]
    for (name, option) in folders {
      if let folder = getenv(name) { arguments += [option, String(cString: folder)] }
    }
    let servant: Servant
    do throws(SystemFault) {
      servant = try Servant(role.program, arguments, longestLine: HelpAnswer.longest + 64, as: account)
    } catch {
      return giveUp(role.absence(error))
    }
    self.servant = servant
    missing = []
    pending = 0
    deadline = Clocks.boot().adding(Self.longestSilence)
    for line in vocabulary { servant.send(line) }
  }

  private func end() {
    deadline = nil
    pending = 0
    servant?.end()
    servant = nil
  }

  /// They hang, ended or talk rubbish: once more from the start, so often. What they were asked is asked anew by the next key.
  private func lose(_ how: String) {
    end()
    news.append(.note(what: "helpsLost", detail: how))
    if let why = role.lose() { return giveUp(why) }
    tell(.starting)
    start()
  }

  private func giveUp(_ why: String) {
    end()
    tell(.absent(why))
  }

  private func tell(_ report: HelpsReport) {
    self.report = report
    news.append(.report(report))
  }

  private func take(_ answer: HelpAnswer, _ lock: LockState) {
    switch answer {
    case .missing(_, let why): missing.append(ScreenText.fitted(why))
    case .ready:
      deadline = pending > 0 ? Clocks.boot().adding(Self.longestSilence) : nil
      tell(.ready(missing))
    case .misspelt, .near, .suggestions, .defined:
      pending = max(0, pending - 1)
      deadline = pending > 0 ? Clocks.boot().adding(Self.longestSilence) : nil
      if let feature = answer.feature, allows(feature, lock) { news.append(.answer(answer)) }
    }
  }
}
