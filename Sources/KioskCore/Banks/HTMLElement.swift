extension HTMLText {
  /// What is done about an element.
  enum Element {
    case block, breaking, item, list, cell, row, strong, emphasised, raised, lowered, rule, image, media, dropped,
      inline
    case preformatted

    init?(_ name: String) {
      switch name {
      case "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "section", "article", "center", "figure",
        "figcaption", "dl", "dt", "dd", "address", "fieldset", "form", "header", "footer", "table", "tbody", "thead",
        "tfoot", "caption", "html", "body":
        self = .block
      case "br": self = .breaking
      case "li": self = .item
      case "ul", "ol": self = .list
      case "td", "th": self = .cell
      case "tr": self = .row
      case "b", "strong": self = .strong
      case "i", "em": self = .emphasised
      case "sup": self = .raised
      case "sub": self = .lowered
      case "hr": self = .rule
      case "img": self = .image
      case "audio", "video", "source", "iframe", "object", "embed", "svg", "canvas": self = .media
      case "script", "style", "head", "title": self = .dropped
      case "pre": self = .preformatted
      case "span", "a", "u", "s", "font", "code", "tt", "kbd", "samp", "var", "small", "big", "strike", "del", "ins",
        "abbr", "acronym", "cite", "q", "label", "mark", "o:p", "bdi", "bdo", "dfn", "nobr", "wbr", "col", "colgroup",
        "input", "select", "option", "button", "math":
        self = .inline
      default: return nil
      }
    }

    var isVoid: Bool { self == .breaking || self == .image || self == .rule }
  }
}
