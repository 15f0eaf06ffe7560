import Glibc
import KioskCore
import KioskVoice

/// The guardian's side of the voice: starts kiosk-speech, keeps the words for it, watches over it and starts it again.
///
/// MUST: the words are never written down, and never told to anybody else.
final class VoiceDesk {
  /// What the loop is to do about it.
  enum News: Equatable {
    /// The front end is to know.
    case report(VoiceReport)
    /// Something for the ledger.
    case note(what: String, detail: String)
  }

  /// How long a voice may take to start, in milliseconds.
  static let longestStart: Int64 = 10_000
  /// How long one that speaks may say nothing of itself, in milliseconds.
  static let longestSilence: Int64 = 4000
  /// More words than any attempt asks for are not kept.
  static let mostWords = 5000

  private(set) var report = VoiceReport.none
  /// What to poll; `nil`: nothing.
  var descriptor: Int32? { servant?.descriptor }
  /// Whether to poll for writing too.
  var wantsToWrite: Bool { servant?.wantsToWrite ?? false }
  /// When it counts as hung.
  private(set) var deadline: Moment?

  private var servant: Servant?
  private var language = ""
  private var account: UserAccount?
  private var words: [UInt16: String] = [:]
  private var news: [News] = []
  private var role = Servant.Role.voice
  private var lastID = 0
  /// What is being said, and what is to be said after it: the newest wish, those between are forgotten.
  private var saying: Wish?
  private var next: Wish?

  private struct Wish {
    var slot: UInt16
    var part: VoicePart
    var pace: VoicePace
  }

  /// Starts the voice of `language`, as `account` where that is named, unless it is there.
  func want(_ language: String, as account: UserAccount?) {
    if servant != nil, language == self.language { return tell(report) }
    leave()
    self.language = language
    self.account = account
    role.forgetLosses()
    tell(.starting)
    start()
  }

  func give(_ word: SpokenWord, slot: UInt16) {
    guard words.count < Self.mostWords || words[slot] != nil else { return }
    let line = VoiceCommand.word(slot: slot, word).line
    words[slot] = line
    servant?.send(line)
  }

  func say(_ part: VoicePart, slot: UInt16, _ pace: VoicePace) {
    switch report {
    case .ready, .starting, .restarting: next = Wish(slot: slot, part: part, pace: pace)
    case .none, .absent: return
    }
    sayNext()
  }

  /// The tone for an answer. Nobody waits for it, and a voice that is not there has none.
  func ring(right: Bool) { if report.isReady { servant?.send(VoiceCommand.ring(right: right).line) } }

  /// Ends it and forgets the words.
  func leave() {
    end()
    words = [:]
    saying = nil
    next = nil
    report = .none
  }

  /// What has come up since this was asked last.
  func takeNews() -> [News] {
    defer { news.removeAll() }
    return news
  }

  /// Sends what waits and reads what is there.
  func serve() {
    guard let servant else { return }
    guard let lines = servant.serve() else { return lose(Servant.Loss.rubbish.rawValue) }
    for line in lines {
      guard let answer = VoiceAnswer(line: line) else { return lose(Servant.Loss.rubbish.rawValue) }
      take(answer)
    }
    // Why it ended is told by its status.
    if servant === self.servant, servant.descriptor == nil { deadline = Clocks.boot().adding(Self.longestSilence) }
  }

  /// Looks whether it has ended.
  func look() {
    guard let change = servant?.change() else { return }
    switch report {
    case .absent, .none: end()
    case .starting:
      if let why = role.absence(change) { giveUp(why) } else { lose(Servant.words(change)) }
    case .ready, .restarting: lose(Servant.words(change))
    }
  }

  /// Takes a voice for hung whose deadline is over.
  func watch(_ now: Moment) {
    if let deadline, now >= deadline { lose(Servant.Loss.silence.rawValue) }
  }

  // MARK: - The process

  private func start() {
    var arguments = ["--language", language]
    if let folder = getenv("KIOSK_VOICE_FILES") { arguments += ["--files", String(cString: folder)] }
    let servant: Servant
    do throws(SystemFault) {
      // Whoever becomes a user leaves his groups behind; a sound card is its group's.
      servant = try Servant(role.program, arguments, as: account?.inGroup("audio"))
    } catch {
      return giveUp(role.absence(error))
    }
    self.servant = servant
    deadline = Clocks.boot().adding(Self.longestStart)
    for slot in words.keys.sorted() { if let line = words[slot] { servant.send(line) } }
  }

  private func end() {
    deadline = nil
    servant?.end()
    servant = nil
  }

  /// It hangs, ended or talks rubbish: once more from the start, so often.
  private func lose(_ how: String) {
    end()
    news.append(.note(what: "voiceLost", detail: how))
    if let why = role.lose() { return giveUp(why) }
    // What was being said was not heard to its end.
    next = next ?? saying
    saying = nil
    tell(.restarting)
    start()
  }

  private func giveUp(_ why: String) {
    end()
    saying = nil
    next = nil
    tell(.absent(why))
  }

  private func tell(_ report: VoiceReport) {
    self.report = report
    news.append(.report(report))
  }

  // MARK: - Words

  private func take(_ answer: VoiceAnswer) {
    switch answer {
    case .ready(let engine, let voice, let output):
      deadline = nil
      if case .restarting = report { news.append(.note(what: "voiceBack", detail: "")) }
      tell(.ready(output: "\(engine), \(voice), \(output)"))
      sayNext()
    case .silent(let why): giveUp(ScreenText.fitted(why))
    case .begun, .beat: if saying != nil { deadline = Clocks.boot().adding(Self.longestSilence) }
    case .done(let id, _): finish(id)
    // Not asked for here.
    case .sound: break
    case .failed(let id, let why):
      news.append(.note(what: "voiceFailed", detail: ScreenText.fitted(why)))
      finish(id)
    }
  }

  private func finish(_ id: Int) {
    guard id == lastID, saying != nil else { return }
    saying = nil
    deadline = nil
    sayNext()
  }

  private func sayNext() {
    guard report.isReady, saying == nil, let wish = next else { return }
    saying = wish
    next = nil
    lastID += 1
    deadline = Clocks.boot().adding(Self.longestSilence)
    servant?.send(VoiceCommand.say(id: lastID, slot: wish.slot, wish.part, wish.pace).line)
  }
}
