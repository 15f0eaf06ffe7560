import KioskCore

/// What the terminal has answered about its private modes (DECRPM: 0 not recognised, 1 set, 2 reset, 3 and 4 for ever).
struct ModeAnswers {
  enum Mode: UInt16, CaseIterable {
    case bracketedPaste = 2004
    case focus = 1004
  }

  private var values: [Mode: UInt8] = [:]

  /// The mode a restriction rests on.
  static func mode(of id: RestrictionID) -> Mode? { id == .paste ? .bracketedPaste : id == .focus ? .focus : nil }

  mutating func take(_ number: UInt16, _ value: UInt8) {
    if let mode = Mode(rawValue: number) { values[mode] = value }
  }

  /// Forgets an answer, before asking anew.
  mutating func forget(_ mode: Mode) { values[mode] = nil }

  func value(_ mode: Mode) -> UInt8? { values[mode] }

  /// Whether the terminal has such a mode and lets it be set.
  func knows(_ mode: Mode) -> Bool { values[mode].map { (1...3).contains($0) } ?? false }

  /// Whether the terminal says that it is set.
  func isSet(_ mode: Mode) -> Bool { values[mode] == 1 || values[mode] == 3 }
}
