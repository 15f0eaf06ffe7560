/// Exports: what `results export --format json` writes and `results import` reads.
///
/// `{"format": "kiosk-results/1", "attempts": [...]}`; each attempt is what `results show` gives, and, once it has
/// ended, a `record` with everything the store holds, so that another machine can keep it and check its seal.
extension ResultsJSON {
  /// A document of attempts.
  public static func export(_ store: Store, _ attempts: [String]) throws(StoreFault) -> JSONValue {
    var list: [JSONValue] = []
    for id in attempts {
      let detail = try store.detail(of: id)
      var object = object(detail)
      if detail.summary.state != .open { object.add("record", try record(store, id)) }
      list.append(.object(object))
    }
    return ["format": .string(format), "attempts": .array(list)]
  }

  private static func record(_ store: Store, _ id: String) throws(StoreFault) -> JSONValue {
    let record = try store.record(of: id)
    var object: JSONObject = [
      "exam": .string(record.exam), "title": .string(record.title), "candidate": .string(record.candidate.name),
      "candidateId": .string(record.candidate.id), "mode": .string(record.mode), "tier": .string(record.tier),
      "started": .integer(record.started), "questions": .integer(record.questions),
      "entitlement": .string(record.entitlement), "restrictions": .string(record.restrictions),
      "attempt": .string(record.record),
      "steps": .array(
        record.steps.map { step in
          var object: JSONObject = [
            "slot": .integer(step.slot), "at": .integer(step.at), "consumed": .integer(step.consumed),
          ]
          object.add("answers", step.answers.map { .integer($0) })
          object.add("body", .string(step.body))
          return .object(object)
        }),
    ]
    if let ending = record.ending {
      var part: JSONObject = [
        "how": .string(ending.how.rawValue), "at": .integer(ending.at), "consumed": .integer(ending.consumed),
        "answered": .integer(ending.answered), "max": .integer(ending.max),
        "restrictions": .string(ending.restrictions),
      ]
      part.add("score", ending.score.map { .integer($0) })
      object.add("ending", .object(part))
    }
    object.add(
      "marks",
      .array(
        record.marks.map { mark in
          var part: JSONObject = ["slot": .integer(Int64(mark.slot)), "max": .integer(mark.maxPoints.raw)]
          part.add("points", mark.points.map { .integer($0.raw) })
          part.add("normalised", mark.normalised.map { .string($0) })
          part.add("rule", mark.rule.map { .string($0) })
          return .object(part)
        }))
    object.add(
      "handMarks",
      .array(
        try store.handMarks(of: id).map { mark in
          [
            "slot": .integer(Int64(mark.slot)), "points": .integer(mark.points.raw), "by": .string(mark.by),
            "note": .string(mark.note), "at": .integer(mark.at.milliseconds),
          ]
        }))
    object.add(
      "ledger",
      .array(
        try store.events(of: id).map {
          ["at": .integer($0.at.milliseconds), "what": .string($0.what), "detail": .string($0.detail)]
        }))
    if let seal = try store.seal(of: id) {
      object.add(
        "seal",
        [
          "at": .integer(seal.at), "ledgerCount": .integer(seal.ledgerCount),
          "ledgerHash": .string(Digest.hex(seal.ledgerHash)), "digest": .string(Digest.hex(seal.digest)),
          "key": .string(Digest.hex(seal.key)), "signature": .string(Digest.hex(seal.signature)),
        ])
    }
    return .object(object)
  }
}
