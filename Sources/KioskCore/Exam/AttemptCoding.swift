/// Attempts, steps and responses as JSON text, for the store and for exports.
///
/// Names and responses come back byte for byte, since seals are made over them: whoever draws them cleans them. The exam's
/// own texts are clean when they come back, whatever was in the text.
public enum AttemptCoding {
  /// The value of an attempt's `format`.
  public static let format = "kiosk-attempt/1"

  /// An attempt with the exam as sat.
  public static func text(_ attempt: Attempt) -> String { JSONWriter.text(value(attempt)) }

  /// The same as a JSON value.
  public static func value(_ attempt: Attempt) -> JSONValue {
    var places: [String: Int] = [:]
    for (index, question) in attempt.exam.questions.enumerated() { places[question.id] = index }
    let slots = attempt.slots.map { slot -> JSONValue in
      var object = JSONObject()
      if let place = places[slot.question.id], attempt.exam.questions[place] == slot.question {
        object.add("index", .integer(Int64(place)))
      } else {
        object.add("question", ExamWriter.value(slot.question))
      }
      if !slot.order.isEmpty { object.add("order", indices(slot.order)) }
      return .object(object)
    }
    var object: JSONObject = [
      "format": .string(format), "id": .string(attempt.id), "mode": .string(attempt.mode.rawValue),
      "candidate": ["name": .string(attempt.candidate.name), "id": .string(attempt.candidate.id)],
      // As text: a seed may be larger than the whole numbers that JSON readers agree on.
      "seed": .string(String(attempt.seed)),
    ]
    object.add("allowed", attempt.allowed.map { .integer($0) })
    object.add("extraPercent", .integer(Int64(attempt.extraPercent)))
    object.add("startedAt", .integer(attempt.startedAt.milliseconds))
    object.add("slots", .array(slots))
    object.add("exam", ExamWriter.value(attempt.exam))
    return .object(object)
  }

  /// Reads what `text` wrote; `nil` where it is something else.
  public static func attempt(_ text: String) -> Attempt? {
    (try? JSONReader.read(Array(text.utf8))).flatMap { attempt($0.root) }
  }

  /// Reads an attempt that stands inside another document.
  public static func attempt(_ node: JSONNode) -> Attempt? {
    var decoder = ExamDecoder(trusting: true)
    guard node["format"]?.string == format, let id = node["id"]?.string,
      let mode = node["mode"]?.string.flatMap(Attempt.Mode.init), let candidate = node["candidate"],
      let name = candidate["name"]?.string, let seed = node["seed"]?.string.flatMap({ UInt64($0) }),
      let extra = node["extraPercent"]?.integer, let percent = Int(exactly: extra),
      let startedAt = node["startedAt"]?.integer, let slotNodes = node["slots"]?.array,
      let exam = node["exam"].flatMap({ decoder.exam($0) { _ in 0 } })?.exam
    else { return nil }
    var slots: [Slot] = []
    slots.reserveCapacity(slotNodes.count)
    for slot in slotNodes {
      let question: Question
      if let index = slot["index"]?.integer, let place = Int(exactly: index), exam.questions.indices.contains(place) {
        question = exam.questions[place]
      } else if let inline = slot["question"].flatMap({ decoder.question($0) }) {
        question = inline
      } else {
        return nil
      }
      guard let order = slot["order"].map({ indices($0) }) ?? .some([]),
        order.allSatisfy({ $0 < question.kind.arrangeable })
      else { return nil }
      slots.append(Slot(question: question, order: order))
    }
    return Attempt(
      id: id, mode: mode,
      candidate: Candidate(name: name, id: candidate["id"]?.string ?? ""),
      exam: exam, slots: slots,
      seed: seed, allowed: node["allowed"]?.integer, extraPercent: percent,
      startedAt: WallTime(milliseconds: startedAt))
  }

  static func indices(_ list: [Int]) -> JSONValue { .array(list.map { .integer(Int64($0)) }) }

  /// `nil` where the node is no list of indices from 0.
  static func indices(_ node: JSONNode) -> [Int]? {
    guard let elements = node.array else { return nil }
    var list: [Int] = []
    list.reserveCapacity(elements.count)
    for element in elements {
      guard let index = self.index(element) else { return nil }
      list.append(index)
    }
    return list
  }

  static func index(_ node: JSONNode) -> Int? {
    guard let number = node.integer, let index = Int(exactly: number), index >= 0 else { return nil }
    return index
  }
}

extension Question.Kind {
  /// How many choices, right sides or items an attempt's order may name.
  fileprivate var arrangeable: Int {
    switch self {
    case .choice(let choices, _): choices.count
    case .matching(let pairs, let distractors): pairs.count + distractors.count
    case .ordering(let items): items.count
    case .shortAnswer, .trueFalse, .numerical, .cloze, .spelling, .essay, .description: 0
    }
  }
}
