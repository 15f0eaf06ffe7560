import Testing

@testable import KioskCore

private func number(_ text: String, _ units: [String] = [], _ language: String = "en") -> String? {
  NumberReading.number(in: text, units: units, language: language)?.decimal
}

@Test(arguments: [
  ("47", "47"), (" 47 ", "47"), ("-3", "-3"), ("\u{2212}3", "-3"), ("– 3", "-3"), ("+3", "3"), ("3,5", "3.5"),
  ("3.50", "3.5"),
  (".5", "0.5"), (",5", "0.5"), ("5.", "5"), ("1 234", "1234"), ("1\u{202F}234\u{202F}567,8", "1234567.8"),
  ("1\u{A0}000", "1000"),
  ("1'234.5", "1234.5"), ("1’234", "1234"), ("1,234", "1234"), ("1,234,567", "1234567"), ("1,234.5", "1234.5"),
  ("1.234,5", "1234.5"), ("1.234.567", "1234567"), ("12,34,567", "1234567"), ("1.234", "1.234"), ("0,123", "0.123"),
  ("3e5", "300000"), ("3E-2", "0.03"), ("3,2 × 10^5", "320000"), ("3.2x10^5", "320000"), ("3*10^\u{2212}2", "0.03"),
  ("6,4 × 10³", "6400"), ("2×10⁻²", "0.02"), ("٤٧", "47"), ("٣٫٥", "3.5"), ("४७", "47"), ("４７", "47"), ("000", "0"),
  ("-0", "0"),
])
func aNumberIsReadAsPeopleTypeIt(_ text: String, _ value: String) {
  #expect(number(text) == value)
}

@Test(arguments: [
  "", "x", "4 7", "1 23", "1,23,4", "1.2.3", "1,2,3.4,5", "--3", "3e", "e5", "3 x 5", "forty", "4-7", "5²", "10³",
  "12 km",
])
func whatIsNoNumberIsNotRead(_ text: String) {
  #expect(number(text) == nil)
}

@Test func aCommaBeforeThreeDigitsGoesByTheLanguage() {
  #expect(number("1,234", [], "en-GB") == "1234")
  #expect(number("1,234", [], "de") == "1.234")
  #expect(number("12,5", [], "en") == "12.5")
}

@Test func theUnitMayBeWrittenOrNot() {
  #expect(number("47 °", ["°"]) == "47" && number("47°", ["°"]) == "47" && number("47", ["°"]) == "47")
  #expect(number("1 250 KM", ["km"]) == "1250" && number("€ 5", ["€"]) == "5")
  #expect(number("km", ["km"]) == nil && number("5 mi", ["km"]) == nil)
}

@Test func decimalsAreExact() throws {
  func decimal(_ text: String) throws -> Decimal64 { try #require(Decimal64(text)) }
  #expect(try decimal("0.1").adding(decimal("0.2")) == decimal("0.3"))
  #expect(
    try decimal("1.0") == decimal("1") && decimal("1e2") == decimal("100") && decimal("1e30") == decimal("1000e27"))
  #expect(try decimal("-1") < decimal("0.0001") && decimal("9e18") < decimal("1e19") && decimal("-2") < decimal("-1"))
  #expect(try decimal("0.30000000000000001") > decimal("0.3"))
  #expect(try !(decimal("1e-18") < decimal("1e-18")) && decimal("1e-18") < decimal("1e18"))
  #expect(try decimal("9223372036854775807").decimal == "9223372036854775807")
  #expect(
    try decimal("-12.50").decimal == "-12.5" && decimal("0.05").decimal == "0.05" && decimal("3e3").decimal == "3000")
  #expect(Decimal64("92233720368547758079") == nil && Decimal64("1e40") == nil && Decimal64("1e-19") == nil)
  #expect(Decimal64("1.") != nil && Decimal64(".") == nil && Decimal64("-") == nil && Decimal64("1e") == nil)
}

@Test func aNumberIsRightUpToBothEndsOfItsRange() throws {
  let value = try #require(Decimal64("0.3"))
  let half = try #require(Decimal64("0.15"))
  let question = Question(
    id: "q", prompt: LocalizedText("?"), points: .one,
    kind: .numerical(
      answers: [
        NumericalAnswer(low: value, high: value, value: value),
        NumericalAnswer(low: half, high: value, value: nil, fraction: Fraction(raw: 50_000)),
      ], unit: nil))
  let mark = { (text: String) in Marker.mark(question, .text(text)) }
  #expect(mark("0,30").outcome == .right && mark("0,30").rule == "exactly 0.3" && mark("0,30").normalised == "0.3")
  #expect(mark("0.15").points?.decimal == "0.5" && mark("0.29999").points?.decimal == "0.5")
  #expect(mark("0.14999999999999999").outcome == .wrong && mark("0.14").rule == "outside every listed range")
  #expect(mark("many").rule == "not a number")
}
