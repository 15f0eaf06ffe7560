import Testing

@testable import KioskCore

@Test func threeThirdsOfAPointAreWrittenAsTheyWereGiven() {
  let third = Points.one.share(Fraction(raw: 33_333))
  #expect(third.decimal == "0.33333")
  #expect((third + third + third).decimal == "0.99999")
}

@Test func aPersonReadsPointsWithTwoDecimals() {
  #expect(Points(hundredThousandths: 33_333).short == "0.33")
  #expect(Points(hundredThousandths: 99_999).short == "1")
  #expect(Points(hundredThousandths: 450_000).short == "4.5")
}

@Test func halfOfTheLastDecimalIsRoundedAwayFromZero() {
  let half = Points(raw: 50_000)
  #expect(half.decimal == "0.00001" && Points(raw: -50_000).decimal == "-0.00001")
  #expect(Points(raw: 49_999).decimal == "0" && Points(raw: -49_999).decimal == "0")
  #expect(Points(hundredThousandths: 500).short == "0.01" && Points(hundredThousandths: 499).short == "0")
}
