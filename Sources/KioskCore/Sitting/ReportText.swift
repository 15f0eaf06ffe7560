extension AttemptReport {
  /// The report as a text of 78 columns, to be kept in a file; dated by `wall`.
  public func text(at wall: WallTime) -> String {
    var text = ""
    func add(_ words: String, indent: Int = 0) {
      let space = String(repeating: " ", count: indent)
      for line in TextLayout.wrap(ScreenText.clean(words), width: 78 - indent) { text += space + line + "\n" }
    }
    let who = candidate.isEmpty ? "" : " by \(candidate)"
    add("\(title): a \(mode == .practice ? "practice" : "test")\(who)")
    add("\(Timestamps.day(wall)) \(Timestamps.minute(wall)) UTC")
    if detail != .none { add("\(score.short) of \(maxScore.short) points") }
    if pending > 0 {
      add(pending == 1 ? "1 answer is to be marked by hand" : "\(pending) answers are to be marked by hand")
    }
    for line in lines {
      text += "\n"
      let number = "\(line.number). "
      add(number + line.prompt)
      let word =
        switch line.correctness {
        case .right: "Right"
        case .partly: "Partly right"
        case .wrong: line.response.isEmpty ? "Not answered" : "Wrong"
        case .pending: "To be marked by hand"
        }
      let most = line.maxPoints.short
      add(line.points.map { "\(word), \($0.short) of \(most)" } ?? "\(word), \(most) at most", indent: 3)
      if !line.response.isEmpty { add("Your answer: \(line.response)", indent: 3) }
      if !line.rightAnswer.isEmpty, line.correctness != .right { add("Right is: \(line.rightAnswer)", indent: 3) }
      if !line.feedback.isEmpty { add(line.feedback, indent: 3) }
    }
    return text
  }
}
