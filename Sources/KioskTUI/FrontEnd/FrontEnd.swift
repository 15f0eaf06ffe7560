import Glibc
import KioskCore

/// The exam: the child process that draws and reads keys. It never starts a program in its life.
///
/// MUST: nothing is drawn and no file is read before `FrontEndSandbox.enter` has returned.
enum FrontEnd {
  /// Runs until the candidate leaves, the terminal goes, or the guardian does. `channel` is the socket to the guardian,
  /// `pulse` is there where this process was forked from it.
  static func run(channel: Int32, arguments: [String], service: ServiceStart?, pulse: Pulse? = nil) -> Int32 {
    do throws(SystemFault) {
      try FrontEndSandbox.enter(service)
    } catch {
      return complain("the front end cannot give up starting programs (\(error)): use a newer kernel", status: 71)
    }
    var launch: Launch
    switch LaunchArguments.parse(arguments) {
    case .launch(let parsed): launch = parsed
    case .usage(let message): return complain(message, status: 64)
    }
    launch.isService = service != nil
    let guardian = GuardianChannel(descriptor: channel)
    guardian.send(.hello(version: messageVersion))
    let folder: DataFolder
    let store: Store
    do throws(DataFolder.Fault) {
      folder = try DataFolder.locate()
    } catch {
      return leave(guardian, error.words, status: error.exitStatus)
    }
    do throws(StoreFault) {
      store = try Store.open(folder)
    } catch {
      return leave(guardian, error.words, status: error.exitStatus)
    }
    // A "y" typed before there was anything to read is no consent. What is typed while a killed front end is brought
    // back belongs to the answer.
    if launch.resume == nil { tcflush(STDIN_FILENO, TCIFLUSH) }
    let terminal: Terminal
    do throws(TerminalFailure) {
      terminal = try Terminal()
    } catch {
      return leave(guardian, error.message, status: error.exitCode)
    }
    let interpreter = Interpreter(
      guardian: guardian, terminal: terminal, store: store, library: ExamLibrary(data: folder), launch: launch)
    let session: Session
    do throws(SystemFault) {
      session = try Session(
        launch: launch, guardian: guardian, terminal: terminal, interpreter: interpreter, pulse: pulse)
    } catch {
      terminal.finish()
      return leave(guardian, "the terminal cannot be waited for (\(error)): start kiosk again", status: 71)
    }
    let end = session.run()
    terminal.finish()
    if !guardian.isOpen && service == nil { undoForLostGuardian(folder) }
    return leave(guardian, end.reason, status: end.status)
  }

  /// A guardian that was killed left the console its own and modes of the terminal set, for the shell to suffer from.
  /// One that lives holds its file and is not meddled with; so is one that ended in good order, which left no journal.
  static func undoForLostGuardian(_ folder: DataFolder) {
    guard let name = TerminalDevice(STDIN_FILENO)?.fileName else { return }
    // A process that ends closes the channel an instant before the file.
    guard LiveLock.isFreed(folder, name: name) else { return }
    JournalUndo.undo(JournalUndo.path(folder, terminal: name))
  }

  /// Says why on standard error, where there is a reason, and tells the guardian.
  static func leave(_ guardian: GuardianChannel, _ reason: String, status: Int32) -> Int32 {
    if !reason.isEmpty { _ = complain(reason, status: status) }
    guardian.send(.leaveRequested(status: status))
    return status
  }

  static func complain(_ reason: String, status: Int32) -> Int32 {
    for line in reason.split(separator: "\n") { _ = CommandOutput.complain(ScreenText.fitted(String(line)), status) }
    return status
  }
}
