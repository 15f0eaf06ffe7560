/// Responses and steps as JSON: `{"text": "Ottawa"}`, `{"choice": [0, 2]}`, `{"cloze": [{"text": "Amazon"}, {"choice": 1}]}`;
/// a step says `{"presented": true}`, `{"response": …}`, `{"flagged": true}`, `{"helped": "lookUp"}` or `{"asked": "sentence"}`.
extension AttemptCoding {
  /// A response as text.
  public static func text(_ response: Response) -> String { JSONWriter.text(value(response)) }

  /// A response as a JSON value.
  public static func value(_ response: Response) -> JSONValue {
    switch response {
    case .text(let text): ["text": .string(text)]
    case .choice(let chosen): ["choice": indices(chosen)]
    case .trueFalse(let flag): ["trueFalse": .bool(flag)]
    case .matching(let rights): ["matching": .array(rights.map { JSONValue($0) })]
    case .ordering(let order): ["ordering": indices(order)]
    case .cloze(let gaps):
      [
        "cloze": .array(
          gaps.map { gap in
            switch gap {
            case .text(let text): ["text": .string(text)]
            case .choice(let index): ["choice": JSONValue(index)]
            }
          })
      ]
    }
  }

  /// Reads a response; `nil` where the text is none.
  public static func response(_ text: String) -> Response? {
    (try? JSONReader.read(Array(text.utf8))).flatMap { response($0.root) }
  }

  /// Reads a response that stands inside another document.
  public static func response(_ node: JSONNode) -> Response? {
    // Unwrapped here, not in `map`: the optimizer of Swift 6.3 (CopyPropagation) crashes on the closures.
    if let text = node["text"] {
      guard let text = text.string else { return nil }
      return .text(text)
    }
    if let chosen = node["choice"] {
      guard let chosen = indices(chosen) else { return nil }
      return .choice(chosen)
    }
    if let flag = node["trueFalse"] {
      guard let flag = flag.bool else { return nil }
      return .trueFalse(flag)
    }
    if let order = node["ordering"] {
      guard let order = indices(order) else { return nil }
      return .ordering(order)
    }
    if let rights = node["matching"]?.array {
      var list: [Int?] = []
      for right in rights {
        let index = index(right)
        if index == nil, right.value != .null { return nil }
        list.append(index)
      }
      return .matching(list)
    }
    guard let gaps = node["cloze"]?.array else { return nil }
    var filled: [Response.GapResponse] = []
    for gap in gaps {
      if let text = gap["text"]?.string {
        filled.append(.text(text))
      } else if let choice = gap["choice"] {
        let index = index(choice)
        if index == nil, choice.value != .null { return nil }
        filled.append(.choice(index))
      } else {
        return nil
      }
    }
    return .cloze(filled)
  }

  /// What a step says, as text. Where and when are kept beside it, in columns of their own.
  public static func text(_ kind: Step.Kind) -> String {
    let object: JSONObject =
      switch kind {
      case .presented: ["presented": true]
      case .response(let response): ["response": value(response)]
      case .flagged(let flag): ["flagged": .bool(flag)]
      case .helped(let feature): ["helped": .string(feature.rawValue)]
      case .asked(let what): ["asked": .string(what.rawValue)]
      }
    return JSONWriter.text(.object(object))
  }

  /// Reads what a step says; `nil` where the text says nothing of the kind.
  public static func stepKind(_ text: String) -> Step.Kind? {
    (try? JSONReader.read(Array(text.utf8))).flatMap { stepKind($0.root) }
  }

  private static func stepKind(_ node: JSONNode) -> Step.Kind? {
    if node["presented"] != nil { return .presented }
    if let response = node["response"] { return self.response(response).map { .response($0) } }
    if let flag = node["flagged"]?.bool { return .flagged(flag) }
    if let feature = node["helped"]?.string { return HelpFeature(rawValue: feature).map { .helped($0) } }
    return node["asked"]?.string.flatMap(Step.Ask.init).map { .asked($0) }
  }
}
