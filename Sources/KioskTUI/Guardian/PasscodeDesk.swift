import Glibc
import KioskCore

/// Where the guardian has passcodes looked at: by a child of its own, one at a time, so that the lock never stands still
/// for the fifth of a second and the 64 MiB that one takes; both go with the child.
final class PasscodeDesk {
  /// How long a child may take before it is ended, in milliseconds.
  private static let longest: Int64 = 20_000
  /// What a child says besides a proctor's place in the list, counted from 1.
  private static let wrong: UInt8 = 0
  private static let unknown: UInt8 = 255

  private struct Work {
    let attempt: PasscodeAttempt
    let child: Int32
    let descriptor: Int32
    let end: Moment
  }

  private var work: Work?
  private var ended: [Int32] = []

  /// What to poll for reading; `nil`: nothing is being looked at.
  var descriptor: Int32? { work?.descriptor }
  /// When to call `answer` at the latest.
  var deadline: Moment? { work?.end }

  deinit { if let work { Files.close(work.descriptor) } }

  /// Who the proctors are and how long nobody is listened to. Makes no folder.
  static func proctors() -> ProctorList {
    guard let folder = DataFolder.foreseen() else { return ProctorList() }
    do throws(Passcodes.Fault) {
      let passcodes = try Passcodes.read(folder)
      if passcodes.proctors.isEmpty { return ProctorList() }
      return ProctorList(names: passcodes.names, wait: PasscodeAttempt.wait(folder))
    } catch { return ProctorList(fault: error.words) }
  }

  /// Has `passcode` looked at, as `proctor`'s or, where that is empty, anyone's. The answer comes later, from `answer`;
  /// it is returned at once where there is nothing to look at.
  func look(at passcode: Secret, of proctor: String) -> PasscodeAnswer? {
    guard work == nil else { return .tooSoon(wait: 1000) }
    if passcode.isEmpty { return .tooSoon(wait: 0) }
    let folder: DataFolder
    do throws(DataFolder.Fault) {
      folder = try DataFolder.locate()
    } catch { return .failed(error.words) }
    switch PasscodeAttempt.begin(folder) {
    case .tooSoon(let wait): return .tooSoon(wait: wait)
    case .busy: return .tooSoon(wait: 1000)
    case .noneSet: return .noneSet
    case .fault(let fault): return .failed(fault.words)
    case .allowed(let attempt):
      do throws(SystemFault) {
        try start(attempt, passcode, proctor.isEmpty ? nil : proctor)
        return nil
      } catch {
        _ = attempt.settle(.unknown)
        return .failed("\(error)")
      }
    }
  }

  private func start(_ attempt: PasscodeAttempt, _ passcode: Secret, _ proctor: String?) throws(SystemFault) {
    let ends = try Descriptors.socketPair()
    defer { Files.close(ends.1) }
    let parent = getpid()
    do throws(SystemFault) {
      guard let child = try Processes.fork() else {
        Self.judge(attempt, passcode, proctor, to: ends.1, parent: parent)
      }
      work = Work(
        attempt: attempt, child: child, descriptor: ends.0, end: Clocks.boot().adding(Self.longest))
    } catch {
      Files.close(ends.0)
      throw error
    }
  }

  /// The child's whole life. It holds neither terminal nor store, and ends with the guardian.
  private static func judge(
    _ attempt: PasscodeAttempt, _ passcode: Secret, _ proctor: String?, to descriptor: Int32, parent: Int32
  ) -> Never {
    Processes.dieWith(parent: parent)
    for other in 0..<Int32(1024) where other != descriptor { Files.close(other) }
    let said: UInt8
    switch attempt.judge(passcode, of: proctor) {
    case .right(let name): said = attempt.passcodes.names.firstIndex(of: name).map { UInt8($0 + 1) } ?? unknown
    case .wrong: said = wrong
    case .unknown: said = unknown
    }
    _ = try? Descriptors.send(descriptor, [said])
    _exit(0)
  }

  /// What came of it; `nil`: nothing yet.
  func answer() -> PasscodeAnswer? {
    guard let work else { return nil }
    var said: UInt8 = 0
    let outcome = try? withUnsafeMutableBytes(of: &said) { try Descriptors.read(work.descriptor, into: $0) }
    if case .nothingYet? = outcome {
      guard Clocks.boot() >= work.end else { return nil }
      Processes.send(SIGKILL, to: work.child)
    }
    self.work = nil
    Files.close(work.descriptor)
    ended.append(work.child)
    reap()
    guard case .bytes? = outcome else {
      // Somebody ended the child: that is no way to try for nothing, so the charge stays.
      return .failed("the check was ended from outside: try again")
    }
    let names = work.attempt.passcodes.names
    switch said {
    case Self.wrong: return .wrong(wait: work.attempt.settle(.wrong))
    case 1...UInt8(min(names.count, 254)):
      let name = names[Int(said) - 1]
      _ = work.attempt.settle(.right(name))
      return .accepted(name)
    default:
      _ = work.attempt.settle(.unknown)
      return .failed(Passcodes.Fault.noMemory.words)
    }
  }

  /// Takes leave of children that have ended.
  func reap() {
    ended.removeAll { child in
      switch Processes.change(of: child) {
      case .exited, .killed: true
      case .stopped, nil: false
      }
    }
  }
}
