import CHarness
import Glibc
import KioskCore
import Testing

/// Everything of the machine that a lock on a console changes, as it stands.
struct MachineSnapshot: Equatable, CustomTestStringConvertible {
  var sysRq: [UInt8]?
  var printk: [UInt8]?
  var blanking: [UInt8]?
  /// Every action of every table of the keyboard.
  var keymap: [UInt16]

  /// What each of the keyboard's strings is.
  var strings: [String?]

  /// As it stands now. The console is opened anew: one that was open when its session ended answers no more.
  init() {
    let console = open("/dev/tty0", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(console) }
    sysRq = try? KernelSetting.sysRq.bytes()
    printk = try? KernelSetting.printk.bytes()
    blanking = try? KernelSetting.consoleBlank.bytes()
    strings = (0...255).map { ConsoleKeymap.string($0, on: console) }
    keymap = []
    for table in UInt8.min...UInt8.max {
      for key in UInt8.min...UInt8.max {
        keymap.append((try? ConsoleKeymap.action(on: console, table, key)) ?? 0)
        if key == 0, keymap.last == 0x27f { break }
      }
    }
  }
  /// Sixty thousand numbers tell a reader nothing.
  var testDescription: String { "the settings of this machine" }

  /// What is not as it was before: "printk: 0 4 1 7, was 7 4 1 7".
  func differences(from before: MachineSnapshot) -> [String] {
    func told(_ name: String, _ one: [UInt8]?, _ other: [UInt8]?) -> [String] {
      if one == other { return [] }
      let words = [one, other].map { $0.map { String(decoding: $0.dropLast(), as: UTF8.self) } ?? "nothing" }
      return ["\(name): \(words[0]), was \(words[1])"]
    }
    var found = told("sysrq", sysRq, before.sysRq) + told("printk", printk, before.printk)
    found += told("blanking", blanking, before.blanking)
    if keymap != before.keymap {
      let places = zip(keymap, before.keymap).enumerated().filter { $1.0 != $1.1 }
      let first = places.prefix(4).map { "entry \($0) is \($1.0), was \($1.1)" }.joined(separator: "; ")
      found.append("keymap: \(keymap.count) entries, \(before.keymap.count) before, \(places.count) differ: \(first)")
    }
    for (number, pair) in zip(strings, before.strings).enumerated() where pair.0 != pair.1 {
      found.append("string \(number): \(pair.0 ?? "-"), was \(pair.1 ?? "-")".debugDescription)
    }
    return found
  }
}
