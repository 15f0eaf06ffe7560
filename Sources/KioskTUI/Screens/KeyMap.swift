import KioskCore

/// What a key means to the test. The reducer decides what comes of it; here only the keyboard's names are left behind.
enum KeyMap {
  /// The event of `key`; nil for a key that means nothing (Insert, F11, Alt with most letters), or nothing to it (Ctrl-L).
  static func event(for key: Key, in state: SittingState) -> SittingEvent? {
    switch key {
    case .text(let text): .pressed(.typed(text))
    case .enter: .pressed(.enter)
    case .tab: .pressed(.focusMoved(forward: true))
    case .backTab: .pressed(.focusMoved(forward: false))
    case .backspace: .pressed(.edited(.deleteBackward))
    case .delete: .pressed(.edited(.deleteForward))
    case .insert, .redraw: nil
    case .up: .pressed(.moved(.up))
    case .down: .pressed(.moved(.down))
    case .left: .pressed(.moved(.left))
    case .right: .pressed(.moved(.right))
    case .end: .pressed(.edited(.lineEnd))
    case .pageUp: .pressed(.action(.previous))
    case .pageDown: .pressed(.action(.next))
    case .wordLeft: .pressed(.edited(.wordLeft))
    case .wordRight: .pressed(.edited(.wordRight))
    case .deleteWord: .pressed(.edited(.deleteWord))
    case .deleteToStart: .pressed(.edited(.deleteToStart))
    case .deleteToEnd: .pressed(.edited(.deleteToEnd))
    case .lineStart: .pressed(.edited(.lineStart))
    case .home(let key): .homePressed(key)
    case .function(let number): Action(functionKey: number).map { .pressed(.action($0)) }
    case .alt(let character): altEvent(character, in: state)
    case .paste(let text): .pressed(.pasted(text))
    case .focus(let focused): .focusChanged(focused)
    case .modeReport(let mode, let value): .modeReported(mode: mode, value: value)
    }
  }

  /// Alt-1 … Alt-9 stand for the function keys, Alt-0 for F10, Alt-O for F12, which some terminals keep for themselves;
  /// Alt-Enter is a new line where the answer has several.
  private static func altEvent(_ character: Character, in state: SittingState) -> SittingEvent? {
    if let digit = character.wholeNumberValue, character.isASCII {
      return Action(functionKey: digit == 0 ? 10 : digit).map { .pressed(.action($0)) }
    }
    if character == "o" || character == "O" { return .pressed(.action(.origin)) }
    guard character == "\n" || character == "\r" || character == "\r\n", state.stage == .question,
      state.overlay == nil, state.sitting?.entry?.draft.editor?.isMultiline == true
    else { return nil }
    return .pressed(.typed("\n"))
  }
}
