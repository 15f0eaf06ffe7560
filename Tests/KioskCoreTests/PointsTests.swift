import Testing

@testable import KioskCore

@Test func threeThirdsOfAPointAreWrittenAsTheyWereGiven() {
  let third = Points.one.share(Fraction(raw: 33_333))
  #expect(third.decimal == "0.33333")
  #expect((third + third + third).decimal == "0.99999")
}
