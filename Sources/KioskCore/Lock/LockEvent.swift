/// What happened to the lock: a request, an answer of its interpreter, or the world.
public enum LockEvent: Equatable, Sendable {
  // What the front end asks.

  /// The consent screen asks what this terminal can hold.
  case assessRequested(
    program: String, required: [RestrictionID], detections: [RestrictionID: ExamPolicy.Detection])
  /// The candidate said yes.
  case lockRequested(LockRequest)
  /// The attempt is sealed.
  case unlockRequested(AttemptEnd)
  /// The front end wants to leave.
  case leaveRequested(status: Int32)
  /// A passcode was looked at.
  case passcodeJudged(PasscodeAnswer)
  /// A proctor wants something.
  case proctorAsked(ProctorAct)
  /// The front end asks for a passcode, or does not any more.
  case passcodeAsked(Bool)
  /// The proctor has gone.
  case proctorLeft
  /// A lock that the guardian before this one held and did not let go, with what it had counted.
  case heldLockFound(HeldLock, LockTally, GuardianLoss)
  /// The front end said hello.
  case frontEndReady

  // What the interpreter answers.

  /// Nobody else has the right to lock this terminal, and now it is ours.
  case claimed
  /// Somebody else has it.
  case claimRefused(String)
  /// It cannot be had, and why.
  case claimFailed(String)
  /// What profile and entitlements give the program that asks was read.
  case authorityRead(LockAuthority)
  /// What else has locked this terminal, in words; empty: nothing.
  case othersFound(String)
  /// The proctors were read.
  case proctorsRead(ProctorList)
  /// What each restriction would be, or is, on this terminal.
  case surveyed([RestrictionReport])
  /// The prior state is known.
  case captured(RestrictionID)
  /// The prior state is on the disk.
  case journalled(RestrictionID)
  /// The change is made.
  case engaged(RestrictionID)
  /// What the terminal says about it now.
  case readBack(RestrictionReport)
  /// The prior state is back.
  case released(RestrictionID)
  /// The journal's line is gone.
  case struck(RestrictionID)
  /// A step failed, and why.
  case stepFailed(RestrictionID, LockStep, String)
  /// What was found when looking again.
  case rechecked([RestrictionReport])

  // What the world does.

  /// A home key was pressed.
  case homeBlocked(HomeKey)
  /// A console switch was refused.
  case switchRefused
  /// Somebody gave back from outside what was taken away, and it has been taken away again.
  case undoneOutside([RestrictionID])
  /// A banner was shown.
  case bannerShown(String)
  /// Something for the ledger.
  case noted(what: String, detail: String)
  /// The window got (`true`) or lost the focus.
  case focusChanged(Bool)
  /// A signal that leads out, by name, and from whom, in words; empty: from the kernel.
  case signalled(String, from: String = "")
  /// Nobody ran for so long.
  case gap(InterruptionCause, milliseconds: Int64)
  /// The front end was stopped and has been continued.
  case frontEndContinued
  /// The front end is gone: how, in words, and the status to leave with where that is the end.
  case frontEndLost(how: String, status: Int32)
  /// The terminal has hung up.
  case terminalGone
  /// The time given to the front end after a hang-up is over.
  case graceOver
  /// Time went by.
  case tick
}

/// What the lock wants done. The interpreter does it and answers with events.
public enum LockEffect: Equatable, Sendable {
  /// See whether something else has locked this terminal: answered by `othersFound`.
  case lookForOthers
  /// Take the right to lock this terminal: answered by `claimed` or `claimRefused`.
  case claim
  /// Take over the terminal, and the journals, that a killed guardian left: answered like `claim`.
  case adopt
  /// Give it back.
  case disclaim
  /// Write down what a guardian needs that takes this lock up again.
  case keepHeld(HeldLock)
  /// The lock is being let go: from here on nobody takes it up again.
  case forgetHeld
  /// Look at every restriction: answered by `surveyed`.
  case survey
  /// Learn the prior state: answered by `captured` or `stepFailed`.
  case capture(RestrictionID)
  /// Write it down, durably: answered by `journalled` or `stepFailed`.
  case journal(RestrictionID)
  /// Take it away: answered by `engaged` or `stepFailed`.
  case engage(RestrictionID)
  /// Ask whether it is gone: answered by `readBack` or `stepFailed`.
  case readBack(RestrictionID)
  /// Put the prior state back: answered by `released` or `stepFailed`.
  case release(RestrictionID)
  /// Strike the journal's line: answered by `struck` or `stepFailed`.
  case strike(RestrictionID)
  /// Look again: at everything, or only at what is cheap to look at; answered by `rechecked`.
  case recheck(everything: Bool)
  /// Say something to the front end.
  case tell(GuardianMessage)
  /// Let every observer know how the lock stands.
  case publish(LockReport)
  /// Append to the ledger of `attempt`; where that is empty, to the machine's.
  case record(attempt: String, what: String, detail: String)
  /// Say on the screen that the test comes back.
  case paintRestoring
  /// Say on the screen that the lock cannot be taken up again yet, and why.
  case paintClosed(String)
  /// Start a front end that goes on with this attempt.
  case startFrontEnd(resume: String?)
  /// End a front end that does not answer.
  case killFrontEnd
  /// Give the front end a second to seal, then answer `graceOver`.
  case startGrace
  /// Put the terminal back and leave with this status.
  case end(status: Int32)
}
