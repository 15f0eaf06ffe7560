import Glibc
import KioskCore

/// `kiosk status [--json]`: is a terminal locked, by whom, since when, with which restrictions. From any terminal.
enum StatusCommand {
  /// Runs it; returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    guard let option = JSONOption("status", arguments) else { return 64 }
    let here = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].lazy.compactMap { TerminalDevice($0) }.first
    let folder = try? DataFolder.locate()
    let own = folder.map(LiveLock.all) ?? []
    let locks = (own + LiveLock.elsewhere(besides: own)).map { Lock(notice: $0, candidate: candidate(of: $0, folder)) }
    // This terminal's own lock first; else whichever holds.
    let shown = locks.first { $0.notice.terminal == here?.path } ?? locks.first
    let profile = AuthorityReader.here.profile
    if option.json { return CommandOutput.write(json: json(shown, locks, here, profile)) }
    return CommandOutput.write(text(locks) + text(profile))
  }

  /// A lock, and who sits behind it.
  private struct Lock {
    let notice: LiveLock.Notice
    /// `nil`: not to be known.
    let candidate: Candidate?
  }

  /// Who sits the test, as the store has it. Only the owner of the data folder and root can read either.
  private static func candidate(of notice: LiveLock.Notice, _ folder: DataFolder?) -> Candidate? {
    guard let folder, !notice.attempt.isEmpty, let store = try? Store.open(folder) else { return nil }
    return try? store.summary(of: notice.attempt).candidate
  }

  /// The document of the contract, and which terminals are locked.
  private static func json(
    _ shown: Lock?, _ locks: [Lock], _ here: TerminalDevice?, _ profile: ProfileFinding
  ) -> JSONValue {
    var object: JSONObject = ["locked": .bool(shown != nil)]
    let report =
      shown?.notice.report
      ?? LockReport(
        phase: .open, tier: here?.tier ?? .none,
        restrictions: RestrictionID.allCases.map { RestrictionReport(id: $0, state: .off) })
    object.add("mode", report.mode.map { .string($0.rawValue) })
    object.add("since", report.since.map { .string(Timestamps.rfc3339($0)) })
    object.add("by", shown.map { .string(by($0.notice)) })
    object.add("tier", .string(report.tier.rawValue))
    object.add("restrictions", .array(report.restrictions.map(LockWords.json)))
    if let candidate = shown?.candidate {
      object.add("candidate", .string(candidate.name))
      if !candidate.id.isEmpty { object.add("candidateId", .string(candidate.id)) }
    }
    if let shown = shown?.notice {
      if !shown.attempt.isEmpty { object.add("attempt", .string(shown.attempt)) }
      object.add("phase", .string(report.phase.rawValue))
      if !report.entitlement.isEmpty { object.add("entitlement", .string(report.entitlement)) }
      object.add("until", report.until.map { .string(Timestamps.rfc3339($0)) })
      object.add("terminal", .string(shown.terminal))
      // Of another user's lock nothing more is known than that it holds.
      let isKnown = !report.restrictions.isEmpty
      if isKnown { object.add("escapes", .integer(Int64(report.escapes))) }
      object.add("frontEndUser", FrontEndUser.of(guardian: shown.process).map { .string($0) })
      if isKnown { object.add("interruptions", .integer(Int64(report.interruptions))) }
    }
    object.add("terminals", .array(locks.map { .string($0.notice.terminal) }))
    switch profile {
    case .none: object.add("supervised", false)
    case .inForce(let installed):
      object.add("supervised", .bool(installed.supervises))
      object.add("profile", .object(ProfileCommand.json(installed)))
    case .faulty(let fault):
      object.add("supervised", false)
      object.add("profileFault", .string(fault.words))
    }
    return .object(object)
  }

  /// What is in force on this machine, since when and by whom; nothing where nothing is.
  private static func text(_ profile: ProfileFinding) -> String {
    switch profile {
    case .none: return ""
    case .inForce(let installed):
      let what = installed.supervises ? "Supervised by the profile" : "In force, without supervising: the profile"
      let end = installed.profile.validity.until.map { ", until \(Timestamps.dayAndMinute($0))" } ?? ""
      return "\(what) \(installed.profile.name), installed \(ProfileCommand.installed(installed))\(end).\n"
    case .faulty(let fault):
      return "A profile is there and not in force: \(ScreenText.clean(fault.words)): \(fault.mend).\n"
    }
  }

  private static func by(_ notice: LiveLock.Notice) -> String {
    let title = notice.title.isEmpty ? "kiosk" : notice.title
    return "\(title) (process \(notice.process))"
  }

  private static func text(_ locks: [Lock]) -> String {
    if locks.isEmpty { return "No terminal is locked.\n" }
    // What is on, first; the details below.
    return locks.map(summary).joined() + "\n"
      + locks.map(\.notice).filter { !$0.report.restrictions.isEmpty }.map { notice in
        "\(notice.terminal), process \(notice.process)\(user(notice)):\n"
          + notice.report.restrictions.map { "  " + LockWords.line($0) + "\n" }.joined()
      }.joined(separator: "\n")
  }

  private static func user(_ notice: LiveLock.Notice) -> String {
    let what = notice.report.mode == .assessment ? "the test" : "its screen"
    return FrontEndUser.of(guardian: notice.process).map { ", \(what) as \($0)" } ?? ""
  }

  /// "/dev/tty2: Geography, Ada Lovelace (1815), locked since 09:36 UTC, until 17:36 UTC at the latest, 2 attempts to leave".
  private static func summary(_ lock: Lock) -> String {
    let notice = lock.notice
    let report = notice.report
    if report.restrictions.isEmpty {
      return "\(notice.terminal): kiosk, locked; more is told to its user and to root\n"
    }
    let title = notice.title.isEmpty ? "kiosk" : notice.title
    let who = lock.candidate.map { candidate in
      ", \(candidate.name)" + (candidate.id.isEmpty ? "" : " (\(candidate.id))")
    }
    let state = report.phase == .locked ? "locked" : report.phase.rawValue
    let since = report.since.map { " since \(Timestamps.minute($0)) UTC" } ?? ""
    let until = report.until.map { ", until \(Timestamps.minute($0)) UTC at the latest" } ?? ""
    let escapes = report.escapes == 1 ? "1 attempt to leave" : "\(report.escapes) attempts to leave"
    return "\(notice.terminal): \(title)\(ScreenText.fitted(who ?? "")), \(state)\(since)\(until), \(escapes)\n"
  }
}
