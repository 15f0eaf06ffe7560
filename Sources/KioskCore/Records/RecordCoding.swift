/// Restrictions as JSON, in the form of the contract (`{"id", "state", "reason"?}`).
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
}
