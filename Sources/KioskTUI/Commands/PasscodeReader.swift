import Glibc
import KioskCore

/// Reads a passcode from whoever runs a command: from the terminal without showing it, else one line of standard input.
enum PasscodeReader {
  /// What is said on a terminal goes to standard error, so that standard output holds the result alone.
  static func read(_ prompt: String) throws(CommandFault) -> Secret {
    guard isatty(STDIN_FILENO) == 1 else { return try fromLine() }
    return try fromTerminal(prompt)
  }

  /// Whether a person is there to be asked twice.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

  private static func fromTerminal(_ prompt: String) throws(CommandFault) -> Secret {
    let mask = Signals.currentMask()
    let before: TerminalModes
    let signals: Int32
    do throws(SystemFault) {
      before = try TerminalModes(of: STDIN_FILENO)
      // A signal that ended the program here would leave a terminal that shows nothing of what is typed.
      signals = try Signals.open(Signals.leaving)
    } catch { throw CommandFault("the terminal does not answer (\(error)): try another", 74) }
    defer {
      try? before.apply(to: STDIN_FILENO)
      Files.close(signals)
      Signals.restore(mask)
      say("\n")
    }
    do throws(SystemFault) {
      try before.withPlainKeys.apply(to: STDIN_FILENO)
    } catch { throw CommandFault("the terminal cannot be kept from showing it (\(error)): try another", 74) }
    say(prompt)
    var secret = Secret()
    while true {
      var waiting = [Waiting(STDIN_FILENO), Waiting(signals)]
      Descriptors.poll(&waiting, milliseconds: nil)
      if waiting[1].readable, !Signals.read(signals).isEmpty { throw cancelled }
      guard waiting[0].readable || waiting[0].hungUp else { continue }
      guard let byte = try byte() else { throw cancelled }
      switch byte {
      case 0x0D, 0x0A: return try checked(secret)
      case 0x03, 0x04, 0x1A, 0x1B, 0x1C: throw cancelled
      case 0x08, 0x7F: secret.deleteBackward()
      case 0x15, 0x17: secret.clear()
      case 0..<0x20: break
      default: if !secret.append(CollectionOfOne(byte)) { throw tooLong }
      }
    }
  }

  /// Byte by byte, so that a second line stays for the next question.
  private static func fromLine() throws(CommandFault) -> Secret {
    var secret = Secret()
    while let byte = try byte() {
      if byte == 0x0A { break }
      guard secret.append(CollectionOfOne(byte)) else { throw tooLong }
    }
    if secret.withBytes({ $0.last }) == 0x0D { secret.deleteBackward() }
    return try checked(secret)
  }

  private static func byte() throws(CommandFault) -> UInt8? {
    var byte: UInt8 = 0
    defer { byte = 0 }
    let outcome = withUnsafeMutableBytes(of: &byte) { buffer in
      Result { () throws(SystemFault) -> Int in try Files.read(STDIN_FILENO, into: buffer) }
    }
    switch outcome {
    case .success(let count): return count == 1 ? byte : nil
    case .failure(let fault): throw CommandFault("the passcode cannot be read (\(fault)): try again", 74)
    }
  }

  private static func checked(_ secret: Secret) throws(CommandFault) -> Secret {
    if !secret.isText {
      throw CommandFault("the passcode is not UTF-8, or holds control characters: use characters that can be typed", 65)
    }
    return secret
  }

  private static var tooLong: CommandFault {
    CommandFault("no passcode is longer than \(Secret.capacity) bytes: take a shorter one", 65)
  }

  private static var cancelled: CommandFault { CommandFault("cancelled: nothing was changed", 77) }

  private static func say(_ text: String) { try? Files.writeAll(STDERR_FILENO, Array(text.utf8)) }
}
