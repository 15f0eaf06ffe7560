import KioskVoice
import KioskWords

/// What the front end says to the guardian.
public enum FrontEndMessage: Equatable, Sendable {
  /// First words; the guardian answers `welcome` or ends the connection where the version differs.
  case hello(version: UInt16)
  /// What can this terminal hold? Answered by `assessed`. Sent when the consent screen opens.
  case assessRequested(
    program: String, required: [RestrictionID], detections: [RestrictionID: ExamPolicy.Detection])
  /// The candidate said yes. Answered by `lockChanged` (locked) or `refused`.
  case lockRequested(LockRequest)
  /// The attempt is sealed: let go. Answered by `lockChanged` (open).
  case unlockRequested(AttemptEnd)
  /// A home key was pressed while locked: counted, on the ledger.
  case homeBlocked(HomeKey)
  /// A banner was shown, in its literal words: on the ledger.
  case bannerShown(String)
  /// Something for the ledger that is neither an escape nor an interruption ("pasteRefused", "pasteBurst", …).
  case noted(what: String, detail: String)
  /// The terminal window lost (`false`) or got back (`true`) the focus.
  case focusChanged(Bool)
  /// The terminal answered a mode query (DECRPM): mode number and value, 1 set, 2 reset, 0 not recognised, 3 and 4 fixed.
  case terminalReported(mode: UInt16, value: UInt8)
  /// The terminal is gone; the attempt is sealed as it stands.
  case terminalGone
  /// Somebody typed a passcode, for `proctor` or for whoever it fits where that is empty. Answered by `passcodeAnswered`.
  /// Neither side writes it down, and both wipe it.
  case passcodeTyped(proctor: String, Secret)
  /// The proctor whose passcode was accepted wants something.
  case proctorAsked(ProctorAct)
  /// A passcode is being asked for, or not any more.
  case passcodeAsked(Bool)
  /// The proctor has left the panel.
  case proctorLeft
  /// Words of this language will have to be said: start the voice, unless it is there already. Answered by `voice`.
  case voiceWanted(language: String)
  /// A word the voice may be asked for, by the place of its question. The guardian keeps it for the voice alone.
  case wordGiven(slot: UInt16, SpokenWord)
  /// Say it. Letter by letter is not honoured while locked.
  case sayWanted(slot: UInt16, VoicePart, VoicePace)
  /// Let the voice give the tone for a right or a wrong answer.
  case bellWanted(right: Bool)
  /// No word will have to be said any more: end the voice and forget the words.
  case voiceLeft
  /// Question `slot` is in front, whose answer is written in this language: start the helps where the gate allows one of
  /// them here, end them where it allows none. Answered by `helps`.
  case helpsWanted(slot: UInt16, language: String)
  /// Names to offer and words to hold for right: the exam's, the user's own. Kept for the helps alone; never in a test.
  case vocabularyGiven([String], own: Bool)
  /// Something is asked of the helps at question `slot`. Answered by `helpAnswered`, where the gate allows it.
  case helpAsked(slot: UInt16, HelpRequest)
  /// Nothing will be asked any more: end the helps.
  case helpsLeft
  /// The front end wants to leave with this exit status. Only honoured while open.
  case leaveRequested(status: Int32)
}

/// What the guardian says to the front end.
public enum GuardianMessage: Equatable, Sendable {
  /// Answer to `hello`: how the lock stands now and, where this front end replaces one that died while locked, the
  /// attempt to go on with and for how many milliseconds nobody was there.
  case welcome(version: UInt16, lock: LockReport, resume: String?, absence: Int64)
  /// Answer to `assessRequested`: what would be engaged, and what stands against it.
  case assessed(LockReport, refusal: LockRefusal?)
  /// The lock moved on; also sent when a restriction's state changes by itself.
  case lockChanged(LockReport)
  /// The request was refused; nothing is engaged, or what was engaged stays (`alreadyLockedByUs`). Unasked where something
  /// else was found to have locked this terminal (`alreadyLockedByOther`).
  case refused(LockRefusal)
  /// The cap was reached: hand in what is there, then ask to unlock.
  case capReached
  /// Something interrupted the test; it is on the ledger.
  case interrupted(InterruptionCause, milliseconds: Int64)
  /// A signal asked to end while locked (recorded, ignored) or while open (leave in good order).
  case endAsked(signal: String, locked: Bool)
  /// What this machine's profile demands; before `assessed` and `lockChanged`, where it differs from what was told last.
  case terms(LockTerms)
  /// Who the proctors are, and how long no passcode is looked at; after `welcome` and `assessed`.
  case proctors(ProctorList)
  /// What came of a passcode.
  case passcodeAnswered(PasscodeAnswer)
  /// A proctor ends the attempt: seal what is there, then ask to unlock.
  case proctorEnds(AttemptEnd)
  /// How the voice stands; after `voiceWanted`, and whenever it changes.
  case voice(VoiceReport)
  /// How the helps stand; after `helpsWanted`, and whenever it changes.
  case helps(HelpsReport)
  /// What the helps answer. It may be about a text that has changed since: see its number.
  case helpAnswered(HelpAnswer)
  /// The hosted program runs, as this process.
  case programStarted(process: Int32)
  /// The hosted program has ended; the status to leave with, once the lock has let go and what it wrote is shown.
  case programEnded(status: Int32)
  /// The terminal's size changed (SIGWINCH).
  case resized
  /// Something from outside has written to the terminal: set its modes up anew and paint everything.
  case repaint
}

/// The version both sides must speak.
public let messageVersion: UInt16 = 5
