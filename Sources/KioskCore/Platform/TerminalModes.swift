import Glibc

/// How a terminal treats what is typed: the kernel's `struct termios` as a value, to compare, keep and put back.
public struct TerminalModes: Equatable, Sendable {
  /// Input, output, control and local flags (termios(3)).
  public var input, output, control, local: UInt32
  /// Input and output speed.
  public var inputSpeed, outputSpeed: UInt32
  /// The special characters, 32 of them.
  public var characters: [UInt8]

  /// Reads the modes. The corresponding C function is `tcgetattr`.
  public init(of terminal: Int32) throws(SystemFault) {
    var raw = termios()
    let result = tcgetattr(terminal, &raw)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "tcgetattr", code: code) }
    input = raw.c_iflag
    output = raw.c_oflag
    control = raw.c_cflag
    local = raw.c_lflag
    inputSpeed = cfgetispeed(&raw)
    outputSpeed = cfgetospeed(&raw)
    characters = withUnsafeBytes(of: &raw.c_cc) { Array($0) }
  }

  /// Sets the modes at once, keeping what has been typed. The corresponding C function is `tcsetattr` with TCSANOW.
  public func apply(to terminal: Int32) throws(SystemFault) {
    var raw = termios()
    let got = tcgetattr(terminal, &raw)
    let gotCode = errno
    guard got == 0 else { throw SystemFault(call: "tcgetattr", code: gotCode) }
    raw.c_iflag = input
    raw.c_oflag = output
    raw.c_cflag = control
    raw.c_lflag = local
    cfsetispeed(&raw, inputSpeed)
    cfsetospeed(&raw, outputSpeed)
    withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
      for (index, character) in characters.prefix(bytes.count).enumerated() { bytes[index] = character }
    }
    while true {
      let result = tcsetattr(terminal, TCSANOW, &raw)
      let code = errno
      if result == 0 { return }
      if code != EINTR { throw SystemFault(call: "tcsetattr", code: code) }
    }
  }

  /// Whether every key arrives as plain bytes: no signal keys, no line editing, no flow control, no break signal.
  public var keysArePlain: Bool {
    local & UInt32(ISIG | ICANON | IEXTEN | ECHO) == 0 && input & UInt32(IXON | BRKINT) == 0
  }

  /// These modes with `keysArePlain`, each key delivered at once, and nothing else changed.
  public var withPlainKeys: TerminalModes {
    var modes = self
    modes.local &= ~UInt32(ISIG | ICANON | IEXTEN | ECHO)
    modes.input &= ~UInt32(IXON | BRKINT)
    modes.characters[Int(VMIN)] = 1
    modes.characters[Int(VTIME)] = 0
    return modes
  }

  /// One line of hexadecimal, as `stty -g` writes: what a journal keeps.
  public var text: String {
    ([input, output, control, local, inputSpeed, outputSpeed] + characters.map(UInt32.init))
      .map { String($0, radix: 16) }.joined(separator: ":")
  }

  /// Reads `text` back; `nil` where it is not such a line.
  public init?(text: String) {
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { UInt32($0, radix: 16) }
    let values = numbers.compactMap { $0 }
    guard values.count == numbers.count, values.count == 6 + Int(NCCS), values[6...].allSatisfy({ $0 < 256 }) else {
      return nil
    }
    input = values[0]
    output = values[1]
    control = values[2]
    local = values[3]
    inputSpeed = values[4]
    outputSpeed = values[5]
    characters = values[6...].map(UInt8.init)
  }
}
