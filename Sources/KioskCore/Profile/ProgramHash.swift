import CSodium
import Glibc

/// The SHA-256 (FIPS 180-4) of a program's file, as `sha256sum` tells it.
public enum ProgramHash {
  /// A larger file is not hashed: 1 GiB.
  public static let largest: Int64 = 1 << 30

  /// The hash of an open file from its offset on, 32 bytes. The corresponding C functions are `crypto_hash_sha256_init`,
  /// `_update` and `_final`.
  public static func sha256(of descriptor: Int32) throws(SystemFault) -> [UInt8] {
    var state = crypto_hash_sha256_state()
    crypto_hash_sha256_init(&state)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var total: Int64 = 0
    while true {
      let outcome = chunk.withUnsafeMutableBytes { buffer in
        Result { () throws(SystemFault) -> Int in try Files.read(descriptor, into: buffer) }
      }
      let count = try outcome.get()
      if count == 0 { break }
      total += Int64(count)
      if total > largest { throw SystemFault(call: "read", code: EFBIG) }
      crypto_hash_sha256_update(&state, chunk, UInt64(count))
    }
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256_final(&state, &digest)
    return digest
  }

  /// The hash of the regular file at `path`.
  public static func sha256(ofFile path: String) throws(SystemFault) -> [UInt8] {
    let descriptor = try Files.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    defer { Files.close(descriptor) }
    guard try Files.status(of: descriptor).isRegular else {
      throw SystemFault(call: "open", subject: path, code: ENXIO)
    }
    return try sha256(of: descriptor)
  }
}

extension Profile {
  /// Whether the profile lists the program at `path`, and its file is the one listed.
  public func listing(of path: String) -> Grant {
    guard let entry = allowList.first(where: { $0.path == path }) else {
      return .withheld(path.isEmpty ? "" : "\(ScreenText.fitted(path)) is not listed")
    }
    do throws(SystemFault) {
      guard try ProgramHash.sha256(ofFile: path) == entry.hash else {
        return .withheld("\(ScreenText.fitted(path)) is listed, but its file is not the one that was")
      }
      return .given(ScreenText.fitted(path))
    } catch { return .withheld("\(ScreenText.fitted(path)) cannot be read (\(error.reason))") }
  }
}
