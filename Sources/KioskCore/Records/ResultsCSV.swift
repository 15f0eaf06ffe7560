/// Results as CSV that a spreadsheet opens with names intact: RFC 4180 with a UTF-8 byte order mark and CRLF.
///
/// A cell of text that begins with `=`, `+`, `-`, `@`, a tab or a line break gets an apostrophe in front, so that no
/// response becomes a formula (OWASP, "CSV Injection").
public enum ResultsCSV {
  /// One cell.
  enum Cell {
    case text(String)
    case number(String)
    case empty
  }

  /// One line an attempt.
  public static func list(_ summaries: [AttemptSummary]) -> String {
    table(attemptColumns, summaries.map(cells))
  }

  /// One line a response, the attempt's columns repeated; an attempt without questions has one line.
  public static func details(_ details: [AttemptDetail]) -> String {
    let columns =
      attemptColumns + [
        "question", "type", "response", "normalised", "marked", "points", "maxPoints", "changes", "seconds",
        "minutes", "extraPercent",
      ]
    var rows: [[Cell]] = []
    for detail in details {
      let attempt = cells(detail.summary)
      let language = detail.attempt.exam.language
      let time: [Cell] = [
        detail.minutes.map(Cell.number) ?? .empty, .number(String(detail.attempt.extraPercent)),
      ]
      if detail.lines.isEmpty { rows.append(attempt + [Cell](repeating: .empty, count: 9) + time) }
      for line in detail.lines {
        rows.append(
          attempt + [
            .text(line.question.id), .text(line.question.typeName),
            .text(line.words(language: language)), text(line.normalised),
            text(line.marked), number(line.points), number(line.maxPoints), .number(String(line.changes)),
            .number(ResultsJSON.seconds(line.milliseconds)),
          ] + time)
      }
    }
    return table(columns, rows)
  }

  private static let attemptColumns = [
    "attempt", "exam", "title", "candidate", "candidateId", "state", "mode", "tier", "startedAt", "submittedAt",
    "score", "maxScore", "answered", "questions", "escapes", "interruptions",
  ]

  private static func cells(_ summary: AttemptSummary) -> [Cell] {
    [
      .text(summary.id), .text(summary.exam), .text(summary.title), .text(summary.candidate.name),
      .text(summary.candidate.id), .text(summary.state.rawValue), .text(summary.mode.rawValue),
      .text(summary.tier.rawValue), .text(Timestamps.rfc3339(summary.startedAt)),
      text(summary.endedAt.map(Timestamps.rfc3339)),
      number(summary.score), number(summary.maxScore), .number(String(summary.answered)),
      .number(String(summary.questions)), .number(String(summary.escapes)), .number(String(summary.interruptions)),
    ]
  }

  private static func text(_ text: String?) -> Cell { text.map(Cell.text) ?? .empty }
  private static func number(_ points: Points?) -> Cell { points.map { .number($0.decimal) } ?? .empty }

  static func table(_ columns: [String], _ rows: [[Cell]]) -> String {
    var text = "\u{FEFF}" + columns.joined(separator: ",") + "\r\n"
    for row in rows {
      for (index, cell) in row.enumerated() {
        if index > 0 { text += "," }
        switch cell {
        case .text(let value): text += quoted(value)
        case .number(let digits): text += digits
        case .empty: break
        }
      }
      text += "\r\n"
    }
    return text
  }

  /// A cell of text, in quotes where its characters ask for them. Controls other than tab and line break are left out.
  static func quoted(_ value: String) -> String {
    var cell = String.UnicodeScalarView()
    var quotes = false
    for (index, scalar) in value.unicodeScalars.enumerated() {
      if index == 0, "=+-@\t\r\n".unicodeScalars.contains(scalar) { cell.append("'") }
      switch scalar {
      case "\"":
        quotes = true
        cell.append(scalar)
        cell.append(scalar)
      case ",", ";", "\t", "\n", "\r", " ":
        quotes = true
        cell.append(scalar)
      default:
        if scalar.value >= 0x20 && scalar.value != 0x7F { cell.append(scalar) }
      }
    }
    return quotes ? "\"\(String(cell))\"" : String(cell)
  }
}
