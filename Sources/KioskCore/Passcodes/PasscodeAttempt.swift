import Glibc

/// One passcode being checked. It is charged as wrong, on the disk, before it is looked at, and the charge taken back when
/// it was right: whoever kills the program half-way has gained nothing. While it lives no other attempt can begin, in this
/// process or another.
public final class PasscodeAttempt {
  /// What came of asking for one.
  public enum Beginning {
    /// It may be checked.
    case allowed(PasscodeAttempt)
    /// Not for so many milliseconds.
    case tooSoon(Int64)
    /// Another is being checked right now.
    case busy
    /// There is no proctor.
    case noneSet
    /// The files cannot be had.
    case fault(Passcodes.Fault)
  }

  /// Whom it is checked against.
  public let passcodes: Passcodes
  private let descriptor: Int32
  private let before: BackOff
  private let charged: BackOff

  private init(_ passcodes: Passcodes, _ descriptor: Int32, before: BackOff, charged: BackOff) {
    self.passcodes = passcodes
    self.descriptor = descriptor
    self.before = before
    self.charged = charged
  }

  deinit { Files.closeLocked(descriptor) }

  /// Begins an attempt in `folder`.
  public static func begin(_ folder: DataFolder) -> Beginning {
    let passcodes: Passcodes
    do throws(Passcodes.Fault) {
      passcodes = try Passcodes.read(folder)
    } catch { return .fault(error) }
    if passcodes.proctors.isEmpty { return .noneSet }
    do throws(SystemFault) {
      let descriptor = try Files.open(folder.passcodeWait, O_RDWR | O_CREAT | O_NOFOLLOW)
      do throws(SystemFault) {
        guard try Files.lock(descriptor) else {
          Files.close(descriptor)
          return .busy
        }
        let before = try BackOff(line: Files.contents(of: descriptor, limit: 4096))
        let now = BackOff.Now.present
        let left = before.left(now)
        if left > 0 {
          Files.closeLocked(descriptor)
          return .tooSoon(left)
        }
        var charged = before
        charged.charge(now)
        try write(charged, descriptor)
        return .allowed(PasscodeAttempt(passcodes, descriptor, before: before, charged: charged))
      } catch {
        Files.close(descriptor)
        throw error
      }
    } catch { return .fault(.system(error)) }
  }

  /// Judges; changes nothing on the disk. Takes a fifth of a second a proctor.
  public func judge(_ passcode: Secret, of name: String?) -> PasscodeVerdict { passcodes.judge(passcode, of: name) }

  /// Writes down what came of it. Returns how long to wait before the next, in milliseconds.
  public func settle(_ verdict: PasscodeVerdict) -> Int64 {
    switch verdict {
    case .right:
      try? Self.write(BackOff(), descriptor)
      return 0
    case .wrong: return charged.left(.present)
    case .unknown:
      try? Self.write(before, descriptor)
      return 0
    }
  }

  /// How long `folder` makes everyone wait now, in milliseconds. Charges nothing.
  public static func wait(_ folder: DataFolder) -> Int64 {
    guard let line = try? Files.contents(folder.passcodeWait, limit: 4096) else { return 0 }
    return BackOff(line: line).left(.present)
  }

  private static func write(_ backOff: BackOff, _ descriptor: Int32) throws(SystemFault) {
    try Files.writeAll(descriptor, backOff.line, at: 0)
    try Files.fdatasync(descriptor)
  }
}

extension BackOff.Now {
  /// Now, on this machine.
  public static var present: BackOff.Now {
    let bytes = (try? Files.contents("/proc/sys/kernel/random/boot_id", limit: 64)) ?? []
    let boot = String(decoding: bytes.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    return BackOff.Now(moment: Clocks.boot(), wall: Clocks.wall(), boot: boot)
  }
}
