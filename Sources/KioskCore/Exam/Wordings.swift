/// The texts of one list, to find in a single look one that is given again.
struct Wordings {
  private var variants: Set<LocalizedText.Variant> = []

  /// Whether `text` would look the same as one of them in some language.
  func holds(_ text: LocalizedText) -> Bool { text.variants.contains { variants.contains($0) } }

  /// Adds `text`. Returns whether it would look the same as one before.
  mutating func add(_ text: LocalizedText) -> Bool {
    let isKnown = holds(text)
    variants.formUnion(text.variants)
    return isKnown
  }
}
