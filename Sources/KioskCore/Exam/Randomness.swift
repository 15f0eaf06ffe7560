/// A source of numbers made from a seed: xoshiro256** seeded by SplitMix64 (Blackman and Vigna, 2018; both in the public
/// domain). The same seed gives the same numbers for ever, on every machine: attempts are composed again from it.
public struct SeededRandom: Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Starts from `seed`; any seed will do, 0 as well.
  public init(seed: UInt64) {
    var mix = seed
    func next() -> UInt64 {
      mix &+= 0x9E37_79B9_7F4A_7C15
      var z = mix
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    state = (next(), next(), next(), next())
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    let product = state.1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = state.3 << 45 | state.3 >> 19
    return result
  }

  /// A number from 0 up to but not including `bound`, each as likely as the others (Lemire, 2019); 0 where `bound` is 0.
  public mutating func below(_ bound: Int) -> Int {
    guard bound > 1 else { return 0 }
    let range = UInt64(bound)
    var product = next().multipliedFullWidth(by: range)
    if product.low < range {
      let threshold = (0 &- range) % range
      while product.low < threshold { product = next().multipliedFullWidth(by: range) }
    }
    return Int(product.high)
  }

  /// Mixes a list (Fisher and Yates, from the end).
  public mutating func shuffle<Element>(_ list: inout [Element]) {
    guard list.count > 1 else { return }
    for last in stride(from: list.count - 1, to: 0, by: -1) {
      list.swapAt(last, below(last + 1))
    }
  }
}
