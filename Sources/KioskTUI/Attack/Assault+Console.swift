import Glibc
import KioskCore

/// Leaving the console in front: by asking the kernel, by the program for it, and by taking the guardian's say away.
extension Assault {
  private static let consoleIDs = ["consoleSwitch", "chvt", "consoleMode", "consoleModeSwitch"]

  func consoleSwitch() {
    guard case .console(let number) = terminal.device.kind else {
      return Self.consoleIDs.forEach { pass($0, "this terminal is not a console") }
    }
    guard WaysOut.consoleInFront(terminal.descriptor) == number else {
      return Self.consoleIDs.forEach { pass($0, "this console is not in front") }
    }
    let other = number == 63 ? 62 : 63
    ask(number, for: other)
    program(number, for: other)
    for isLeaving in [false, true] { letKernelDecide(number, leavingFor: isLeaving ? other : nil) }
  }

  private func ask(_ number: Int, for other: Int) {
    let before = escapes
    if let fault = WaysOut.activate(other, by: terminal.descriptor) {
      return note("consoleSwitch", .detection(.consoleSwitch), escaped: false, "\(fault)")
    }
    let escaped = hasLeft(number)
    _ = terminal.wait(5000) { escapes > before }
    note(
      "consoleSwitch", .detection(.consoleSwitch), escaped: escaped || !lock.stands(),
      "VT_ACTIVATE, \(escapes - before) counted")
  }

  /// chvt(1) on this very terminal, as somebody in its session would run it: it waits without end where it is refused.
  private func program(_ number: Int, for other: Int) {
    guard let chvt = Self.program("chvt") else { return pass("chvt", "chvt is not installed") }
    let before = escapes
    let run = run(chvt, ["chvt", "\(other)"], onTerminal: true, seconds: 2)
    let escaped = hasLeft(number)
    if !escaped, run.status > 0 {
      let words = run.output.split(whereSeparator: \.isNewline).first.map { ": \($0)" } ?? ""
      return pass("chvt", "chvt left with \(run.status)\(words)")
    }
    note(
      "chvt", .detection(.consoleSwitch), escaped: escaped || !lock.stands(),
      escaped ? "chvt \(other)" : "chvt \(other) waited in vain, \(escapes - before) counted")
  }

  /// An ordinary process of the session may let the kernel decide again. It is not kept from it, so that a switch right
  /// behind it may get through; but the console is to be held again at the next look, and the attempt counted.
  private func letKernelDecide(_ number: Int, leavingFor other: Int?) {
    let id = other == nil ? "consoleMode" : "consoleModeSwitch"
    let before = escapes
    let began = Clocks.boot()
    if let fault = WaysOut.freeConsole(terminal.descriptor, leavingFor: other) {
      return note(id, .detection(.consoleSwitch), escaped: false, "\(fault)")
    }
    let left = other != nil && hasLeft(number)
    let isHeldAgain = terminal.wait(5000) { Console.isOwned(terminal.descriptor) && escapes > before }
    let after =
      isHeldAgain ? "held again and counted after \(Clocks.boot().since(began)) ms" : "NOT held again and counted"
    if other == nil {
      note(id, .detection(.consoleSwitch), escaped: !isHeldAgain || !lock.stands(), "VT_AUTO set, " + after)
    } else {
      note(id, .restriction(.consoleSwitch), escaped: left, (left ? "left at once, " : "still here, ") + after)
    }
  }

  private var escapes: Int { lock.notice?.escapes ?? 0 }

  /// Whether another console comes in front; this one is fetched back.
  private func hasLeft(_ number: Int) -> Bool {
    let left = terminal.wait(1000) { WaysOut.consoleInFront(terminal.descriptor) != number }
    if left {
      _ = WaysOut.activate(number, by: terminal.descriptor)
      _ = terminal.wait(1000) { WaysOut.consoleInFront(terminal.descriptor) == number }
    }
    return left
  }
}
