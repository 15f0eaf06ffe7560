import CLinux
import Glibc
import KioskCore

/// What a terminal tells of its keyboard. Only a Linux console tells anything; an emulator keeps it to itself.
enum Keyboard {
  /// In words for the consent screen; empty where the terminal tells nothing.
  static func describe(_ terminal: Int32) -> String {
    var leds: UInt8 = 0
    // KDGKBLED of ioctl_console(2): the lock keys' state; fails with ENOTTY elsewhere.
    guard ioctl(terminal, UInt(KDGKBLED), &leds) == 0 else { return "" }
    let capsLock = leds & UInt8(LED_CAP) != 0 ? "Caps Lock is on" : "Caps Lock is off"
    guard let layout = layout() else { return capsLock }
    return "Layout \(layout), \(capsLock)"
  }

  /// The layout that keyboard(5) of Debian sets on every console.
  private static func layout() -> String? {
    guard let bytes = try? Files.contents("/etc/default/keyboard") else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("XKBLAYOUT=") {
      let value = line.dropFirst("XKBLAYOUT=".count).filter { $0 != "\"" && $0 != "'" }
      return value.isEmpty ? nil : ScreenText.fitted(value)
    }
    return nil
  }
}
