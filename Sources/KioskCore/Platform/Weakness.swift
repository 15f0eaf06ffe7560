import Glibc

/// A part of the lock that a test has switched off, to see that the attack on it is then reported as an escape: an
/// attack that cannot succeed proves nothing.
///
/// MUST NOT exist in a release: there `isOn` is `false` for ever and no word of this is in the program.
public enum Weakness: String, CaseIterable, Sendable {
  /// Home keys lead out.
  case home
  /// Signals are not blocked.
  case signals
  /// The lock ends with its front end.
  case frontEnd
  /// A stopped front end stays stopped.
  case stopped
  /// Both processes can be traced and read.
  case dumpable
  /// The front end keeps the right to start programs.
  case programs
  /// What is pasted is typed.
  case paste
  /// The clipboard is not cleared.
  case clipboard
  /// Nobody looks for multiplexers.
  case multiplexer
  /// The console is not held.
  case consoleSwitch
  /// A console that was given back to the kernel from outside is not held again.
  case consoleAgain
  /// `kiosk passcode set` looks at no live lock.
  case passcode
  /// `kiosk profile remove` looks at no live lock, nor at who runs it.
  case profile
  /// `kiosk release` looks at no live lock.
  case release
  /// Open attempts are shown with what tells their keys.
  case results

  /// The environment variable that names them, separated by commas.
  public static let variable = "KIOSK_WEAKEN"

  #if DEBUG
    private static let chosen: Set<String> = {
      guard let words = getenv(variable) else { return [] }
      return Set(String(cString: words).split(separator: ",").map(String.init))
    }()

    /// Whether this part is switched off.
    public var isOn: Bool { Weakness.chosen.contains(rawValue) }
  #else
    /// Whether this part is switched off: never.
    @inlinable public var isOn: Bool { false }
  #endif
}
