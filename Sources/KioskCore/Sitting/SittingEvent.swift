import KioskPage
import KioskVoice
import KioskWords

/// What happened, from the keyboard, the guardian, the store or the clock.
public enum SittingEvent: Equatable, Sendable {
  // The keyboard.
  /// A key, other than a home key.
  case pressed(Press)
  /// A home key.
  case homePressed(HomeKey)
  /// More characters in one read than a hand can type.
  case burstTyped(count: Int)
  /// The terminal's window lost or got back the focus.
  case focusChanged(Bool)
  /// The terminal answered a mode query.
  case modeReported(mode: UInt16, value: UInt8)
  /// The terminal has this size now.
  case resized(columns: Int, rows: Int)
  /// The screen was drawn; the text in front can be scrolled by so many rows.
  case laidOut(scrollLimit: Int, rowLimit: Int = 0)
  /// The terminal is gone.
  case terminalGone

  // The guardian.
  /// The guardian said something.
  case guardianSaid(GuardianMessage)
  /// The connection to the guardian is gone.
  case guardianLost

  // The program's own answers.
  /// The program is up.
  case started
  /// The lobby's list was read.
  case catalogueRead(exams: [CatalogueItem], resumable: [ResumableItem])
  /// The exam file was read and is in order.
  case examOpened(Exam)
  /// The same of a bank of questions, with what is to be said of it first, in lines.
  case bankOpened(Exam, preview: [String])
  /// The exam is in order, but there is a test of it that was interrupted.
  case interruptedFound(CatalogueItem, [ResumableItem])
  /// The exam cannot be started: one line a problem, and the exit status of sysexits.h that says which kind.
  case examRejected([String], status: Int32)
  /// The attempt is composed; nothing of it is shown before the lock holds.
  case attemptPrepared(Attempt)
  /// An interrupted attempt was read back.
  case attemptLoaded(Attempt, ResumePoint)
  /// The attempt is on disk.
  case attemptStored
  /// The store failed where nothing can go on without it; with the exit status of sysexits.h.
  case storeFailed(String, status: Int32 = 73)
  /// The oldest unsaved step is durable.
  case stepCommitted
  /// It is not; it will be tried again.
  case stepFailed(String)
  /// An accepted answer was judged, where the exam tells right or wrong at once.
  case judged(slot: Int, Sitting.Correctness)
  /// The attempt is sealed on disk and marked.
  case sealed(AttemptReport)
  /// It is not; it will be tried again.
  case sealFailed(String)
  /// What the terminal tells of its keyboard ("Caps Lock is on"); empty: nothing.
  case keyboardRead(String)
  /// What the look-up of this number found; unless it is the last, more follows.
  case lookedUp([PageLine], number: Int, isLast: Bool)
  /// Where a report would be saved, unless something else is named.
  case reportFileProposed(String)
  /// What came of saving a report.
  case reportSaved(ReportSaving)
  /// The exam cannot be practised: tests of it were interrupted and can be gone on with, newest first.
  case practiceWithheld([ResumableItem])
  /// A test of the exam that is practised has begun on another terminal; why the practice cannot go on, in words.
  case practiceOvertaken(String)
  /// Time to look at the clock.
  case ticked
}

/// What a key asks for, in the candidate's terms.
public enum Press: Equatable, Sendable {
  /// Printable text: one or more whole characters.
  case typed(String)
  /// Text between the marks of bracketed paste.
  case pasted(String)
  /// A key that edits or moves inside text.
  case edited(Edit)
  /// An arrow.
  case moved(Direction)
  /// Tab or Shift-Tab.
  case focusMoved(forward: Bool)
  /// Enter.
  case enter
  /// A function key, Alt-digit, PageUp or PageDown.
  case action(Action)
}

/// A key that edits or moves inside text.
public enum Edit: String, CaseIterable, Sendable {
  case deleteBackward, deleteForward, deleteWord, deleteToStart, deleteToEnd
  case wordLeft, wordRight, lineStart, lineEnd
}

