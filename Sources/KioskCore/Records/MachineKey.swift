import CSodium
import Glibc

// MUST: the secret key is in memory only inside `SecretBytes`, and in a file only with mode 0600.

/// Bytes in locked memory between guard pages, wiped when let go of. The corresponding C functions are `sodium_malloc`
/// and `sodium_free`.
final class SecretBytes {
  let bytes: UnsafeMutableRawBufferPointer
  let pointer: UnsafeMutablePointer<UInt8>

  /// `nil` where no memory can be locked.
  init?(count: Int) {
    guard sodium_init() >= 0, let memory = sodium_malloc(count) else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
    pointer = memory.bindMemory(to: UInt8.self, capacity: count)
  }

  deinit { sodium_free(bytes.baseAddress) }
}

/// The machine's Ed25519 key (RFC 8032), with which ended attempts are sealed. Made at first use; whoever can read its
/// file could forge results, so it belongs to the guardian's user alone.
public final class MachineKey {
  /// The public half, 32 bytes: what a teacher keeps elsewhere to check results against.
  public let publicKey: [UInt8]
  private let secret: SecretBytes

  private init(secret: SecretBytes) {
    self.secret = secret
    // libsodium's secret key is the seed and then the public key.
    publicKey = Array(secret.bytes[32..<64])
  }

  /// The key of `folder`, made where there is none. When two processes come first at once, one key is made.
  public static func load(_ folder: DataFolder) throws(StoreFault) -> MachineKey { try load(folder.key) }

  /// The key in the file at `path`, made where there is none: a machine's, or an issuer's.
  public static func load(_ path: String) throws(StoreFault) -> MachineKey {
    do throws(SystemFault) {
      if let key = try read(path) { return key }
      try make(path)
      if let key = try read(path) { return key }
      throw SystemFault(call: "open", subject: path, code: ENOENT)
    } catch {
      if let odd = OddFile(path) { throw .odd(odd) }
      if error.code == EBADMSG { throw .corrupt("\(path) is no key of kiosk's") }
      throw StoreFault(error)
    }
  }

  /// The public half of `folder`'s key, or `nil` where none was ever made.
  public static func publicKey(_ folder: DataFolder) throws(StoreFault) -> [UInt8]? {
    do throws(SystemFault) {
      return try read(folder.key)?.publicKey
    } catch {
      if let odd = OddFile(folder.key) { throw .odd(odd) }
      if error.code == EBADMSG { throw .corrupt("\(folder.key) is no key of kiosk's") }
      throw StoreFault(error)
    }
  }

  /// A public key from 64 hexadecimal digits; `nil` where the text is something else.
  public static func publicKey(hex text: String) -> [UInt8]? {
    Digest.bytes(text).flatMap { $0.count == 32 ? $0 : nil }
  }

  /// A public key as 64 hexadecimal digits.
  public static func hex(_ key: [UInt8]) -> String { Digest.hex(key) }

  private static func read(_ path: String) throws(SystemFault) -> MachineKey? {
    let descriptor: Int32
    do {
      // A pipe is not waited for.
      descriptor = try Files.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    defer { Files.close(descriptor) }
    guard let secret = SecretBytes(count: 64) else {
      throw SystemFault(call: "sodium_malloc", code: ENOMEM)
    }
    guard try Files.read(descriptor, into: secret.bytes) == 64, try Files.status(of: descriptor).size == 64 else {
      throw SystemFault(call: "read", subject: path, code: EBADMSG)
    }
    return MachineKey(secret: secret)
  }

  private static func make(_ path: String) throws(SystemFault) {
    guard let secret = SecretBytes(count: 64) else { throw SystemFault(call: "sodium_malloc", code: ENOMEM) }
    var publicKey = [UInt8](repeating: 0, count: 32)
    crypto_sign_keypair(&publicKey, secret.pointer)
    let draft = "\(path).\(getpid()).new"
    try? Files.unlink(draft)
    let descriptor = try Files.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    do throws(SystemFault) {
      defer { Files.close(descriptor) }
      if try Files.write(descriptor, UnsafeRawBufferPointer(secret.bytes)) != 64 {
        throw SystemFault(call: "write", subject: path, code: ENOSPC)
      }
      try Files.fsync(descriptor)
      // Linked, not renamed: where another process made a key meanwhile, that one stays.
      try Files.link(draft, to: path)
    } catch {
      try? Files.unlink(draft)
      if error.code == EEXIST { return }
      throw error
    }
    try? Files.unlink(draft)
    try Files.syncDirectory(of: path)
  }

  /// The signature of `message`, 64 bytes. The corresponding C function is `crypto_sign_detached`.
  func sign(_ message: [UInt8]) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: 64)
    crypto_sign_detached(
      &signature, nil, message, UInt64(message.count), secret.pointer)
    return signature
  }

  /// Whether `signature` of `message` was made with the key whose public half is `publicKey`. The corresponding C
  /// function is `crypto_sign_verify_detached`.
  static func verify(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
    signature.count == 64 && publicKey.count == 32
      && crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
  }
}
