import Glibc
import KioskCore

/// Where the guardian has profiles and entitlements read: by a child of its own, so that no file's content is ever taken
/// apart in the process that is the lock. Where nothing is installed there is nothing to read, and no child.
enum AuthorityDesk {
  /// How long the child may take before it is ended and nothing is granted, in milliseconds. A large program to be hashed
  /// takes longest.
  private static let longest: Int64 = 3000

  /// What `program`, an exam's id or a program's path, may go by.
  static func read(_ program: String) -> LockAuthority {
    let reader = AuthorityReader.here
    guard reader.hasAnything(for: program) else { return reader.bare }
    do throws(SystemFault) {
      let ends = try Descriptors.socketPair()
      defer { Files.close(ends.0) }
      let parent = getpid()
      do throws(SystemFault) {
        guard let child = try Processes.fork() else { tell(reader, program, to: ends.1, parent: parent) }
        Files.close(ends.1)
        return hear(ends.0, from: child)
      } catch {
        Files.close(ends.1)
        throw error
      }
    } catch { return unread("\(error)") }
  }

  /// On a supervised machine the variables that choose data, exams and profile are taken out of the environment, for this
  /// process and all it starts. Costs one call where no profile is installed.
  static func forgetVariables() {
    guard MachineFolder.standard.hasProfile, read("").supervision.isGiven else { return }
    let names = [
      "KIOSK_DATA", "KIOSK_EXAMS", "KIOSK_PROFILE", "KIOSK_VOICE_FILES", "KIOSK_DICTIONARIES", "KIOSK_WORD_LISTS",
      "KIOSK_REFERENCES",
    ]
    for name in names { unsetenv(name) }
  }

  /// The child's whole life.
  private static func tell(_ reader: AuthorityReader, _ program: String, to descriptor: Int32, parent: Int32) -> Never {
    Processes.dieWith(parent: parent)
    for other in 0..<Int32(1024) where other != descriptor { Files.close(other) }
    let frame = reader.authority(of: program).frame()
    var sent = 0
    while sent < frame.count, let count = try? Descriptors.send(descriptor, frame[sent...]) { sent += count }
    _exit(0)
  }

  private static func hear(_ descriptor: Int32, from child: Int32) -> LockAuthority {
    let end = Clocks.boot().adding(longest)
    var frames = FrameBuffer()
    var authority: LockAuthority?
    while authority == nil, Clocks.boot() < end {
      var waiting = [Waiting(descriptor)]
      Descriptors.poll(&waiting, milliseconds: end.since(Clocks.boot()))
      var chunk = [UInt8](repeating: 0, count: 8192)
      let outcome = chunk.withUnsafeMutableBytes { buffer in
        (try? Descriptors.read(descriptor, into: buffer)) ?? .ended
      }
      if case .bytes(let count) = outcome { frames.append(chunk[..<count]) }
      if let payload = (try? frames.next()) ?? nil { authority = try? LockAuthority(payload: payload) }
      if case .ended = outcome { break }
    }
    Processes.send(SIGKILL, to: child)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return authority ?? unread("reading took too long")
  }

  /// What could not be read may demand anything: nothing is granted.
  private static func unread(_ why: String) -> LockAuthority {
    let words = "profile and entitlements cannot be read (\(why))"
    return LockAuthority(supervision: .withheld(words), listing: .withheld(words), entitlement: .withheld(words))
  }
}