/// What the front end is to do about it. The interpreter runs these and feeds results back as events.
public enum SittingEffect: Equatable, Sendable {
  /// Read the list of exams and of interrupted attempts.
  case readCatalogue
  /// Read an exam by id or file name; with `offering`, an interrupted test of it comes first (`interruptedFound`).
  case openExam(String, offering: Bool)
  /// Compose an attempt: draw, shuffle, give it an id.
  case prepareAttempt(Exam, Candidate, Attempt.Mode)
  /// Read an interrupted attempt back.
  case loadAttempt(String)
  /// Ask the guardian what this terminal can hold, and whether this exam may lock it.
  case assess(ExamPolicy, program: String)
  /// Ask the terminal about its keyboard: layout, Caps Lock.
  case readKeyboard
  /// Ask the guardian for the lock.
  case requestLock(LockRequest)
  /// Write the attempt's fixed part to the store.
  case storeAttempt(Attempt)
  /// Make a step durable.
  case commit(Step)
  /// Write what stands in this question to the draft log, before it is painted.
  case recordDraft(slot: Int)
  /// Write which question is in front, and the time used, to the draft log.
  case recordPosition
  /// Judge the accepted answer of a question.
  case judge(slot: Int)
  /// Seal the attempt with the drafts as they stand, mark it.
  case seal(AttemptEnd)
  /// Make everything durable as it stands and leave the attempt open: the terminal or the guardian is gone.
  case preserve(InterruptionCause)
  /// Ask the guardian to let go.
  case requestUnlock(AttemptEnd)
  /// An interrupted attempt is ended without a lock, by a proctor or, where none is set, by whoever is there (empty): on
  /// the ledger before it is sealed.
  case recordEnd(String, by: String)
  /// Have the guardian seal what has ended without a lock.
  case requestSeal
  /// Have the guardian look at a passcode, `proctor`'s or, where that is empty, whoever's it is; then forget it.
  case checkPasscode(proctor: String, Secret)
  /// Tell the guardian what the proctor wants.
  case askProctor(ProctorAct)
  /// Tell the guardian that a passcode is asked for, or not any more.
  case reportAsking(Bool)
  /// Tell the guardian that no proctor is there any more.
  case dismissProctor
  /// Tell the guardian of a blocked home press.
  case reportHome(HomeKey)
  /// Tell the guardian that a banner was shown.
  case reportBanner(String)
  /// Tell the guardian something for the ledger.
  case note(what: String, detail: String)
  /// Tell the guardian that the focus moved.
  case reportFocus(Bool)
  /// Tell the guardian what the terminal answered.
  case reportMode(mode: UInt16, value: UInt8)
  /// The bell for a right or a wrong answer: whether it is heard, whether it is seen.
  case bell(right: Bool, tone: Bool, flash: Bool)
  /// Question `slot` is in front, answered in this language: have the helps started or ended that it may have.
  case openHelps(slot: Int, language: String)
  /// Ask the helps.
  case askHelps(slot: Int, HelpRequest)
  /// Keep a word as one of the user's own, and tell the helps.
  case addWord(String)
  /// Have the helps ended.
  case closeHelps
  /// Put a text into the terminal's clipboard.
  case copy(String)
  /// Where would the report of the exam of this title be saved?
  case proposeReportFile(title: String)
  /// Write a report to a file; one that is there only where `overwriting`.
  case saveReport(path: String, String, overwriting: Bool)
  /// Look this up, in practice.
  case lookUp(String, number: Int)
  /// Have the voice of this language started, before anything is to be said.
  case openVoice(language: String)
  /// Give the guardian the words of an attempt, for the voice.
  case giveWord(slot: Int, SpokenWord)
  /// Have the voice say it.
  case say(slot: Int, VoicePart, VoicePace)
  /// Have the voice ended.
  case closeVoice
  /// The guardian is lost and another one comes: hide everything at once, and hold the terminal until then.
  case holdTerminal
  /// Leave the program with this status, and one line for stderr where there is a reason.
  case leave(status: Int32, reason: String)
}
