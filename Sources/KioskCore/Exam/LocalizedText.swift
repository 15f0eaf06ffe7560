/// Text as an exam file gives it: one string, or one string a language.
///
/// Control characters are removed when the text is loaded, so what is held here is safe to draw.
public struct LocalizedText: Equatable, Hashable, Sendable {
  /// One wording.
  public struct Variant: Equatable, Hashable, Sendable {
    /// BCP 47 language tag; empty where the file gave a plain string.
    public let language: String
    /// The wording, in NFC.
    public let text: String

    /// Makes one wording of `language` (empty: any language).
    public init(language: String, text: String) {
      self.language = language
      self.text = text
    }
  }

  /// The wordings in file order; never empty.
  public let variants: [Variant]

  /// A plain string, meant for every language.
  public init(_ text: String) {
    variants = [Variant(language: "", text: text)]
  }

  /// One wording a language; `nil` where the list is empty.
  public init?(variants: [Variant]) {
    if variants.isEmpty { return nil }
    self.variants = variants
  }

  /// The wording for `language`: that tag, else its primary subtag ("en" for "en-GB"), else the first.
  public func text(in language: String) -> String {
    let primary = language.prefix { $0 != "-" && $0 != "_" }
    let match =
      variants.first { $0.language == language } ?? variants.first { $0.language == primary } ?? variants.first
    return match?.text ?? ""
  }

  /// Every wording, in file order: for an answer, each of them is right.
  public var all: [String] { variants.map(\.text) }
}
