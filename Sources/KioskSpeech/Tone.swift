import Glibc

/// The tones that tell right from wrong: two rising ones, short; a low one, longer.
enum Tone {
  /// The samples, `rate` a second.
  static func samples(right: Bool, rate: Int) -> [Int16] {
    right ? wave(880, 0.09, rate) + wave(1320, 0.12, rate) : wave(220, 0.4, rate)
  }

  /// A third of the loudest there is, risen to and fallen from over five milliseconds: a sudden end is heard as a click.
  private static func wave(_ hertz: Double, _ seconds: Double, _ rate: Int) -> [Int16] {
    let count = Int(seconds * Double(rate))
    let edge = max(1, rate / 200)
    return (0..<count).map { index in
      let loudness = min(1, Double(min(index, count - 1 - index)) / Double(edge))
      return Int16(sin(2 * Double.pi * hertz * Double(index) / Double(rate)) * loudness * 11_000)
    }
  }
}
