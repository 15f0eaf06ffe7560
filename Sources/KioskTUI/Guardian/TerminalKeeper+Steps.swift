import Glibc
import KioskCore

/// Taking away from the terminal, and giving back: each step of each restriction.
extension TerminalKeeper {
  func capture(_ id: RestrictionID) -> Outcome {
    if MachineSettings.ids.contains(id) {
      return attempt { () throws(SystemFault) in try self.machine.capture(id) }
    }
    if id == .home {
      return attempt { () throws(SystemFault) in self.priorModes = try TerminalModes(of: self.terminal) }
    }
    if let mode = ModeAnswers.mode(of: id) { priorAnswers[id] = modes.value(mode) }
    return .done
  }

  /// Writes down what would outlive this process. The modes written are those from before this program, since that is
  /// what a shell left alone on the terminal needs.
  func journal(_ id: RestrictionID) -> Outcome {
    if MachineSettings.ids.contains(id) {
      return attempt { () throws(SystemFault) in try self.machine.journal(id) }
    }
    guard let prior = priorState(id) else { return .done }
    guard let journal else { return .failed("there is no journal") }
    let line = Journal.Line(
      restriction: id, terminal: device.path, mark: JournalUndo.mark(of: device.path), prior: prior)
    return attempt { () throws(SystemFault) in try journal.add(line) }
  }

  private func priorState(_ id: RestrictionID) -> String? {
    switch id {
    case .home: original.text
    case .consoleSwitch: isConsole ? "kernel" : nil
    case .paste, .focus: isConsole ? nil : "reset"
    case .clipboard, .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .multiplexer, .recording,
      .remote, .consoleKeys, .sysRq, .kernelMessages, .powerKeys, .ptrace:
      nil
    }
  }

  func engage(_ id: RestrictionID) -> Outcome {
    switch id {
    case .home:
      return attempt { () throws(SystemFault) in
        try TerminalModes(of: self.terminal).withPlainKeys.apply(to: self.terminal)
      }
    case .consoleSwitch:
      if Weakness.consoleSwitch.isOn { return .done }
      return isConsole ? attempt { () throws(SystemFault) in try Console.own(self.terminal) } : .done
    case .paste, .focus: return setMode(id, true)
    case .clipboard: return clearClipboard()
    case .consoleKeys, .sysRq, .kernelMessages, .powerKeys:
      return attempt { () throws(SystemFault) in try self.machine.engage(id) }
    case .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .multiplexer, .recording, .remote,
      .ptrace:
      return .done
    }
  }

  func release(_ id: RestrictionID) -> Outcome {
    switch id {
    case .home:
      guard let priorModes else { return .done }
      return attempt { () throws(SystemFault) in try priorModes.apply(to: self.terminal) }
    case .consoleSwitch:
      return isConsole ? attempt { () throws(SystemFault) in try Console.disown(self.terminal) } : .done
    case .paste, .focus:
      // A mode that was set before is left set; one of which nothing is known is reset, as terminals start.
      return setMode(id, priorAnswers[id] == 1 || priorAnswers[id] == 3)
    case .clipboard: return clearClipboard()
    case .consoleKeys, .sysRq, .kernelMessages, .powerKeys:
      return attempt { () throws(SystemFault) in try self.machine.release(id) }
    case .subprocess, .questionHelp, .lookUp, .spellCheck, .suggestions, .share, .multiplexer, .recording, .remote,
      .ptrace:
      return .done
    }
  }

  func strike(_ id: RestrictionID) -> Outcome {
    if MachineSettings.ids.contains(id) {
      return attempt { () throws(SystemFault) in try self.machine.strike(id) }
    }
    guard let journal else { return .done }
    return attempt { () throws(SystemFault) in try journal.strike(id) }
  }

  /// Asks the terminal how modes stand, and behind that DA1, whose answer says that no other will come; they come through the
  /// front end.
  func ask(_ modes: [ModeAnswers.Mode]) { try? TerminalDevice.write(terminal, Self.question(modes) + "\u{1B}[c") }

  private static func question(_ modes: [ModeAnswers.Mode]) -> String {
    modes.map { "\u{1B}[?\($0.rawValue)$p" }.joined()
  }

  /// Asks about the modes that the terminal has confirmed. An answer that never comes changes nothing.
  func askAgain() {
    let confirmed = ModeAnswers.Mode.allCases.filter { modes.isSet($0) }
    if !confirmed.isEmpty { try? TerminalDevice.write(terminal, Self.question(confirmed)) }
  }

  /// Sets a mode again that was confirmed and is now told to be reset; the restriction that rests on it.
  func setAgain(_ mode: UInt16, told value: UInt8) -> RestrictionID? {
    guard value == 2, let mode = ModeAnswers.Mode(rawValue: mode), modes.isSet(mode) else { return nil }
    let id: RestrictionID = mode == .focus ? .focus : .paste
    return setMode(id, true) == .done ? id : nil
  }

  private func setMode(_ id: RestrictionID, _ set: Bool) -> Outcome {
    guard !isConsole, let mode = ModeAnswers.mode(of: id) else { return .done }
    return attempt { () throws(SystemFault) in
      try TerminalDevice.write(self.terminal, "\u{1B}[?\(mode.rawValue)\(set ? "h" : "l")")
    }
  }

  /// "!" is no base 64, by which xterm clears a selection (XTerm Control Sequences, OSC 52); others take the empty text.
  /// On a console what was marked with the mouse is overwritten; where that cannot be done it is told, and no failure.
  private func clearClipboard() -> Outcome {
    if Weakness.clipboard.isOn { return .done }
    if isConsole {
      selectionFault = nil
      do throws(SystemFault) {
        try ConsoleSelection.clear(terminal)
      } catch { selectionFault = error }
      return .done
    }
    return attempt { () throws(SystemFault) in
      try TerminalDevice.write(self.terminal, "\u{1B}]52;c;!\u{07}\u{1B}]52;p;!\u{07}\u{1B}]52;c;\u{07}")
    }
  }

  private func attempt(_ body: () throws(SystemFault) -> Void) -> Outcome {
    do throws(SystemFault) {
      try body()
      return .done
    } catch { return .failed(error.description) }
  }
}
