/// What the store keeps as JSON: the exam as sat, what a step says, the restrictions.
enum RecordCoding {
  static func text(_ restrictions: [RestrictionReport]) -> String { JSONWriter.text(json(restrictions)) }

  static func json(_ restrictions: [RestrictionReport]) -> JSONValue {
    .array(
      restrictions.map { report in
        var object: JSONObject = ["id": .string(report.id.rawValue), "state": .string(report.state.name)]
        if case .unavailable(let reason) = report.state { object.add("reason", .string(reason)) }
        if !report.finding.isEmpty { object.add("finding", .string(report.finding)) }
        return .object(object)
      })
  }

  static func restrictions(_ text: String) throws(StoreFault) -> [RestrictionReport] {
    try read(text).array?.compactMap(restriction) ?? []
  }

  static func restriction(_ node: JSONNode) -> RestrictionReport? {
    guard let id = node["id"]?.string.flatMap(RestrictionID.init(rawValue:)) else { return nil }
    let state: RestrictionState
    switch node["state"]?.string {
    case "enforced": state = .enforced
    case "requested": state = .requested
    case "detected": state = .detected
    case "absent": state = .absent
    case "unavailable": state = .unavailable(reason: node["reason"]?.string ?? "")
    default: state = .off
    }
    return RestrictionReport(id: id, state: state, finding: node["finding"]?.string ?? "")
  }

  static func read(_ text: String) throws(StoreFault) -> JSONNode {
    do {
      return try JSONReader.read(Array(text.utf8)).root
    } catch {
      throw .corrupt("a record is not JSON: \(error.message)")
    }
  }

  // The codings of attempts and steps follow with `AttemptCoding`; until then nothing of them is kept.
  static func text(_ attempt: Attempt) throws(StoreFault) -> String { throw .io("attempts have no coding yet") }
  static func text(_ kind: Step.Kind) throws(StoreFault) -> String { throw .io("steps have no coding yet") }
  static func attempt(_ text: String) throws(StoreFault) -> Attempt { throw .io("attempts have no coding yet") }
  static func stepKind(_ text: String) throws(StoreFault) -> Step.Kind { throw .io("steps have no coding yet") }
  static func bytes(_ response: Response) -> [UInt8] { [] }
  static func response(_ json: [UInt8]) -> Response? { nil }
}
