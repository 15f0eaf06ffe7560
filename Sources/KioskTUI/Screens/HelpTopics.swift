import KioskCore

/// What F1 says of the screen it was pressed on.
struct HelpTopic {
  /// What the screen is.
  let title: String
  /// What it is for.
  let words: String
  /// Its own keys, and what each does.
  let keys: [(String, String)]

  /// Of what lies over the screen, where anything does; else of the screen. A question has its own (`nil`).
  static func of(_ state: SittingState) -> HelpTopic? { of(state.helpOver) ?? of(state.stage, state) }

  private static func of(_ overlay: Overlay?) -> HelpTopic? {
    switch overlay {
    case .lookUp:
      HelpTopic(
        title: "Looking up",
        words: "What the exam, the gazetteer and the dictionaries of this machine say of a word. In practice only.",
        keys: [
          ("letters", "type another word; Enter looks it up"),
          ("Tab", "goes to the next underlined word, Enter follows it"),
          ("Backspace", "goes back to the page before; so does Esc"), ("↑ ↓, PgUp, PgDn", "scroll"),
          ("F2", "closes the page"),
        ])
    case .share:
      HelpTopic(
        title: "Sharing",
        words: "Copies the question or your answer, for here and for the terminal's clipboard; pastes what was copied; "
          + "saves the report of a practice in a file. In practice only.",
        keys: [("Q, A, P", "copy the question, copy your answer, paste"), ("Enter", "does what is in front")])
    case .soundCheck:
      HelpTopic(
        title: "The sound check",
        words:
          "A word is said that is not in the test. Whoever types it hears the voice; whoever hears nothing spells from "
          + "meaning and sentence, and that is on the record.",
        keys: [("F5", "says the word again"), ("Tab", "goes to the ways to go on")])
    case .aids:
      HelpTopic(title: "Aids", words: "They end with the test.", keys: [("Space, Enter", "turn an aid on or off")])
    case .withheld:
      HelpTopic(
        title: "An interrupted test",
        words: "Practice would give its answers away, so the test is gone on with or ended first.", keys: [])
    case .near(let near):
      HelpTopic(
        title: "Near spellings",
        words: "What may have been meant by a word that is in no dictionary.",
        keys: [
          ("↑ ↓", "choose"),
          ("Enter", "puts it in the word's place" + (near.mayBeAdded ? ", or keeps the word as one of yours" : "")),
          ("F8, Esc", "close the list"),
        ])
    case .confirm:
      HelpTopic(
        title: "Yes or no", words: "Nothing is done before you say yes.",
        keys: [("y, n", "yes, no"), ("Tab, arrows", "go from one to the other, Enter takes it")])
    case .panel:
      HelpTopic(
        title: "The lock", words: "Why and since when this terminal is locked, how long yet, and the ways on.",
        keys: [("Tab, arrows", "choose"), ("Enter", "does what is in front"), ("Esc", "closes it")])
    case .help, .passcode, .proctor, nil: nil
    }
  }

  private static func of(_ stage: SittingState.Stage, _ state: SittingState) -> HelpTopic? {
    switch stage {
    case .lobby:
      HelpTopic(
        title: "The list of tests", words: "A test locks this terminal; its practice does not, and has every help.",
        keys: [("↑ ↓", "choose"), ("Enter", "starts the test, or goes on with it"), ("p", "practises")])
    case .form:
      HelpTopic(
        title: "Who you are", words: "Your name stands on the result. A number is asked for only where you have one.",
        keys: [("Enter", "goes on"), ("Tab", "goes to the next field")])
    case .consent:
      HelpTopic(
        title: "Before the test",
        words: "What will be taken away until you hand in, and what cannot be on this terminal. Nothing is locked yet.",
        keys: [("y, n", "lock and begin, or not"), ("↑ ↓", "scroll"), ("letters", "try the keyboard")])
    case .refused:
      HelpTopic(
        title: "Not locked", words: "What stands in the way, and what to do about it. Nothing of the test was shown.",
        keys: [("y, n", "try again, or go back")])
    case .preview:
      HelpTopic(
        title: "A bank of questions", words: "What the file holds, and what of it cannot be used.",
        keys: [("Enter", "goes on"), ("↑ ↓", "scroll")])
    case .review:
      HelpTopic(
        title: "The review", words: "How each answer stands. Nothing is handed in before you say so.",
        keys: [
          ("↑ ↓", "choose a question"), ("Enter", "goes to it"), ("F4", "flags it"), ("F9", "hands in, after asking"),
        ])
    case .report:
      HelpTopic(
        title: "The report",
        words: state.report?.mode == .practice
          ? "What was right. F10 saves it in a file."
          : "What was right, as far as the exam tells, and the record of the test.",
        keys: [("↑ ↓, PgUp, PgDn", "scroll"), ("Enter", "closes it")])
    case .fault:
      HelpTopic(
        title: "Something is in the way", words: "It says what, and what to do about it.", keys: [("Enter", "goes on")])
    case .demo: of(state.demo?.page)
    case .question, .engaging, .handingIn, .restoring: nil
    }
  }

  private static func of(_ page: DemoState.Page?) -> HelpTopic? {
    switch page {
    case .menu:
      HelpTopic(
        title: "Demonstrations", words: "What a lock is, to be tried or to be looked at.",
        keys: [("Enter", "shows what is in front"), ("p", "plays it by itself; any key takes over")])
    case .lab:
      HelpTopic(
        title: "The lab",
        words: "A real lock, and all that it takes away here. Lock it, then try to leave, to look up, to paste.",
        keys: [("Tab", "goes on: lock, unlock, the field, the table, the log"), ("F9", "unlocks and leaves")])
    case .comparison:
      HelpTopic(
        title: "Before and after", words: "The same question open and locked, and the ways to cheat at it.",
        keys: [("Tab", "goes to the ways and to the lock"), ("Enter", "tries a way")])
    case .refusals:
      HelpTopic(
        title: "Refusals", words: "Every reason for which a lock is refused, in the words it is refused in.",
        keys: [("↑ ↓", "choose"), ("Esc", "goes back")])
    case nil: nil
    }
  }
}
