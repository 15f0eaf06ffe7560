import CSodium

/// A passcode on its way: at most 256 bytes of UTF-8 in memory that is locked, lies between guard pages and is wiped when
/// the last copy goes. It never shows itself: neither `print` nor a failed test says more than how long it is.
///
/// MUST: bytes leave it only through `withBytes`, and no caller keeps them.
public struct Secret: Equatable, Sendable {
  /// The most bytes it takes; what is beyond is refused, never cut.
  public static let capacity = 256

  /// Written to by one owner alone: a second copy gets memory of its own first.
  private final class Store: @unchecked Sendable {
    let memory: SecretBytes
    var count = 0

    init?() {
      guard let memory = SecretBytes(count: Secret.capacity) else { return nil }
      self.memory = memory
    }

    var copy: Store? {
      guard let other = Store() else { return nil }
      other.memory.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory.bytes[..<count]))
      other.count = count
      return other
    }
  }

  private var store: Store?

  /// Nothing typed yet: no memory is taken.
  public init() {}

  /// Takes `bytes`; `nil` where there are too many, or no memory can be had.
  public init?(_ bytes: some Collection<UInt8>) {
    guard append(bytes) else { return nil }
  }

  /// How many bytes it holds.
  public var count: Int { store?.count ?? 0 }
  /// Whether nothing has been typed.
  public var isEmpty: Bool { count == 0 }

  /// How many code points it holds: one bullet each on the screen.
  public var length: Int { withBytes { bytes in bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } } }

  /// Adds bytes at the end; `false`, and nothing is changed, where they do not fit.
  @discardableResult
  public mutating func append(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    guard count + bytes.count <= Secret.capacity, own(), let store else { return false }
    for byte in bytes {
      store.memory.bytes[store.count] = byte
      store.count += 1
    }
    return true
  }

  /// Takes the last code point away.
  public mutating func deleteBackward() {
    guard !isEmpty, own(), let store else { return }
    while store.count > 0 {
      store.count -= 1
      let byte = store.memory.bytes[store.count]
      store.memory.bytes[store.count] = 0
      if byte & 0xC0 != 0x80 { return }
    }
  }

  /// Forgets everything; the memory is wiped where no copy is left.
  public mutating func clear() { store = nil }

  /// Looks at the bytes.
  public func withBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    guard let store else { return body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    return body(UnsafeRawBufferPointer(rebasing: store.memory.bytes[..<store.count]))
  }

  /// Whether it is UTF-8 without control characters: what can be typed.
  public var isText: Bool {
    withBytes { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && String(validating: bytes, as: UTF8.self) != nil
    }
  }

  /// The same passcode whatever keyboard it was typed on: in NFC (Unicode Standard Annex 15).
  public var composed: Secret? {
    withBytes { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) { return self }
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      return Secret(ScreenText.composed(text).utf8)
    }
  }

  /// Compares without telling by the time it takes where they differ. The corresponding C function is `sodium_memcmp`.
  public static func == (one: Secret, other: Secret) -> Bool {
    one.withBytes { left in
      other.withBytes { right in
        guard left.count == right.count, let start = left.baseAddress, let end = right.baseAddress else {
          return left.count == right.count
        }
        return sodium_memcmp(start, end, left.count) == 0
      }
    }
  }

  private mutating func own() -> Bool {
    guard let present = store else {
      store = Store()
      return store != nil
    }
    if isKnownUniquelyReferenced(&store) { return true }
    guard let copy = present.copy else { return false }
    store = copy
    return true
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// How long it is, and nothing else.
  public var description: String { "a secret of \(count) bytes" }
  /// Nothing to look into.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Memory {
  /// Overwrites bytes in a way no compiler leaves out. The corresponding C function is `sodium_memzero`.
  public static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
    if let start = bytes.baseAddress { sodium_memzero(start, bytes.count) }
  }

  /// Overwrites an array that nobody else holds, and empties it.
  public static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { wipe($0) }
    bytes.removeAll(keepingCapacity: true)
  }
}
