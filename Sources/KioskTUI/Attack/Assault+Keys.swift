import Glibc
import KioskCore

/// What comes in as keys: home keys, signals of the keyboard, typed and pasted bytes.
extension Assault {
  /// Every home key in every form a terminal has for it. Mixed, so that no key comes three times in a row.
  static let homeForms = [
    "\u{1B}", "\u{1B}[H", "\u{3}", "\u{1A}", "\u{1B}OH", "\u{1C}", "\u{1B}[1~", "\u{4}", "\u{1B}[27u", "\u{1B}[7~",
    "\u{11}", "\u{13}", "\u{1B}[1;5H", "\u{1B}[99;5u", "\u{1B}[27;5;99~",
  ]

  func homeKeys() {
    let before = lock.notice?.escapes ?? 0
    var fault: SystemFault?
    for (index, form) in Self.homeForms.enumerated() {
      fault = terminal.type(form) ?? fault
      _ = terminal.wait(120) { false }
      // Counted before the next one comes: read together, as on a busy machine, two may be another key.
      _ = terminal.wait(2000) { [self] in !lock.holds || (lock.notice?.escapes ?? 0) > before + index }
      if !lock.holds { break }
    }
    if let fault { return pass("homeKeys", "keys cannot be typed here: \(fault)") }
    let stands = lock.stands()
    _ = terminal.wait(3000) { [self] in (lock.notice?.escapes ?? 0) >= before + Self.homeForms.count }
    let counted = (lock.notice?.escapes ?? before) - before
    note("homeKeys", .restriction(.home), escaped: !stands, "\(Self.homeForms.count) forms, \(counted) counted")
  }

  /// INT, QUIT and TSTP to the group in front, as the other side of a pty can send them.
  func terminalSignals() {
    guard let master = terminal.master else { return pass("terminalSignals", "a console has no other side") }
    for signal in [SIGINT, SIGQUIT, SIGTSTP] {
      if let fault = WaysOut.signalForeground(master, signal) { return pass("terminalSignals", "\(fault)") }
      terminal.pump(50)
    }
    note("terminalSignals", .restriction(.home), escaped: !lock.stands(), "INT, QUIT, TSTP by TIOCSIG")
  }

  /// Home keys typed by another process of the session.
  func injection() {
    for byte: UInt8 in [0x03, 0x1A, 0x1C, 0x04] {
      if let fault = WaysOut.inject(byte, into: terminal.descriptor) {
        return note("injection", .always, escaped: false, "\(fault)")
      }
      _ = terminal.wait(100) { false }
    }
    note("injection", .restriction(.home), escaped: !lock.stands(), "typed, and blocked as if by hand")
  }

  func paste() {
    guard terminal.master != nil else {
      pass("paste", "what a console pastes comes as keys")
      return pass("pasteBurst", "a console's keys are typed one by one")
    }
    if terminal.modes.contains(2004) {
      let isIn = isTyped("\u{1B}[200~pasted-words\u{1B}[201~")
      note("paste", .restriction(.paste), escaped: isIn || !lock.stands(), "in brackets")
    } else {
      note("paste", .restriction(.paste), escaped: true, "the front end asks for no marks around what is pasted")
    }
    if case .enforced = lock.report.state(of: .paste) {
      pass("pasteBurst", "this terminal marks what is pasted")
    } else {
      let isIn = isTyped(String(repeating: "p", count: 64))
      note("pasteBurst", .nothing("detected"), escaped: isIn, "kept, and on the ledger")
    }
  }

  /// Whether anything of `bytes` comes into the answer: known as soon as a letter sent behind them is there.
  private func isTyped(_ bytes: String) -> Bool {
    let before = lock.answer
    terminal.type(bytes + "x")
    _ = terminal.wait(5000) { [self] in lock.answer.utf8.count > before.utf8.count && lock.answer.hasSuffix("x") }
    let after = lock.answer
    terminal.type("\u{7F}")
    _ = terminal.wait(2000) { [self] in lock.answer.utf8.count < after.utf8.count }
    return after != before + "x"
  }

  /// Another process asks the terminal for its clipboard: the answer comes as keys.
  func clipboard() {
    guard terminal.master != nil else { return pass("clipboardRead", "a console knows no OSC 52") }
    let before = lock.answer
    try? TerminalDevice.write(terminal.descriptor, "\u{1B}]52;c;?\u{07}")
    guard terminal.wait(2000, until: { terminal.clipboardTold != nil }) else {
      return pass("clipboardRead", "the terminal was not asked")
    }
    _ = terminal.wait(400) { false }
    let carried = terminal.clipboardTold == AttackTerminal.carriedIn
    let typed = lock.answer != before
    note(
      "clipboardRead", .restriction(.clipboard), escaped: carried || typed || !lock.stands(),
      carried ? "what was carried in is still there" : typed ? "the answer was typed" : "empty, and nothing was typed")
  }
}
