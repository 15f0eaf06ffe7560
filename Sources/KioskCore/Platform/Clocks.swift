import CLinux
import Glibc

/// The machine's clocks and its randomness.
public enum Clocks {
  /// The time of day. The corresponding C function is `clock_gettime(CLOCK_REALTIME)`, which cannot fail.
  public static func wall() -> WallTime { WallTime(milliseconds: milliseconds(CLOCK_REALTIME)) }

  /// Time since boot, suspend included: what durations are measured with. The corresponding C function is
  /// `clock_gettime(CLOCK_BOOTTIME)`, which cannot fail.
  public static func boot() -> Moment { Moment(milliseconds: milliseconds(CLOCK_BOOTTIME)) }

  /// Milliseconds this machine has been suspended since boot: CLOCK_BOOTTIME less CLOCK_MONOTONIC.
  public static func suspended() -> Int64 {
    let awake = milliseconds(CLOCK_MONOTONIC)
    return max(0, milliseconds(CLOCK_BOOTTIME) - awake)
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// Randomness from the kernel.
public enum Randomness {
  /// `count` random bytes, at most 256, so that the kernel gives them whole. The corresponding C function is
  /// `getrandom`; it waits only where the kernel's pool was never seeded, early in boot.
  public static func bytes(_ count: Int) throws(SystemFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(max(count, 0), 256))
    while true {
      let got = getrandom(&bytes, bytes.count, 0)
      let code = errno
      if got == bytes.count { return bytes }
      if got >= 0 || code != EINTR { throw SystemFault(call: "getrandom", code: got < 0 ? code : EIO) }
    }
  }

  /// 64 random bits, as a seed.
  public static func seed() throws(SystemFault) -> UInt64 {
    try bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
