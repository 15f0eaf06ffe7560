/// How far apart two words are, in typing mistakes.
public enum Nearness {
  /// The number of letters to add, remove, change or swap with a neighbour to make one word of the other (optimal
  /// string alignment); more than `limit`: `nil`.
  public static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    if abs(a.count - b.count) > limit { return nil }
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      var best = i
      for j in 1...b.count {
        var cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { cost = min(cost, beforeLast[j - 2] + 1) }
        row.append(cost)
        best = min(best, cost)
      }
      if best > limit { return nil }
      beforeLast = last
      last = row
    }
    let distance = last[b.count]
    return distance <= limit ? distance : nil
  }

  /// The word that `word` was probably meant to be; `nil` where none is near. Case does not count.
  public static func nearest(to word: String, among words: [String]) -> String? {
    guard word.unicodeScalars.count <= 64 else { return nil }
    let typed = Array(word.lowercased().unicodeScalars)
    var best: (word: String, distance: Int)?
    for candidate in words {
      let limit = min(max(1, candidate.unicodeScalars.count / 3), 3, (best?.distance ?? 4) - 1)
      guard limit >= 0,
        let distance = distance(typed, Array(candidate.lowercased().unicodeScalars), limit: limit)
      else { continue }
      best = (candidate, distance)
    }
    return best?.word
  }
}
