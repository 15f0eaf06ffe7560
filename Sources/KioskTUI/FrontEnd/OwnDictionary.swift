import KioskCore
import KioskPage

/// What kiosk itself knows of a word: the exam's definition of one to be spelt, and the gazetteer's of a place.
enum OwnDictionary {
  static func lines(on spelling: Spelling, _ language: String) -> [PageLine] {
    var lines = [PageLine(.source, "This exam"), PageLine(.word, spelling.word)]
    var kind = spelling.partOfSpeech.map { $0.text(in: language) } ?? ""
    if let pronunciation = spelling.pronunciation { kind += (kind.isEmpty ? "" : " · ") + "/\(pronunciation)/" }
    for text in [kind, spelling.definition.text(in: language), spelling.sentence.text(in: language)] where !text.isEmpty
    {
      lines.append(PageLine(.text, text))
    }
    if let origin = spelling.origin { lines.append(PageLine(.text, "Origin: " + origin.text(in: language))) }
    return lines
  }

  /// A place, by its name or its capital's; else names much like it.
  static func lines(on word: String, _ gazetteer: Gazetteer) -> [PageLine] {
    switch gazetteer.lookUp(word) {
    case .found(let places): [PageLine(.source, "Gazetteer")] + places.flatMap(lines)
    case .near(let names): names.isEmpty ? [] : [.near(names)]
    }
  }

  private static func lines(on place: Gazetteer.Place) -> [PageLine] {
    var lines = [PageLine(.word, place.name)]
    if !place.also.isEmpty { lines.append(PageLine(.text, "Also: \(place.also.joined(separator: ", "))")) }
    // Several capitals are one text in the gazetteer.
    let capitals = place.capital.split(separator: ",").map { "{\(String($0).trimmingSpaces)}" }
    lines.append(PageLine(.text, "Capital: \(capitals.joined(separator: ", "))"))
    lines.append(PageLine(.text, "Continent: \(place.continent)"))
    lines.append(
      PageLine(
        .text,
        place.neighbours.isEmpty
          ? "No neighbours by land"
          : "Neighbours: " + place.neighbours.map { "{\($0)}" }.joined(separator: ", ")))
    return lines
  }
}

extension String {
  /// Without spaces at either end.
  fileprivate var trimmingSpaces: String { split(separator: " ").joined(separator: " ") }
}
