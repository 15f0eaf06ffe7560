import Glibc
import KioskCore

/// The front end: for now it greets the guardian and leaves.
enum FrontEnd {
  /// Runs with the channel to the guardian; returns the exit status.
  static func run(channel: Int32, arguments: [String]) -> Int32 {
    do throws(SystemFault) {
      try FrontEndSandbox.enter()
    } catch { return 71 }
    let guardian = GuardianChannel(descriptor: channel)
    guardian.send(.hello(version: messageVersion))
    while guardian.isOpen {
      var waiting = [Waiting(guardian.descriptor, writing: guardian.wantsToWrite)]
      Descriptors.poll(&waiting, milliseconds: nil)
      for message in guardian.receive() {
        if case .welcome = message { guardian.send(.leaveRequested(status: 0)) }
      }
    }
    return 0
  }
}
