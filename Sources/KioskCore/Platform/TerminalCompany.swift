import Glibc

/// Who else is on this terminal: who holds its other end, who started the session, who traces it.
///
/// Found by what the kernel tells of descriptors and processes. A program's own name is that of its executable file;
/// the environment is only ever a second hint, since anyone can change it.
public struct TerminalCompany: Equatable, Sendable {
  /// A process and what it is called.
  public struct Program: Equatable, Hashable, Sendable {
    /// Its process id.
    public let process: Int32
    /// Its executable's name.
    public let name: String

    /// Makes a program.
    public init(process: Int32, name: String) {
      self.process = process
      self.name = name
    }
  }

  /// Where a descriptor of the other end is.
  public struct Hold: Equatable, Sendable {
    /// Who has it.
    public let program: Program
    /// Which descriptor it is.
    public let descriptor: Int32
  }

  /// The terminal.
  public let device: TerminalDevice
  /// Who holds the other end; empty: nobody who can be seen.
  public internal(set) var holds: [Hold]
  /// Whether some process's descriptors could not be read, so that a holder may have gone unseen.
  public internal(set) var someUnreadable: Bool
  /// The chain of parents, nearest first.
  public internal(set) var ancestors: [Program]
  /// Who traces the process, or its front end.
  public internal(set) var tracer: Program?
  /// $TMUX, $STY and $SSH_CONNECTION, as far as set.
  public let hints: [String: String]

  /// Looks at everything: reads every process's descriptors, some milliseconds on a busy machine.
  public static func look(
    at device: TerminalDevice, from process: Int32 = getpid(), with others: [Int32] = []
  ) -> TerminalCompany {
    var company = TerminalCompany(
      device: device, holds: [], someUnreadable: false, ancestors: [], tracer: nil, hints: environmentHints())
    company.findHolders(besides: [process] + others)
    company.lookForAncestors(of: process)
    company.lookForTracer(([process] + others).map { ProcessStatus(of: $0) })
    return company
  }

  /// Looks again, cheaply: whether the holders still hold, who traces, and, after the parent has changed, who the ancestors
  /// are (nobody joins them later). Everything is looked at where a holder has let go.
  ///
  /// - Parameter status: what has just been read about `process` and `others`, in this order; empty: nothing.
  public func lookedAtAgain(
    from process: Int32 = getpid(), with others: [Int32] = [], status: [ProcessStatus?] = []
  ) -> TerminalCompany {
    guard case .pseudo(let index) = device.kind else { return .look(at: device, from: process, with: others) }
    let same =
      !holds.isEmpty
      && holds.allSatisfy { hold in
        Self.holdsOtherEnd(hold.program.process, hold.descriptor, index: index)
          && ProcessFacts.name(hold.program.process) == hold.program.name
      }
    if !same && !(holds.isEmpty && someUnreadable) { return .look(at: device, from: process, with: others) }
    var company = self
    let status = status.isEmpty ? ([process] + others).map { ProcessStatus(of: $0) } : status
    if let parent = status.first.flatMap({ $0?.parent }), parent != ancestors.first?.process {
      company.lookForAncestors(of: process)
    }
    company.lookForTracer(status)
    return company
  }

  private mutating func lookForAncestors(of process: Int32) {
    ancestors = ProcessFacts.ancestors(of: process).map { Self.program($0) }
  }

  private mutating func lookForTracer(_ status: [ProcessStatus?]) {
    tracer = status.lazy.compactMap { $0?.tracer }.first { $0 > 0 }.map { Self.program($0) }
  }

  private static func program(_ process: Int32) -> Program {
    Program(process: process, name: ProcessFacts.name(process) ?? "process \(process)")
  }

  private mutating func findHolders(besides own: [Int32]) {
    guard case .pseudo(let index) = device.kind else { return }
    for process in ProcessFacts.all() where !own.contains(process) {
      let folder = "/proc/\(process)/fd"
      let names: [String]
      do throws(SystemFault) {
        names = try Files.names(in: folder)
      } catch {
        if error.code == EACCES || error.code == EPERM { someUnreadable = true }
        continue
      }
      for descriptor in names.compactMap({ Int32($0) })
      where Self.holdsOtherEnd(process, descriptor, index: index) {
        holds.append(Hold(program: Self.program(process), descriptor: descriptor))
        break
      }
    }
  }

  /// Whether a descriptor is the master side of pseudo terminal `index` (proc_pid_fdinfo(5), `tty-index`).
  private static func holdsOtherEnd(_ process: Int32, _ descriptor: Int32, index: Int) -> Bool {
    guard let target = ProcessFacts.link("/proc/\(process)/fd/\(descriptor)"), target.hasSuffix("/ptmx"),
      let bytes = try? Files.contents("/proc/\(process)/fdinfo/\(descriptor)", limit: 1 << 16)
    else { return false }
    for line in bytes.split(separator: 0x0A) where line.starts(with: "tty-index:".utf8) {
      let number = String(decoding: line.dropFirst(10), as: UTF8.self).filter { $0.isNumber }
      return Int(number) == index
    }
    return false
  }

  private static func environmentHints() -> [String: String] {
    var hints: [String: String] = [:]
    for name in ["TMUX", "STY", "SSH_CONNECTION"] {
      if let value = getenv(name), value.pointee != 0 { hints[name] = String(cString: value) }
    }
    return hints
  }
}
