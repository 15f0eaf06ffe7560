import Glibc
import KioskCore

/// The front end of a hosted program: it shows what the program writes and gives it what is typed. It never starts a
/// program in its life, this one neither: that is the guardian's.
///
/// MUST: nothing is drawn and nothing is read before `FrontEndSandbox.enter` has returned.
enum HostedFrontEnd {
  /// Runs until the program has ended, the terminal goes, or the guardian does.
  ///
  /// - Parameters:
  ///   - channel: the socket to the guardian.
  ///   - master: the program's terminal, from its other side.
  ///   - arguments: the program's process, or 0; where it asks for its lock; what it is called.
  ///   - again: whether a front end before this one has died.
  static func run(channel: Int32, master: Int32, arguments: [String], again: Bool = false) -> Int32 {
    do throws(SystemFault) {
      try FrontEndSandbox.enter()
    } catch {
      return FrontEnd.complain(
        "the front end cannot give up starting programs (\(error)): use a newer kernel", status: 71)
    }
    guard arguments.count == 3, let program = Int32(arguments[0]) else {
      return FrontEnd.complain("front-end is started by kiosk itself: run kiosk", status: 64)
    }
    let guardian = GuardianChannel(descriptor: channel)
    let screen: Int32
    let modes: TerminalModes
    do throws(SystemFault) {
      modes = try TerminalModes(of: STDIN_FILENO)
      screen = try TerminalDevice.reopen(STDOUT_FILENO)
      try modes.raw.apply(to: STDIN_FILENO)
    } catch {
      return FrontEnd.leave(guardian, "\(error): try again, or in another terminal", status: 71)
    }
    // What shows the way out has to work before anything can be locked.
    if !again {
      do throws(TerminalFailure) {
        try Terminal().finish()
      } catch {
        try? modes.apply(to: STDIN_FILENO)
        return FrontEnd.leave(guardian, error.message, status: error.exitCode)
      }
    }
    guardian.send(.hello(version: messageVersion))
    let session = HostSession(
      state: HostedState(title: arguments[2]), guardian: guardian, screen: screen, master: master, program: program)
    let end = session.run(again: again)
    try? modes.apply(to: STDIN_FILENO)
    Files.close(screen)
    if !guardian.isOpen && !end.isAsked {
      LocalSocket.remove(arguments[1])
      if let folder = DataFolder.foreseen() { FrontEnd.undoForLostGuardian(folder) }
    }
    return FrontEnd.leave(guardian, end.reason, status: end.status)
  }
}

extension TerminalModes {
  /// Every key comes as a byte, and what is written goes out as it is.
  var raw: TerminalModes {
    var modes = withPlainKeys
    modes.input &= ~UInt32(ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXOFF | IXANY)
    modes.output &= ~UInt32(OPOST)
    modes.local &= ~UInt32(ECHONL)
    return modes
  }
}
