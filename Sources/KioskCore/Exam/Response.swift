/// What a candidate answered to one question. Indices count from 0 in the exam file's order, whatever order was shown.
public enum Response: Equatable, Sendable {
  /// shortAnswer, numerical, spelling and essay: the raw text as typed.
  case text(String)
  /// choice: the chosen ones, ascending.
  case choice([Int])
  /// trueFalse.
  case trueFalse(Bool)
  /// matching, one entry a pair: the index of the chosen right side (pairs first, then distractors), or `nil`.
  case matching([Int?])
  /// ordering: item indices in the candidate's order.
  case ordering([Int])
  /// cloze, one entry a gap in the exam file's order.
  case cloze([GapResponse])

  /// What stands in one gap.
  public enum GapResponse: Equatable, Sendable {
    /// Typed.
    case text(String)
    /// Chosen: an index, or `nil`.
    case choice(Int?)

    /// Whether both are the same to the code point.
    public static func == (a: GapResponse, b: GapResponse) -> Bool {
      switch (a, b) {
      case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
      case (.choice(let a), .choice(let b)): a == b
      case (.text, _), (.choice, _): false
      }
    }
  }

  /// Whether both are the same to the code point: a letter typed as one and as two is told apart, since the raw text is
  /// what is kept. (Swift's own comparison of strings takes the two for equal.)
  public static func == (a: Response, b: Response) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.choice(let a), .choice(let b)): a == b
    case (.trueFalse(let a), .trueFalse(let b)): a == b
    case (.matching(let a), .matching(let b)): a == b
    case (.ordering(let a), .ordering(let b)): a == b
    case (.cloze(let a), .cloze(let b)): a == b
    case (.text, _), (.choice, _), (.trueFalse, _), (.matching, _), (.ordering, _), (.cloze, _): false
    }
  }

  /// Whether nothing has been answered.
  public var isEmpty: Bool {
    switch self {
    case .text(let text): text.isBlank
    case .choice(let chosen): chosen.isEmpty
    case .trueFalse: false
    case .matching(let rights): rights.allSatisfy { $0 == nil }
    case .ordering(let order): order.isEmpty
    case .cloze(let gaps):
      gaps.allSatisfy { gap in
        switch gap {
        case .text(let text): text.isBlank
        case .choice(let index): index == nil
        }
      }
    }
  }
}
