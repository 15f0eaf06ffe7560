/// What a candidate can do apart from answering. Each is on a key and, where it makes sense, in the footer.
public enum Action: String, CaseIterable, Sendable {
  case help, lookUp, aids, flag, hear, spelling, definition, sentence, origin, previous, next, review, share, handIn,
    unlock
  case leave, back

  /// The key that does it.
  public var keyTitle: String {
    switch self {
    case .help: "F1"
    case .lookUp: "F2"
    case .aids: "F3"
    case .flag: "F4"
    case .hear: "F5"
    case .definition: "F6"
    case .sentence: "F7"
    case .spelling: "F8"
    case .origin: "F12"
    case .previous: "PgUp"
    case .next: "PgDn"
    case .review, .handIn, .unlock: "F9"
    case .share: "F10"
    case .leave, .back: "Esc"
    }
  }

  /// What the footer calls it.
  public var title: String {
    switch self {
    case .help: "Help"
    case .lookUp: "Look up"
    case .aids: "Aids"
    case .flag: "Flag"
    case .hear: "Hear it"
    case .definition: "Meaning"
    case .sentence: "Sentence"
    case .spelling: "Spelling"
    case .origin: "Origin"
    case .previous: "Back"
    case .next: "Next"
    case .review: "Review"
    case .share: "Share"
    case .handIn: "Hand in"
    case .unlock: "Unlock and leave"
    case .leave: "Leave"
    case .back: "Back"
    }
  }

  /// The action of function key `number`; `nil` where the key has none.
  public init?(functionKey number: Int) {
    switch number {
    case 1: self = .help
    case 2: self = .lookUp
    case 3: self = .aids
    case 4: self = .flag
    case 5: self = .hear
    case 6: self = .definition
    case 7: self = .sentence
    case 8: self = .spelling
    case 9: self = .review
    case 10: self = .share
    case 12: self = .origin
    default: return nil
    }
  }
}
