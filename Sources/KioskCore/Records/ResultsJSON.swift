/// Results as JSON, in the keys of the contract; more may follow, these stay.
public enum ResultsJSON {
  /// The value of an export's `format`.
  public static let format = "kiosk-results/1"

  /// `results list`: one object an attempt.
  public static func list(_ summaries: [AttemptSummary]) -> JSONValue { .array(summaries.map { .object(object($0)) }) }

  /// `results show`: the same with responses and ledger.
  public static func show(_ detail: AttemptDetail) -> JSONValue { .object(object(detail)) }

  /// Milliseconds as seconds with at most three decimals: "12.5".
  static func seconds(_ milliseconds: Int64) -> String { Points(hundredThousandths: milliseconds * 100).decimal }

  static func object(_ summary: AttemptSummary) -> JSONObject {
    var object: JSONObject = [
      "attempt": .string(summary.id), "exam": .string(summary.exam), "title": .string(summary.title),
      "candidate": .string(summary.candidate.name),
    ]
    if !summary.candidate.id.isEmpty { object.add("candidateId", .string(summary.candidate.id)) }
    object.add("state", .string(summary.state.rawValue))
    object.add("mode", .string(summary.mode.rawValue))
    object.add("tier", .string(summary.tier.rawValue))
    object.add("startedAt", .string(Timestamps.rfc3339(summary.startedAt)))
    object.add("submittedAt", summary.endedAt.map { .string(Timestamps.rfc3339($0)) })
    if summary.state != .open {
      object.add("score", JSONValue(summary.score))
      object.add("maxScore", JSONValue(summary.maxScore))
    }
    object.add("answered", .integer(Int64(summary.answered)))
    object.add("questions", .integer(Int64(summary.questions)))
    object.add("escapes", .integer(Int64(summary.escapes)))
    object.add("interruptions", .integer(Int64(summary.interruptions)))
    object.add("seconds", .number(ResultsJSON.seconds(summary.consumed)))
    return object
  }

  static func object(_ detail: AttemptDetail) -> JSONObject {
    var object = object(detail.summary)
    object.add("sealed", .bool(detail.isSealed))
    object.add("allowedSeconds", detail.attempt.allowed.map { .number(ResultsJSON.seconds($0)) })
    object.add("minutes", detail.minutes.map { .number($0) })
    object.add("extraPercent", .integer(Int64(detail.attempt.extraPercent)))
    if !detail.entitlement.isEmpty { object.add("entitlement", .string(detail.entitlement)) }
    object.add(
      "restrictions",
      ["start": RecordCoding.json(detail.restrictionsAtStart), "end": RecordCoding.json(detail.restrictionsAtEnd)])
    let language = detail.attempt.exam.language
    object.add("responses", .array(detail.lines.map { .object(line($0, language)) }))
    object.add(
      "ledger",
      .array(
        detail.ledger.map {
          ["at": .string(Timestamps.rfc3339($0.at)), "what": .string($0.what), "detail": .string($0.detail)]
        }))
    return object
  }

  private static func line(_ line: AttemptDetail.Line, _ language: String) -> JSONObject {
    var object: JSONObject = [
      "question": .string(line.question.id), "number": .integer(Int64(line.number)),
      "type": .string(line.question.typeName),
      "response": response(line.response, line.question, language),
    ]
    object.add("normalised", line.normalised.map { .string($0) })
    object.add("marked", line.marked.map { .string($0) })
    object.add("points", JSONValue(line.points))
    object.add("maxPoints", JSONValue(line.maxPoints))
    object.add("changes", .integer(Int64(line.changes)))
    object.add("seconds", .number(ResultsJSON.seconds(line.milliseconds)))
    return object
  }

  /// A response as a reader of the export would write it: text as a string, true or false as such, chosen ones as a
  /// list of their texts, pairs as a list of `{left, right}`, gaps as a map by name; none: null.
  static func response(_ response: Response?, _ question: Question, _ language: String) -> JSONValue {
    switch response {
    case nil: return .null
    case .text(let text): return .string(text)
    case .trueFalse(let flag): return .bool(flag)
    case .choice(let chosen):
      return .array(chosen.map { .string(ResponseText.choice($0, question, language)) })
    case .ordering(let order):
      return .array(order.map { .string(ResponseText.item($0, question, language)) })
    case .matching(let rights):
      return .array(
        rights.enumerated().map { index, right in
          [
            "left": .string(ResponseText.left(index, question, language)),
            "right": JSONValue(right.map { ResponseText.right($0, question, language) }),
          ]
        })
    case .cloze(let gaps):
      var object = JSONObject()
      for (index, gap) in gaps.enumerated() {
        object[ResponseText.gapName(index, question)] = JSONValue(ResponseText.gap(gap, index, question, language))
      }
      return .object(object)
    }
  }
}

/// What the indices of a response stand for.
enum ResponseText {
  static func choice(_ index: Int, _ question: Question, _ language: String) -> String {
    guard case .choice(let choices, _) = question.kind, choices.indices.contains(index) else { return "\(index + 1)" }
    return choices[index].text.text(in: language)
  }

  static func item(_ index: Int, _ question: Question, _ language: String) -> String {
    guard case .ordering(let items) = question.kind, items.indices.contains(index) else { return "\(index + 1)" }
    return items[index].text(in: language)
  }

  static func left(_ index: Int, _ question: Question, _ language: String) -> String {
    guard case .matching(let pairs, _) = question.kind, pairs.indices.contains(index) else { return "\(index + 1)" }
    return pairs[index].left.text(in: language)
  }

  static func right(_ index: Int, _ question: Question, _ language: String) -> String {
    guard case .matching(let pairs, let distractors) = question.kind else { return "\(index + 1)" }
    let rights = pairs.map(\.right) + distractors
    return rights.indices.contains(index) ? rights[index].text(in: language) : "\(index + 1)"
  }

  static func gapName(_ index: Int, _ question: Question) -> String {
    guard case .cloze(_, let gaps) = question.kind, gaps.indices.contains(index) else { return "\(index + 1)" }
    return gaps[index].name
  }

  static func gap(_ gap: Response.GapResponse, _ index: Int, _ question: Question, _ language: String) -> String? {
    switch gap {
    case .text(let text): return text
    case .choice(nil): return nil
    case .choice(let chosen?):
      guard case .cloze(_, let gaps) = question.kind, gaps.indices.contains(index),
        case .choices(let choices) = gaps[index].kind, choices.indices.contains(chosen)
      else { return "\(chosen + 1)" }
      return choices[chosen].text.text(in: language)
    }
  }
}
