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
