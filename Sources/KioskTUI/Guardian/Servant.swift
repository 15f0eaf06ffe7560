import Glibc
import KioskCore
import KioskVoice

/// A program of kiosk's own that serves the guardian over a socket, line by line: the voice, the helps.
///
/// MUST: what it sends is cut into lines and nothing more; whatever it is, the guardian goes on.
final class Servant {
  /// What is found of it when it is looked at.
  enum Change: Equatable {
    case exited(Int32)
    case killed(String)
  }

  /// What there is to know of a servant while its processes come and go, and how often it may be lost.
  struct Role {
    /// The program, found beside kiosk.
    let program: String
    /// How it is called on screen: "the voice".
    let name: String
    /// The library it cannot start without, and the packages that bring it.
    let library: (name: String, packages: String)
    /// How often one that hangs or ends is started again before there is none any more.
    let mostRestarts: Int
    private var losses = 0

    private init(_ program: String, name: String, library: (name: String, packages: String), mostRestarts: Int) {
      self.program = program
      self.name = name
      self.library = library
      self.mostRestarts = mostRestarts
    }

    /// What says the words of a spelling test.
    static let voice = Role(
      "kiosk-speech", name: "the voice", library: ("espeak-ng", "espeak-ng libpcaudio0"), mostRestarts: 5)
    /// What checks spelling, suggests and looks up.
    static let helps = Role(
      "kiosk-helps", name: "the helps", library: ("hunspell", "libhunspell-1.7-0"), mostRestarts: 3)

    /// Losses count from here on.
    mutating func forgetLosses() { losses = 0 }

    /// One more was lost. Why there is none any more, with what to do about it; `nil`: it may be started again.
    mutating func lose() -> String? {
      losses += 1
      return losses > mostRestarts ? "\(name) broke down \(losses) times: see whether \(library.name) works" : nil
    }

    /// Why it cannot be started, with what to do about it.
    func absence(_ fault: SystemFault) -> String {
      fault.code == ENOENT
        ? "\(program) is not installed beside kiosk: run make install"
        : "\(name) cannot be started (\(fault)): try again"
    }

    /// Why it ended before it was ready, where it could not be started at all; `nil`: it was lost otherwise.
    func absence(_ change: Change) -> String? {
      switch change {
      case .exited(127): "\(library.name) is not installed: apt install \(library.packages)"
      case .exited(126): "\(program) cannot be started: see its file's rights"
      case .exited, .killed: nil
      }
    }
  }

  /// How one was lost, for the ledger.
  enum Loss: String {
    case rubbish = "sent what is no answer"
    case silence = "did not answer"
  }

  /// Its process; 0: it has ended.
  private(set) var process: Int32
  private var socket: Int32
  private var outgoing: [UInt8] = []
  private var lines: VoiceLines

  /// Starts `program`, found beside kiosk, as `account` where that is named.
  ///
  /// - Parameter longestLine: in bytes; one that sends a longer one talks rubbish.
  init(
    _ program: String, _ arguments: [String], longestLine: Int = VoiceLines.longest, as account: UserAccount?
  ) throws(SystemFault) {
    lines = VoiceLines(limit: longestLine)
    guard let path = Self.path(of: program) else { throw SystemFault(call: "execve", subject: program, code: ENOENT) }
    let ends = try Descriptors.socketPair()
    defer { Files.close(ends.1) }
    do throws(SystemFault) {
      process = try Processes.serve(path, [program] + arguments, channel: ends.1, as: account)
    } catch {
      Files.close(ends.0)
      throw error
    }
    socket = ends.0
  }

  deinit { end() }

  /// Beside this program, or where `make install` puts it.
  static func path(of program: String) -> String? {
    guard let own = Files.realPath("/proc/self/exe"), let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    return ["\(folder)/\(program)", "\(folder)/../libexec/kiosk/\(program)"].first { Files.may(X_OK, $0) }
  }

  /// What to poll; `nil`: it has hung up.
  var descriptor: Int32? { socket >= 0 ? socket : nil }
  /// Whether to poll for writing too.
  var wantsToWrite: Bool { !outgoing.isEmpty }
  /// Bytes that wait to be sent.
  var backlog: Int { outgoing.count }

  /// Sends a line, or keeps what finds no room.
  func send(_ line: String) {
    outgoing.append(contentsOf: line.utf8)
    flush()
  }

  /// Sends what waits; the lines that have come; `nil` where what came is none.
  func serve() -> [String]? {
    flush()
    var taken: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while socket >= 0 {
      let outcome = buffer.withUnsafeMutableBytes { (try? Descriptors.read(socket, into: $0)) ?? .ended }
      switch outcome {
      case .bytes(let count):
        taken += lines.take(buffer[..<count])
        if lines.isBroken { return nil }
        if count < buffer.count { return taken }
      case .nothingYet: return taken
      case .ended: hangUp()
      }
    }
    return taken
  }

  /// What has become of its process, told once.
  func change() -> Change? {
    guard process > 0, let change = Processes.change(of: process) else { return nil }
    switch change {
    case .stopped: return nil
    case .exited(let status):
      process = 0
      return .exited(status)
    case .killed(let signal):
      process = 0
      return .killed(Signals.name(signal))
    }
  }

  /// What has become of a process that has hung up: waits for its end, a second at the most.
  func awaitChange() -> Change? {
    for _ in 0..<100 {
      if let change = change() { return change }
      var nothing: [Waiting] = []
      Descriptors.poll(&nothing, milliseconds: 10)
    }
    return nil
  }

  /// How a change is told to the ledger.
  static func words(_ change: Change) -> String {
    switch change {
    case .exited(let status): "ended with status \(status)"
    case .killed(let name): "killed by \(name)"
    }
  }

  /// Ends it outright.
  func end() {
    hangUp()
    guard process > 0 else { return }
    Processes.send(SIGKILL, to: process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    process = 0
  }

  private func hangUp() {
    if socket >= 0 { Files.close(socket) }
    socket = -1
    outgoing = []
  }

  private func flush() {
    while socket >= 0, !outgoing.isEmpty, let count = try? Descriptors.send(socket, outgoing[...]), count > 0 {
      outgoing.removeFirst(count)
    }
  }
}
