import CLinux
import Glibc

/// Who decides whether a virtual console may be left.
///
/// MUST be used on the main thread alone: the kernel forgets an owner whose thread has ended.
public enum Console {
  /// From now on this process is asked, by `Signals.consoleSwitch`, before anyone leaves the console.
  /// An ordinary user may do so on his own terminal. The corresponding C function is `ioctl(VT_SETMODE)`.
  public static func own(_ console: Int32) throws(SystemFault) {
    let result = kiosk_vt_own(console, Signals.consoleSwitch)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "ioctl(VT_SETMODE)", code: code) }
  }

  /// The kernel decides again. The corresponding C function is `ioctl(VT_SETMODE)`.
  public static func disown(_ console: Int32) throws(SystemFault) {
    let result = kiosk_vt_disown(console)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "ioctl(VT_SETMODE)", code: code) }
  }

  /// Sounds the machine's speaker, where it has one; whether this is a console that may. It does not wait for the end of the
  /// tone. The corresponding C function is `ioctl(KDMKTONE)`; the kernel takes the length of a wave in ticks of 1,193,182 Hz.
  public static func sound(_ console: Int32, hertz: Int32, milliseconds: Int32) -> Bool {
    kiosk_sound(console, 1_193_182 / max(1, hertz), milliseconds) == 0
  }

  /// Whether a process is asked. The corresponding C function is `ioctl(VT_GETMODE)`.
  public static func isOwned(_ console: Int32) -> Bool { kiosk_vt_is_owned(console) == 1 }

  /// The signal by which a process is asked before the console is left; `nil`: none is. The corresponding C function is
  /// `ioctl(VT_GETMODE)`.
  public static func ownerSignal(_ console: Int32) -> Int32? {
    let signal = kiosk_vt_owner_signal(console)
    return signal > 0 ? signal : nil
  }

  /// Answers "no"; `false` where nobody had asked. The corresponding C function is `ioctl(VT_RELDISP, 0)`.
  @discardableResult
  public static func refuseSwitch(_ console: Int32) -> Bool { kiosk_vt_refuse_switch(console) == 0 }
}
