import Glibc

/// What else has locked a terminal: another kiosk, vlock, physlock, or whatever refuses to switch its console.
///
/// A switch that was turned off for the whole machine (VT_LOCKSWITCH) by a program that has ended cannot be seen: the
/// kernel tells nobody.
public enum OtherLock {
  /// Programs that do nothing but lock, by the kernel's short names for them.
  static let lockers = ["vlock", "vlock-main", "vlock-new", "physlock"]

  /// In words; empty: nothing. MUST be asked only while the lock of this process holds nothing.
  ///
  /// - Parameters:
  ///   - terminal: the terminal, open.
  ///   - own: this program's processes.
  public static func look(at device: TerminalDevice, _ terminal: Int32, besides own: [Int32]) -> String {
    for process in ProcessFacts.all() where !own.contains(process) {
      guard let facts = ProcessStat(of: process), isLocking(facts, process, device) else { continue }
      let name = facts.name == "kiosk" ? "another kiosk" : facts.name
      return "\(name) (process \(process))"
    }
    return isHeld(device, terminal, besides: own) ? "a program that refuses to switch consoles" : ""
  }

  /// Whether a living process owns the console. One that was killed leaves its mode behind until the next switch, and the
  /// kernel does not tell whose it was: but an owner has to outlive the signal it is asked by, and has come to the console
  /// somehow. One of another user's, whose files cannot be read, is known by its controlling terminal alone.
  private static func isHeld(_ device: TerminalDevice, _ terminal: Int32, besides own: [Int32]) -> Bool {
    guard device.tier == .console, let signal = Console.ownerSignal(terminal) else { return false }
    // A shell that waits for this program on the same console outlives most signals, and owns nothing.
    let own = own + ProcessFacts.ancestors(of: getpid())
    return ProcessFacts.all().contains { process in
      guard !own.contains(process), let facts = ProcessStat(of: process), let status = ProcessStatus(of: process) else {
        return false
      }
      let outlives = Signals.mask(status.blocked | status.ignored | status.caught, holds: [signal])
      return outlives && (facts.terminal == device.number || hasOpen(process, device))
    }
  }

  private static func hasOpen(_ process: Int32, _ device: TerminalDevice) -> Bool {
    let folder = "/proc/\(process)/fd"
    return ((try? Files.names(in: folder)) ?? []).contains { ProcessFacts.link(folder + "/" + $0) == device.path }
  }

  private static func isLocking(_ facts: ProcessStat, _ process: Int32, _ device: TerminalDevice) -> Bool {
    let isHere = facts.terminal == device.number
    if lockers.contains(facts.name) { return isHere || (facts.name == "physlock" && device.tier == .console) }
    return facts.name == "kiosk" && isHere && holdsFile(process)
  }

  /// Whether `process` has some file to itself, as a kiosk that locks has (proc_locks(5)).
  static func holdsFile(_ process: Int32) -> Bool {
    guard let bytes = try? Files.contents("/proc/locks", limit: 1 << 22) else { return false }
    return bytes.split(separator: 0x0A).contains { line in
      let words = line.split(separator: 0x20)
      return words.count > 4 && words[1].elementsEqual("FLOCK".utf8) && words[3].elementsEqual("WRITE".utf8)
        && words[4].elementsEqual(String(process).utf8)
    }
  }
}

extension TerminalDevice {
  /// The number by which `/proc/PID/stat` calls it: the major number from bit 8 on, the minor one in the bits below and
  /// from bit 20 on.
  var number: Int32 {
    switch kind {
    case .console(let index): Int32(4 << 8 | index)
    case .pseudo(let index): Int32((136 + index / 256) << 8 | index % 256)
    case .other: -1
    }
  }

  /// What the terminal that has this number can hold.
  static func tier(number: Int32) -> Tier { number >> 8 & 0xFFF == 4 ? .console : .terminal }

  /// The path of the terminal that has this number.
  static func path(number: Int32) -> String {
    let major = number >> 8 & 0xFFF
    let minor = number & 0xFF | number >> 12 & 0xFFF00
    switch major {
    case 4: return "/dev/tty\(minor)"
    case 136...143: return "/dev/pts/\((major - 136) * 256 + minor)"
    default: return "a terminal"
    }
  }
}
