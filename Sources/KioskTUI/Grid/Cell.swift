@_spi(_Unicode) import Swift

/// One column of one row, in eight bytes.
struct Cell: Equatable, Sendable {
  /// A Unicode scalar, or with the top bit set an index into the grid's clusters.
  var glyph: UInt32
  var style: Style
  /// Columns taken: 1, or 2 for a wide glyph; 0 is the second column of the wide glyph before it.
  var width: UInt8

  static let clusterBit: UInt32 = 0x8000_0000

  var isCluster: Bool { glyph & Cell.clusterBit != 0 }

  static func blank(_ style: Style = .normal) -> Cell { Cell(glyph: 0x20, style: style, width: 1) }
  static func tail(_ style: Style) -> Cell { Cell(glyph: 0x20, style: style, width: 0) }
}

/// A base character with its combining marks: at most five scalars, because that is what a cell of ncurses holds.
/// Kept in place (zero ends it), so that a cluster costs no allocation.
struct Cluster: Hashable, Sendable {
  static let limit = 5
  private(set) var scalars: SIMD8<UInt32> = .zero
  private(set) var count = 0

  init(_ base: UInt32) {
    scalars[0] = base
    count = 1
  }

  /// Adds a mark; a sixth and later ones are left out.
  mutating func append(_ mark: UInt32) {
    guard count < Cluster.limit else { return }
    scalars[count] = mark
    count += 1
  }

  /// The same character in as few scalars as there can be (NFC): a Linux console draws no mark upon a letter, but has
  /// most letters that bear one.
  var composed: Cluster {
    var text = String.UnicodeScalarView()
    for place in 0..<count { text.append(Unicode.Scalar(scalars[place]) ?? "\u{FFFD}") }
    var cluster: Cluster?
    for scalar in String(text)._nfc {
      if cluster == nil { cluster = Cluster(scalar.value) } else { cluster?.append(scalar.value) }
    }
    return cluster ?? self
  }
}
