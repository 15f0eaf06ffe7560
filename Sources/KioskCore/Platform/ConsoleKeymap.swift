import CLinux
import Glibc

/// The keyboard's table of actions: one for all consoles of the machine.
///
/// Anyone on a console may read it; changing it needs CAP_SYS_TTY_CONFIG, and CAP_SYS_ADMIN for the secure attention key.
public enum ConsoleKeymap {
  /// One key under one combination of modifiers, and what it does.
  public struct Entry: Equatable, Sendable {
    /// The combination of modifiers, 0 to 255 (12: Ctrl-Alt).
    public let table: UInt8
    /// The key's code, 1 to 255.
    public let key: UInt8
    /// The action, as `linux/keyboard.h` counts them.
    public let action: UInt16

    /// Makes an entry.
    public init(table: UInt8, key: UInt8, action: UInt16) {
      self.table = table
      self.key = key
      self.action = action
    }
  }

  /// The action that does nothing (K_HOLE).
  public static let nothing = UInt16(kiosk_key_nothing)

  /// The action that types the last of the keyboard's strings, which no keyboard's table uses: while a lock holds, that
  /// string is `HomeKey.switchSequence`, so that a chord that leads nowhere is still seen and counted.
  public static let told = UInt16(kiosk_key_told)

  /// The same for the chord that restarts the machine: it types the last string but one, `HomeKey.restartSequence`.
  public static let restartTold = UInt16(kiosk_key_restart_told)

  /// The special actions that lead out of a program, stop its output or write over its screen: registers, memory and
  /// tasks shown; last console; output held; scrolling back and forth; reboot; secure attention; console before, after and
  /// new. Numbered as in the kernel's `fn_handler` (drivers/tty/vt/keyboard.c).
  private static let leadingSpecials: Set<Int32> = [2, 3, 4, 6, 9, 10, 11, 12, 15, 16, 17, 18]

  /// Whether an action leads out: any console switch, or one of the specials above.
  public static func leadsOut(_ action: UInt16) -> Bool {
    let type = Int32(action >> 8)
    return type == kiosk_key_type_console
      || type == kiosk_key_type_special && leadingSpecials.contains(Int32(action & 0xFF))
  }

  /// Whether an action leads to another console: a certain one, the last, or the one before or after.
  public static func switches(_ action: UInt16) -> Bool {
    let type = Int32(action >> 8)
    return type == kiosk_key_type_console || type == kiosk_key_type_special && [6, 16, 17].contains(action & 0xFF)
  }

  /// Whether an action restarts the machine: Ctrl-Alt-Del's.
  public static func restarts(_ action: UInt16) -> Bool {
    Int32(action >> 8) == kiosk_key_type_special && action & 0xFF == 12
  }

  /// What tells of a key while the lock holds, and what that types; `nil`: it does nothing then.
  private static func telling(of action: UInt16) -> (action: UInt16, string: String)? {
    if switches(action) { return (told, HomeKey.switchSequence) }
    return restarts(action) ? (restartTold, HomeKey.restartSequence) : nil
  }

  /// Every entry that leads out, in order. The corresponding C function is `ioctl(KDGKBENT)`, once for each key of each
  /// table there is: some two thousand times.
  public static func leading(on console: Int32) throws(SystemFault) -> [Entry] {
    var entries: [Entry] = []
    for table in UInt8.min...UInt8.max {
      // What is told of key 0 is whether there is such a table.
      if try action(on: console, table, 0) == UInt16(kiosk_key_no_table) { continue }
      for key in UInt8(1)...UInt8.max {
        let action = try action(on: console, table, key)
        if leadsOut(action) { entries.append(Entry(table: table, key: key, action: action)) }
      }
    }
    return entries
  }

  /// What a key does. The corresponding C function is `ioctl(KDGKBENT)`.
  public static func action(on console: Int32, _ table: UInt8, _ key: UInt8) throws(SystemFault) -> UInt16 {
    let result = kiosk_keymap_get(console, Int32(table), Int32(key))
    let code = errno
    guard result >= 0 else { throw SystemFault(call: "ioctl(KDGKBENT)", code: code) }
    return UInt16(truncatingIfNeeded: result)
  }

