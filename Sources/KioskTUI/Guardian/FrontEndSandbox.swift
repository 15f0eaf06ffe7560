import Glibc
import KioskCore

/// What the front end takes away from itself before it draws anything or reads a file, for its whole life.
///
/// MUST be the front end's first call: after it, no program can be started, no process made, no other one read, no
/// terminal typed into, and no memory of this one read by others of the same user.
enum FrontEndSandbox {
  /// Enters. Throws where the kernel refuses any part; the front end then MUST leave (status 71) before it shows anything.
  static func enter() throws(SystemFault) {
    Hardening.resetCrashHandlers()
    try Hardening.endAfterParent()
    if !Weakness.dumpable.isOn { try Hardening.makeUndumpable() }
    if Weakness.programs.isOn { return }
    try Hardening.takeNoNewPrivileges()
    try Hardening.forbidPrograms()
    guard Hardening.programsAreForbidden else { throw SystemFault(call: "execve is not forbidden", code: EPERM) }
  }
}
