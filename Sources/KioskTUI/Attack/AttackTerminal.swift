import Glibc
import KioskCore

/// The terminal on which a throw-away lock is attacked: this very one where it is a console, else one of this process's
/// own making, which answers as xterm does and has a clipboard.
final class AttackTerminal {
  /// The terminal's side that programs have.
  let descriptor: Int32
  let device: TerminalDevice
  /// The other side, where it is ours.
  let master: Int32?
  /// Everything shown since it was last emptied; only where the other side is ours.
  var shown: [UInt8] = []
  /// What the terminal's clipboard holds.
  private(set) var clipboard = AttackTerminal.carriedIn
  /// What was last told of it to whoever asked.
  private(set) var clipboardTold: String?
  /// The private modes that are set.
  private(set) var modes: Set<Int> = []
  private var sequence: [UInt8] = []

  /// What lies in the clipboard before the lock, in base 64: "carried-in".
  static let carriedIn = "Y2FycmllZC1pbg=="

  /// This terminal, a console. `nil` where `descriptor` is none.
  init?(console descriptor: Int32) {
    guard let device = TerminalDevice(descriptor), device.tier == .console else { return nil }
    self.descriptor = descriptor
    self.device = device
    master = nil
  }

  /// A new terminal; this process becomes the leader of a session on it, as a shell would be.
  init() throws(SystemFault) {
    let pty = try WaysOut.openPty()
    let descriptor = try Files.open(pty.path, O_RDWR | O_NOCTTY)
    try WaysOut.leadSession(on: descriptor)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(pty.master, UInt(TIOCSWINSZ), &size)
    guard let device = TerminalDevice(descriptor) else { throw SystemFault(call: "isatty", code: ENOTTY) }
    self.descriptor = descriptor
    self.device = device
    master = pty.master
  }

  /// Types bytes as a hand would. Returns why it cannot be done, where it cannot.
  @discardableResult
  func type(_ text: String) -> SystemFault? {
    guard let master else {
      for byte in text.utf8 {
        if let fault = WaysOut.inject(byte, into: descriptor) { return fault }
      }
      return nil
    }
    do throws(SystemFault) {
      try TerminalDevice.write(master, text, milliseconds: 2000)
      return nil
    } catch { return error }
  }

  /// Reads and answers what is shown, for at most `milliseconds`.
  func pump(_ milliseconds: Int64) {
    guard let master else {
      usleep(UInt32(clamping: milliseconds * 1000))
      return
    }
    var waiting = [Waiting(master)]
    guard Descriptors.poll(&waiting, milliseconds: milliseconds), waiting[0].readable else {
      // With nobody on the other side a poll returns at once.
      if waiting[0].hungUp { usleep(UInt32(clamping: milliseconds * 1000)) }
      return
    }
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while case .bytes(let count)? = try? Descriptors.read(master, into: buffer) {
        for byte in buffer[..<count] { take(byte) }
      }
    }
  }

  /// Pumps until `condition` holds, for at most `milliseconds`; whether it did.
  func wait(_ milliseconds: Int64, until condition: () -> Bool) -> Bool {
    let end = Clocks.boot().adding(milliseconds)
    while !condition() {
      if Clocks.boot() >= end { return false }
      pump(10)
    }
    return true
  }

  /// Whether `text` has been shown: on a console as its cells are now (root only), else since `shown` was emptied.
  func shows(_ text: String) -> Bool? {
    if master != nil { return shown.tell(text) }
    guard case .console(let number) = device.kind, let cells = try? Files.contents("/dev/vcs\(number)") else {
      return nil
    }
    return cells.tell(text)
  }

  // MARK: - Answering as xterm does

  private func take(_ byte: UInt8) {
    if shown.count < 1 << 22 { shown.append(byte) }
    if byte == 0x1B {
      // ESC \ ends an operating system command.
      if sequence.starts(with: [0x1B, 0x5D]) { sequence.append(byte) } else { sequence = [byte] }
      return
    }
    guard !sequence.isEmpty else { return }
    sequence.append(byte)
    let isCommand = sequence.starts(with: [0x1B, 0x5D])
    let isControl = sequence.starts(with: [0x1B, 0x5B])
    if isCommand && (byte == 0x07 || sequence.suffix(2) == [0x1B, 0x5C]) {
      command(String(decoding: sequence.dropFirst(2), as: UTF8.self).filter { $0 != "\u{07}" && $0 != "\u{1B}" })
      sequence = []
    } else if isControl && sequence.count > 2 && (0x40...0x7E).contains(byte) {
      control(String(decoding: sequence.dropFirst(2), as: UTF8.self))
      sequence = []
    } else if !isCommand && !isControl || sequence.count > 4096 {
      sequence = []
    }
  }

  /// DECSET, DECRST, DECRQM and DA of XTerm Control Sequences.
  private func control(_ words: String) {
    let numbers = words.filter { $0.isNumber || $0 == ";" }.split(separator: ";").compactMap { Int($0) }
    if words == "c" { type("\u{1B}[?62;22c") }
    guard words.first == "?" else { return }
    if words.hasSuffix("$p"), let mode = numbers.first {
      let known = mode == 2004 || mode == 1004
      type("\u{1B}[?\(mode);\(known ? modes.contains(mode) ? 1 : 2 : 0)$y")
    } else if words.hasSuffix("h") {
      modes.formUnion(numbers)
    } else if words.hasSuffix("l") {
      modes.subtract(numbers)
    }
  }

  /// OSC 52: the clipboard asked for, or set; what is no base 64 clears it.
  private func command(_ words: String) {
    let parts = words.split(separator: ";", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "52" else { return }
    if parts[2] == "?" {
      clipboardTold = clipboard
      type("\u{1B}]52;c;\(clipboard)\u{07}")
    } else {
      clipboard = parts[2].utf8.contains(UInt8(ascii: "!")) ? "" : String(parts[2])
    }
  }
}

extension Collection<UInt8> where Self: RandomAccessCollection {
  /// Whether the UTF-8 bytes of `text` stand somewhere in these.
  func tell(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    return indices.contains { self[$0] == first && self[$0...].starts(with: wanted) }
  }
}