  /// Changes what a key does. The corresponding C function is `ioctl(KDSKBENT)`.
  public static func set(_ entry: Entry, on console: Int32) throws(SystemFault) {
    let result = kiosk_keymap_set(console, Int32(entry.table), Int32(entry.key), Int32(entry.action))
    let code = errno
    guard result == 0 else { throw SystemFault(call: "ioctl(KDSKBENT)", code: code) }
  }

  /// Makes the keys of `entries` lead nowhere; stops at the first that cannot be changed. Those that led to another
  /// console or restarted the machine tell of themselves from now on, where the string for it is free; the others do nothing.
  public static func clear(_ entries: [Entry], on console: Int32) throws(SystemFault) {
    var begun: [UInt16: Bool] = [:]
    for entry in entries {
      var action = nothing
      if let telling = telling(of: entry.action) {
        let isTelling = begun[telling.action] ?? beginTelling(telling.action, telling.string, on: console)
        begun[telling.action] = isTelling
        if isTelling { action = telling.action }
      }
      try set(Entry(table: entry.table, key: entry.key, action: action), on: console)
    }
  }

  /// Gives back the actions of `entries` to those keys that still lead nowhere; what somebody else has given another
  /// action since is left alone. Then what the chords typed is typed by nothing any more. Goes on past failures and
  /// throws the first.
  public static func restore(_ entries: [Entry], on console: Int32) throws(SystemFault) {
    var fault: SystemFault?
    for entry in entries {
      do throws(SystemFault) {
        let now = try action(on: console, entry.table, entry.key)
        if now == nothing || now == telling(of: entry.action)?.action { try set(entry, on: console) }
      } catch { fault = fault ?? error }
    }
    for (action, typed) in [(told, HomeKey.switchSequence), (restartTold, HomeKey.restartSequence)] {
      do throws(SystemFault) {
        if string(action, on: console) == typed { try set("", for: action, on: console) }
      } catch { fault = fault ?? error }
    }
    if let fault { throw fault }
  }

  // MARK: - Strings

  /// Gives one of the keyboard's strings its meaning. A string that is somebody's is left alone, and none is written down
  /// first: only an empty one is ever taken.
  private static func beginTelling(_ action: UInt16, _ typed: String, on console: Int32) -> Bool {
    switch string(action, on: console) {
    case typed: return true
    case "": return (try? set(typed, for: action, on: console)) != nil
    default: return false
    }
  }

  /// What a key types whose action is to type a string; `nil`: it cannot be read. The corresponding C function is
  /// `ioctl(KDGKBSENT)`.
  public static func string(_ action: UInt16, on console: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: 513)
    guard kiosk_keymap_get_string(console, Int32(action & 0xFF), &bytes) == 0 else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Changes what such keys type; at most 511 bytes. The corresponding C function is `ioctl(KDSKBSENT)`.
  public static func set(_ string: String, for action: UInt16, on console: Int32) throws(SystemFault) {
    let result = kiosk_keymap_set_string(console, Int32(action & 0xFF), string)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "ioctl(KDSKBSENT)", code: code) }
  }

  /// The entries as a word for the journal: "12.83.524,12.111.524"; "-" for none.
  public static func text(_ entries: [Entry]) -> String {
    entries.isEmpty ? "-" : entries.map { "\($0.table).\($0.key).\($0.action)" }.joined(separator: ",")
  }

  /// Reads what `text` wrote; `nil`: it is nothing of the kind.
  public static func entries(_ text: String) -> [Entry]? {
    if text == "-" { return [] }
    var entries: [Entry] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, let table = UInt8(parts[0]), let key = UInt8(parts[1]), let action = UInt16(parts[2])
      else { return nil }
      entries.append(Entry(table: table, key: key, action: action))
    }
    return entries
  }
}
