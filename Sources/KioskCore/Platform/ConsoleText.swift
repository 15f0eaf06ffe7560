import CLinux
import Glibc

/// What a virtual console makes of bytes beyond ASCII: `unicode_start` has it read and show them as UTF-8, `unicode_stop` as
/// characters of one byte each (console_codes(4), ioctl_console(2)).
///
/// Everything here writes UTF-8, hosted programs included. So a console that was left in the other way is brought to this
/// one for as long as the program runs.
public struct ConsoleText {
  private let console: Int32

  /// Has `console` read and show UTF-8; `nil`: its keyboard says that it does already. Where only what is shown was changed
  /// (`ESC % @`), which no console tells, it is changed back for good.
  public init?(_ console: Int32) {
    try? TerminalDevice.write(console, "\u{1B}%G")
    guard kiosk_keyboard_mode(console) == K_XLATE, kiosk_set_keyboard_mode(console, K_UNICODE) == 0 else { return nil }
    self.console = console
  }

  /// As it was before.
  public func putBack() {
    _ = kiosk_set_keyboard_mode(console, K_XLATE)
    try? TerminalDevice.write(console, "\u{1B}%@")
  }
}
