import KioskVoice

/// The voice: wanted, given the words, asked, and what it tells.
extension SittingState {
  /// A voice for what is about to start, where it has words to spell.
  func openVoice(_ exam: Exam, _ step: inout Reduction) {
    if exam.hasWordsToSpell { step.effects.append(.openVoice(language: exam.language)) }
  }

  /// The words of an attempt, so that they can be asked for by their place alone.
  func giveWords(_ attempt: Attempt, _ step: inout Reduction) {
    let language = attempt.exam.language
    for (index, slot) in attempt.slots.enumerated() {
      guard case .spelling(let spelling) = slot.question.kind else { continue }
      step.effects.append(.giveWord(slot: index, spelling.spoken(in: language)))
    }
  }

  /// Said by itself when its question comes to the front for the first time; not counted.
  mutating func sayOnArrival(_ index: Int, _ step: inout Reduction) {
    guard voice.isReady, case .spelling? = sitting?.slot?.question.kind else { return }
    step.effects.append(.say(slot: index, .word, .normal))
  }

  /// F5: says it again, slower from the second time on; letter by letter only in practice, where help is given at all.
  mutating func sayAgain(_ index: Int, _ step: inout Reduction) {
    guard voice.isReady else {
      sitting?.notice = Self.withoutVoice(voice)
      return
    }
    let before = sitting?.entries[index].asked[.word] ?? 0
    let mayBeSpelt = sitting?.isTest == false && allows(.questionHelp)
    let pace: VoicePace = before == 0 ? .normal : before > 1 && mayBeSpelt ? .letters : .slow
    sitting?.notice = ""
    step.effects.append(.say(slot: index, .word, pace))
  }

  /// What is said where there is no voice.
  static func withoutVoice(_ voice: VoiceReport) -> String {
    let written = "spell the word from its meaning and the sentence."
    switch voice {
    case .absent(let why): return "There is no voice (\(why)). \(written.prefix(1).uppercased() + written.dropFirst())"
    case .starting, .restarting: return "The voice is being started: press F5 again in a moment."
    case .none, .ready: return "There is no voice here: \(written)"
    }
  }

  /// The guardian told how the voice stands. While it is started again in a test the time stands.
  mutating func hearVoice(_ report: VoiceReport, _ step: inout Reduction) {
    let was = voice
    voice = report
    sayForCheck(&step)
    guard sitting != nil, sitting?.sealed == false, stage == .question || stage == .review else { return }
    switch report {
    case .restarting:
      sitting?.clock.pause(at: step.now, for: .voice)
      tellOfVoice("The voice is being started again. The clock stands.", &step)
      step.effects.append(.recordPosition)
    case .ready, .absent, .none:
      guard sitting?.clock.waitsForVoice == true else {
        // It came up after the question did.
        if report.isReady, was == .starting, let index = sitting?.current { sayOnArrival(index, &step) }
        return
      }
      sitting?.clock.resume(at: step.now, after: .voice)
      tellOfVoice(
        report.isReady ? "The voice is back. F5 says the word." : "The voice is gone. Spell from the meaning.", &step)
    case .starting: break
    }
  }

  private mutating func tellOfVoice(_ words: String, _ step: inout Reduction) {
    banner = Banner(words, tone: .notice, at: step.now)
    step.effects.append(.reportBanner(words))
  }

  // MARK: - The sound check

  /// Whether a test has to wait until it is known that the voice is heard.
  var needsSoundCheck: Bool {
    guard let pending, pending.mode == .test, pending.sound == nil else { return false }
    return pending.attempt?.exam.isSpellingTest ?? false
  }

  mutating func checkSound(_ step: inout Reduction) {
    let check = SoundCheck(language: pending?.attempt?.exam.language ?? "en", chance: step.now.milliseconds)
    // Whoever goes back from it is where he agreed.
    stage = .consent
    overlay = .soundCheck(check)
    step.effects.append(.giveWord(slot: Int(voiceCheckSlot), SpokenWord(word: check.word)))
    sayForCheck(&step)
  }

  /// Says the word of the check as soon as the voice is there.
  private mutating func sayForCheck(_ step: inout Reduction) {
    guard case .soundCheck(var check)? = belowHelp, voice.isReady, check.said == 0 else { return }
    check.said = 1
    belowHelp = .soundCheck(check)
    step.effects.append(.say(slot: Int(voiceCheckSlot), .word, .normal))
  }

  mutating func takeSoundCheckPress(_ press: Press, _ shown: SoundCheck, _ step: inout Reduction) {
    var check = shown
    switch press {
    case .moved(.up), .focusMoved(forward: false): check.row = (check.row + 2) % 3
    case .moved(.down), .focusMoved(forward: true): check.row = (check.row + 1) % 3
    case .action(.hear): sayCheck(&check, &step)
    case .enter:
      switch check.row {
      case 1: sayCheck(&check, &step)
      case 2: return finishCheck(.written, &step)
      default:
        if check.isRight {
          return finishCheck(.heard, &step)
        } else if voice.isAbsent || !voice.isReady && check.editor.isEmpty {
          check.row = 2
        } else {
          check.isWrong = true
        }
      }
    case .typed, .edited, .moved, .pasted:
      guard let change = TextChange(press) else { break }
      if case .pasted = press { break }
      check.row = 0
      check.isWrong = false
      change.apply(to: &check.editor)
    case .action: break
    }
    overlay = .soundCheck(check)
  }

  private mutating func sayCheck(_ check: inout SoundCheck, _ step: inout Reduction) {
    guard voice.isReady else { return }
    step.effects.append(.say(slot: Int(voiceCheckSlot), .word, check.said % 2 == 1 ? .slow : .normal))
    check.said += 1
  }

  private mutating func finishCheck(_ outcome: SoundCheck.Outcome, _ step: inout Reduction) {
    pending?.sound = outcome
    overlay = nil
    requestLock(&step)
  }

  /// What the ledger is told of the voice as the test begins.
  func noteVoice(_ start: PendingStart, _ step: inout Reduction) {
    guard let attempt = start.attempt, attempt.mode == .test, attempt.exam.hasWordsToSpell else { return }
    let how: String
    switch voice {
    case .ready(let output): how = output
    case .absent(let why): how = "none: \(why)"
    case .none, .starting, .restarting: how = "none yet"
    }
    let choice = start.sound.map { "\($0.rawValue); " } ?? ""
    step.effects.append(.note(what: "voice", detail: choice + how))
  }
}

extension Spelling {
  /// What the voice needs of it.
  func spoken(in language: String) -> SpokenWord {
    SpokenWord(
      word: word, pronunciation: pronunciation ?? "", definition: definition.text(in: language),
      sentence: sentence.text(in: language), origin: gapped(Self.told(partOfSpeech, origin, in: language)))
  }

  /// Whether anything is told of what kind of word it is and where it comes from.
  var hasBackground: Bool { partOfSpeech != nil || origin != nil }

  /// The same in one line, without the word: "noun. Origin: Old English."
  func background(_ language: String) -> String {
    let from = origin.map { "Origin: \($0.text(in: language))" }
    return gapped(Self.told(partOfSpeech, from.map { LocalizedText($0) }, in: language))
  }

  private static func told(_ parts: LocalizedText?..., in language: String) -> String {
    parts.compactMap { $0.map { "\($0.text(in: language))." } }.joined(separator: " ")
  }
}
