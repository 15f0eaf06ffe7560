import KioskCore

/// From marks to what is stored and what the report shows. Marking itself is `Marker`'s.
enum Marking {
  /// The mark of one accepted answer.
  static func mark(_ sitting: Sitting, _ slot: Int) -> Mark {
    Marker.mark(
      sitting.attempt.slots[slot].question, sitting.entries[slot].accepted, language: sitting.attempt.exam.language)
  }

  /// The attempt's end as the store keeps it.
  static func ending(
    _ sitting: Sitting, _ end: AttemptEnd, at: WallTime, consumed: Int64, _ lock: LockReport
  ) -> Ending {
    let marks = sitting.entries.indices.map { index in
      let mark = mark(sitting, index)
      return StoredMark(
        slot: index, points: mark.points, maxPoints: mark.maxPoints, normalised: mark.normalised, rule: mark.rule)
    }
    return Ending(end: end, at: at, consumed: consumed, restrictions: lock.restrictions, marks: marks)
  }

  /// The report, no more of it than the exam lets be seen.
  static func report(
    _ sitting: Sitting, _ end: AttemptEnd, record: [String], entitlement: String, required: [RestrictionID] = []
  ) -> AttemptReport {
    let attempt = sitting.attempt
    let language = attempt.exam.language
    var score = Points.zero
    var maxScore = Points.zero
    var pending = 0
    var lines: [AttemptReport.Line] = []
    for (index, slot) in attempt.slots.enumerated() where slot.question.kind != .description {
      let mark = mark(sitting, index)
      score = score + (mark.points ?? .zero)
      maxScore = maxScore + mark.maxPoints
      if mark.outcome == .pending { pending += 1 }
      guard attempt.exam.report == .full else { continue }
      lines.append(
        AttemptReport.Line(
          number: index + 1, prompt: slot.question.promptLine(language: language),
          response: answer(sitting.entries[index].accepted, slot.question, language),
          rightAnswer: AnswerText.rightAnswer(to: slot.question, language: language) ?? "",
          correctness: mark.correctness,
          points: mark.points, maxPoints: mark.maxPoints,
          feedback: feedback(mark, slot.question, language)))
    }
    return AttemptReport(
      title: attempt.exam.title.text(in: language), candidate: attempt.candidate.name, end: end,
      detail: attempt.exam.report, score: score, maxScore: maxScore, pending: pending, lines: lines,
      mode: attempt.mode, record: record, entitlement: entitlement,
      granted: attempt.mode == .test ? attempt.grantsInWords(without: required) : "",
      otherTime: AttemptReport.OtherTime(attempt))
  }

  private static func answer(_ response: Response?, _ question: Question, _ language: String) -> String {
    guard let response, !response.isEmpty else { return "" }
    // An essay keeps its lines.
    if case .text(let text) = response, case .essay = question.kind {
      return ScreenText.fitted(text, lineBreaks: .keep)
    }
    return AnswerText.text(of: response, to: question, language: language)
  }

  private static func feedback(_ mark: Mark, _ question: Question, _ language: String) -> String {
    [mark.feedback, question.feedback].compactMap { $0?.text(in: language) }.joined(separator: " ")
  }
}
