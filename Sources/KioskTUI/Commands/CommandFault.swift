import KioskCore

/// Why a command cannot do what was asked: a line for stderr and an exit status of sysexits.h.
struct CommandFault: Error, Equatable {
  /// What is wrong and what to do, without the program's name.
  let words: String
  /// 64 usage, 65 bad data, 66 no input, 69 service missing, 73 cannot create, 74 input/output, 75 try again, 77 refused.
  let status: Int32

  init(_ words: String, _ status: Int32) {
    self.words = words
    self.status = status
  }

  /// The command line is wrong.
  static func usage(_ words: String) -> CommandFault { CommandFault(words, 64) }

  init(_ fault: StoreFault) { self.init(fault.words, fault.exitStatus) }

  init(_ fault: DataFolder.Fault) { self.init(fault.words, fault.exitStatus) }
}

/// What a command says.
enum CommandOutput {
  /// Writes `text` to stdout, as it is.
  static func write(_ text: String) throws(CommandFault) { try write(Array(text.utf8)) }

  /// Writes `bytes` to stdout.
  static func write(_ bytes: [UInt8]) throws(CommandFault) {
    do {
      try Files.writeAll(1, bytes)
    } catch {
      throw CommandFault("cannot write the output: \(error.reason)", 74)
    }
  }

  /// Writes `kiosk: words` to stderr, without control characters; nothing is to be done where that fails.
  static func complain(_ words: String) {
    try? Files.writeAll(2, Array("kiosk: \(ScreenText.clean(words))\n".utf8))
  }
}
