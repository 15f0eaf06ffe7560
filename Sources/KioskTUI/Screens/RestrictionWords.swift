import KioskCore

extension RestrictionReport {
  /// Its words and why that is not enough where it is required.
  var wordsWithState: String {
    guard words == id.words else { return words }
    switch state {
    case .off: return "\(id.words): off"
    case .requested: return "\(id.words): asked for, cannot be confirmed"
    case .detected: return "\(id.words): only noticed, not prevented"
    case .enforced, .absent, .unavailable: return id.words
    }
  }

  /// Its words with the reason or the finding: "pasting: no answer from the terminal".
  var words: String { detail.isEmpty ? id.words : "\(id.words): \(detail)" }

  /// The reason, the finding, or both; empty: the state says it all.
  var detail: String {
    guard case .unavailable(let reason) = state, !reason.isEmpty else { return finding }
    return finding.isEmpty || finding == reason ? reason : "\(reason); \(finding)"
  }
}
