/// Results as one page that needs nothing else: it prints, reads in any browser, runs no script and loads nothing.
public enum ResultsHTML {
  /// A page of attempts in full, each beginning a sheet of paper.
  public static func details(_ details: [AttemptDetail]) -> String {
    page(
      title: details.count == 1 ? details[0].summary.title : "Results",
      body: details.map(section).joined(separator: "\n"))
  }

  /// A page with one line an attempt.
  public static func list(_ summaries: [AttemptSummary]) -> String {
    let rows = summaries.map { summary in
      row([
        summary.candidate.name, summary.title, summary.state.rawValue, summary.mode.rawValue, score(summary),
        "\(summary.answered)/\(summary.questions)", "\(summary.escapes)", "\(summary.interruptions)",
        Timestamps.rfc3339(summary.startedAt), summary.id,
      ])
    }
    return page(
      title: "Results",
      body: "<h1>Results</h1>\n"
        + table(
          [
            "Candidate", "Exam", "State", "Mode", "Score", "Answered", "Escapes", "Interruptions", "Started", "Attempt",
          ], rows))
  }

  private static func section(_ detail: AttemptDetail) -> String {
    let summary = detail.summary
    let language = detail.attempt.exam.language
    var facts: [(String, String)] = [
      ("Candidate", summary.candidate.name), ("Candidate number", summary.candidate.id),
      ("State", summary.state.rawValue), ("Mode", summary.mode.rawValue), ("Terminal", summary.tier.rawValue),
      ("Started", Timestamps.rfc3339(summary.startedAt)), ("Ended", summary.endedAt.map(Timestamps.rfc3339) ?? ""),
      ("Score", score(summary)), ("Answered", "\(summary.answered) of \(summary.questions)"),
      ("Escapes", "\(summary.escapes)"), ("Interruptions", "\(summary.interruptions)"),
      ("Minutes allowed", detail.minutes ?? ""),
      ("Extra time", detail.attempt.extraPercent == 0 ? "" : "\(detail.attempt.extraPercent) %"),
      ("Entitlement", detail.entitlement), ("Sealed", detail.isSealed ? "yes" : "no"), ("Attempt", summary.id),
    ]
    facts.removeAll { $0.1.isEmpty }
    let responses = detail.lines.map { line in
      row([
        line.question.id, line.question.promptLine(language: language),
        line.words(language: language), line.marked ?? "",
        "\(line.points?.decimal ?? "–") / \(line.maxPoints.decimal)", "\(line.changes)",
        ResultsJSON.seconds(line.milliseconds),
      ])
    }
    let events = detail.ledger.map { row([Timestamps.rfc3339($0.at), $0.what, $0.detail]) }
    let restrictions = detail.restrictionsAtStart.map { report in
      let end = detail.restrictionsAtEnd.first { $0.id == report.id }
      return row([report.id.rawValue, report.state.name, end?.state.name ?? "", report.finding])
    }
    return """
      <section>
      <h1 dir="auto">\(escaped(summary.title))</h1>
      <dl>\(facts.map { "<div><dt>\($0.0)</dt><dd dir=\"auto\">\(escaped($0.1))</dd></div>" }.joined())</dl>
      <h2>Responses</h2>
      \(table(["Question", "Asked", "Response", "Marked", "Points", "Changes", "Seconds"], responses))
      \(restrictions.isEmpty ? "" : "<h2>Restrictions</h2>\n" + table(["Restriction", "At the start", "At the end", "Finding"], restrictions))
      <h2>Ledger</h2>
      \(table(["At", "What", "Detail"], events))
      </section>
      """
  }

  private static func score(_ summary: AttemptSummary) -> String {
    guard summary.state != .open, let most = summary.maxScore else { return "" }
    return "\(summary.score?.decimal ?? "not marked yet") / \(most.decimal)"
  }

  private static func row(_ cells: [String]) -> String {
    "<tr>" + cells.map { "<td dir=\"auto\">\(escaped($0))</td>" }.joined() + "</tr>"
  }

  private static func table(_ columns: [String], _ rows: [String]) -> String {
    "<table><thead><tr>" + columns.map { "<th>\($0)</th>" }.joined() + "</tr></thead>\n<tbody>\n"
      + rows.joined(separator: "\n") + "\n</tbody></table>"
  }

  private static func page(title: String, body: String) -> String {
    """
    <!DOCTYPE html>
    <html><head><meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width">
    <title>\(escaped(title))</title>
    <style>
    body { font: 11pt/1.45 system-ui, sans-serif; color: #111; background: #fff; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
    h1 { font-size: 1.5rem; margin: 0 0 1rem } h2 { font-size: 1.05rem; margin: 1.8rem 0 .4rem }
    dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: .3rem 1.5rem; margin: 0 }
    dl div { display: flex; gap: .6rem } dt { color: #555 } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
    table { border-collapse: collapse; width: 100% }
    th, td { text-align: start; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid #ccc; white-space: pre-wrap; overflow-wrap: anywhere }
    th { color: #555; font-weight: 600; white-space: nowrap } tr { break-inside: avoid }
    section + section { margin-top: 3rem }
    @media print { body { margin: 0; max-width: none; font-size: 9.5pt } section + section { break-before: page; margin: 0 } }
    </style></head>
    <body>
    \(body)
    </body></html>

    """
  }

  /// Text that is only text in HTML, in content and in attributes; controls become U+FFFD.
  static func escaped(_ text: String) -> String {
    var html = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      case "\n", "\t": html.unicodeScalars.append(scalar)
      default: html.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
      }
    }
    return html
  }
}
