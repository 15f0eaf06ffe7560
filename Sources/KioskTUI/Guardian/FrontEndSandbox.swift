import Glibc
import KioskCore

/// What the front end takes away from itself before it draws anything or reads a file, for its whole life.
///
/// MUST be the front end's first call: after it, no program can be started, no process made, no other one read, no
/// terminal typed into, and no memory of this one read by others of the same user.
enum FrontEndSandbox {
  /// Enters; with `service` as that service's user, and with more time after the guardian's end. Throws where the kernel refuses any part; the front end then MUST leave (status 71) before it shows anything.
  static func enter(_ service: ServiceStart? = nil) throws(SystemFault) {
    Hardening.resetCrashHandlers()
    // Before the rest: what follows is undone where the user changes.
    if let user = service?.user { try Privileges.become(user) }
    try Hardening.endAfterParent(seconds: service == nil ? 1 : ServiceStart.patience)
    if !Weakness.dumpable.isOn { try Hardening.makeUndumpable() }
    if Weakness.programs.isOn { return }
    try Hardening.takeNoNewPrivileges()
    try Hardening.forbidPrograms()
    guard Hardening.programsAreForbidden else { throw SystemFault(call: "execve is not forbidden", code: EPERM) }
  }
}
