/// What a practice hands on: F10, or where its report is shown, a file for it.
public struct Share: Equatable, Sendable {
  /// What can be chosen.
  public enum Row: CaseIterable, Sendable {
    /// The question goes to the register and the terminal's clipboard.
    case copyQuestion
    /// The answer does.
    case copyAnswer
    /// What is in the register goes into the answer.
    case paste
    /// Nothing.
    case close
  }

  /// A file for the report, being named.
  public struct Saving: Equatable, Sendable {
    /// The place.
    public internal(set) var editor: LineEditor
    /// What came of the last try; empty: none was made.
    public internal(set) var notice = ""
    /// A file that is there already, and is written over at the next Enter.
    public internal(set) var taken: String?

    /// With a place to begin with.
    public init(_ path: String) { editor = LineEditor(path, limit: 400) }
  }

  /// The row in front.
  public internal(set) var row = 0
  /// The file, where the report is saved.
  public internal(set) var saving: Saving?

  /// The rows to choose from.
  public init() {}
}

/// What came of saving a report.
public enum ReportSaving: Equatable, Sendable {
  /// It is in this file.
  case saved(String)
  /// A file of that name is there.
  case taken
  /// It is not, and why, with what to do about it.
  case failed(String)
}

extension Slot {
  /// The question in words to hand on: what is asked, and what there is to choose from, as it is shown.
  func shared(_ language: String) -> String {
    var lines: [String]
    switch question.kind {
    case .spelling, .cloze: lines = [question.promptLine(language: language)]
    case .shortAnswer, .choice, .trueFalse, .numerical, .matching, .ordering, .essay, .description:
      lines = [question.prompt.text(in: language)]
    }
    switch question.kind {
    case .choice(let choices, _): lines += shown(choices.map(\.text), language)
    case .ordering(let items): lines += shown(items, language)
    case .matching(let pairs, let distractors):
      lines += pairs.map { "- " + $0.left.text(in: language) } + ["to:"]
      lines += shown(pairs.map(\.right) + distractors, language)
    case .shortAnswer, .trueFalse, .numerical, .cloze, .spelling, .essay, .description: break
    }
    return lines.joined(separator: "\n")
  }

  private func shown(_ texts: [LocalizedText], _ language: String) -> [String] {
    order.filter { texts.indices.contains($0) }.map { "- " + texts[$0].text(in: language) }
  }
}
