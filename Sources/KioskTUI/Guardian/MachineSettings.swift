import Glibc
import KioskCore

/// What the machine has but once and a lock changes: the keyboard table, SysRq, the level of kernel messages, blanking.
/// Each knows how it stands, how to take it away, and how to give it back.
///
/// MUST: what is given back is only what still stands as the lock left it; what somebody else has changed since is his.
struct MachineSettings {
  /// A virtual console, opened; needed for the keyboard table and the blanking.
  let console: Int32
  var sysRq = KernelSetting.sysRq
  var printk = KernelSetting.printk
  var ignoreLevels = KernelSetting.ignoreLevels
  var consoleBlank = KernelSetting.consoleBlank

  init(console: Int32) { self.console = console }

  /// Those it knows.
  static let ids: [RestrictionID] = [.consoleKeys, .sysRq, .kernelMessages, .powerKeys]

  private static let off = Array("0\n".utf8)

  /// Why it cannot be taken away here; `nil`: nothing stands against it.
  func obstacle(_ id: RestrictionID) -> RestrictionState? {
    switch id {
    case .consoleKeys:
      guard ProcessFacts.isCapable(ProcessFacts.ttyConfig) else {
        return .unavailable(reason: "changing the keyboard's table needs root or CAP_SYS_TTY_CONFIG")
      }
    case .sysRq:
      if !sysRq.isThere { return .absent }
      if !sysRq.isWritable { return .unavailable(reason: "changing it needs root") }
    case .kernelMessages:
      if (try? ignoreLevels.words().first) == "Y" {
        return .unavailable(reason: "the kernel was told to ignore the level of messages")
      }
      if !printk.isWritable { return .unavailable(reason: "changing their level needs root") }
    case .powerKeys:
      if let seconds = try? blankSeconds(), seconds % 60 != 0 || seconds > 3600 {
        return .unavailable(
          reason: "the screen goes blank after \(seconds) seconds, which could not be put back exactly")
      }
    case .home, .consoleSwitch, .paste, .clipboard, .lookUp, .spellCheck, .suggestions, .questionHelp, .share,
      .multiplexer, .recording, .remote, .ptrace, .subprocess, .focus:
      break
    }
    return nil
  }

  /// Whether taking it away changes anything of the machine's: blanking that is off stays so.
  func changesMachine(_ id: RestrictionID) -> Bool { id != .powerKeys || (try? isGone(id)) != true }

  /// How it stands now, as a word for the journal.
  func prior(_ id: RestrictionID) throws(SystemFault) -> String {
    switch id {
    case .consoleKeys: return ConsoleKeymap.text(try ConsoleKeymap.leading(on: console))
    case .sysRq: return KernelSetting.hex(try sysRq.bytes())
    case .kernelMessages: return KernelSetting.hex(try printk.bytes())
    case .powerKeys: return try String(blankSeconds())
    case .home, .consoleSwitch, .paste, .clipboard, .lookUp, .spellCheck, .suggestions, .questionHelp, .share,
      .multiplexer, .recording, .remote, .ptrace, .subprocess, .focus:
      return "-"
    }
  }

  /// Takes it away. Of the levels only the first is written, since only it says what reaches a screen.
  func takeAway(_ id: RestrictionID) throws(SystemFault) {
    switch id {
    case .consoleKeys: try ConsoleKeymap.clear(ConsoleKeymap.leading(on: console), on: console)
    case .sysRq: try sysRq.write(Self.off)
    case .kernelMessages: try printk.write(Self.off)
    case .powerKeys: if try blankSeconds() != 0 { try setBlanking(minutes: 0) }
    case .home, .consoleSwitch, .paste, .clipboard, .lookUp, .spellCheck, .suggestions, .questionHelp, .share,
      .multiplexer, .recording, .remote, .ptrace, .subprocess, .focus:
      break
    }
  }

  /// Whether it is gone, read from the kernel.
  func isGone(_ id: RestrictionID) throws(SystemFault) -> Bool {
    switch id {
    case .consoleKeys: try ConsoleKeymap.leading(on: console).isEmpty
    case .sysRq: try sysRq.words() == ["0"]
    case .kernelMessages: try printk.words().first == "0"
    case .powerKeys: try blankSeconds() == 0
    case .home, .consoleSwitch, .paste, .clipboard, .lookUp, .spellCheck, .suggestions, .questionHelp, .share,
      .multiplexer, .recording, .remote, .ptrace, .subprocess, .focus:
      true
    }
  }

  /// Gives back what `prior` told, where it still stands as it was left. Returns whether it did: `false`, somebody else
  /// has changed it since.
  @discardableResult
  func restore(_ id: RestrictionID, _ prior: String) throws(SystemFault) -> Bool {
    let unreadable = SystemFault(call: "read the journal", code: EBADMSG)
    switch id {
    case .consoleKeys:
      guard let entries = ConsoleKeymap.entries(prior) else { throw unreadable }
      try ConsoleKeymap.restore(entries, on: console)
    case .sysRq:
      guard let bytes = KernelSetting.bytes(hex: prior) else { throw unreadable }
      guard try isGone(id) else { return false }
      try sysRq.write(bytes)
    case .kernelMessages:
      guard let bytes = KernelSetting.bytes(hex: prior), let level = KernelSetting.words(bytes).first else {
        throw unreadable
      }
      guard try isGone(id) else { return false }
      try printk.write(Array("\(level)\n".utf8))
    case .powerKeys:
      guard let seconds = Int(prior), seconds % 60 == 0, (0...3600).contains(seconds) else { throw unreadable }
      guard try isGone(id) else { return false }
      if seconds != 0 { try setBlanking(minutes: seconds / 60) }
    case .home, .consoleSwitch, .paste, .clipboard, .lookUp, .spellCheck, .suggestions, .questionHelp, .share,
      .multiplexer, .recording, .remote, .ptrace, .subprocess, .focus:
      break
    }
    return true
  }

  private func blankSeconds() throws(SystemFault) -> Int { Int(try consoleBlank.words().first ?? "") ?? 0 }

  /// The kernel takes minutes, and tells seconds (console_codes(4)). That a monitor is switched off later needs no change:
  /// it begins only when the screen is blank.
  private func setBlanking(minutes: Int) throws(SystemFault) {
    try TerminalDevice.write(console, "\u{1B}[9;\(minutes)]")
  }
}
