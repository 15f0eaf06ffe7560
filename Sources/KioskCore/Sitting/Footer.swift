extension SittingState {
  /// What the last row offers, in order. Tab reaches each, Enter does it; the key beside it does it from anywhere.
  public var footer: [Action] {
    switch stage {
    case .lobby: [.help, .aids, .leave]
    case .report: [.help, .aids] + (report.map(mayBeSaved) == true ? [.share] : []) + [.back]
    case .form, .consent, .refused, .preview, .fault: [.help, .aids, .back]
    case .demo: demo?.footer ?? []
    case .engaging, .handingIn, .restoring: []
    case .review: [.help, .aids] + (sitting?.reviewTarget == nil ? [] : [.previous]) + [.handIn]
    case .question:
      [.help] + (isTest ? [] : [.lookUp]) + [.aids, .flag]
        + spellingFooter
        + (offersSpelling ? [.spelling] : [])
        + (canGoBack ? [.previous] : []) + [.next, .review]
        + (allows(.share) ? [.share] : []) + (lock.phase.isHeld ? [] : [.back])
    }
  }

  private var isTest: Bool { sitting?.isTest ?? false }

  /// Whether the question in front is one whose answer is spell-checked.
  private var offersSpelling: Bool {
    guard let question = sitting?.slot?.question else { return false }
    switch question.kind {
    case .shortAnswer, .cloze, .spelling, .essay:
      return !isTest || question.grants.without(requiredAway).contains(.spellCheck)
    case .choice, .trueFalse, .numerical, .matching, .ordering, .description: return false
    }
  }

  /// What may be asked for of a word to spell; nothing at other questions.
  private var spellingFooter: [Action] {
    guard case .spelling(let spelling)? = sitting?.slot?.question.kind else { return [] }
    return (voice.isReady ? [.hear] : []) + [.definition, .sentence] + (spelling.hasBackground ? [.origin] : [])
  }

  /// Whether an earlier question can be gone back to.
  public var canGoBack: Bool {
    guard let sitting else { return false }
    return sitting.attempt.exam.navigation == .free && sitting.current > 0
  }

  /// What the exam and the machine's profile require to be taken away, whatever a question grants.
  public var requiredAway: [RestrictionID] {
    let exam = sitting?.attempt.exam ?? pending?.exam ?? pending?.attempt?.exam
    return terms.required(.assessment, beside: exam?.policy.required ?? [])
  }

  /// What the test that is about to start grants, help by help.
  public var grantWords: [GrantWords] {
    pending?.attempt?.grantWords(without: requiredAway) ?? pending?.exam?.grantWords(without: requiredAway) ?? []
  }

  /// Whether `feature` may be used now, at this question: the gate's answer.
  public func allows(_ feature: HelpFeature) -> Bool { gate(feature).isAllowed }

  /// The gate's answer, with the words where it is no.
  public func gate(_ feature: HelpFeature) -> Gate.Verdict {
    if stage == .demo, let demo { return demo.gate(feature) }
    let grants = (sitting?.slot?.question.grants).flatMap { $0.isEmpty ? nil : $0.without(requiredAway) } ?? []
    return Gate.verdict(
      on: feature, phase: lock.phase, mode: sitting?.attempt.mode ?? .test, grants: grants.isEmpty ? [] : Set(grants))
  }
}
