import Testing

@testable import KioskCore

@Test(
  arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400_000, "2000-02-29T00:00:00Z"), (1_777_799_287_000, "2026-05-03T09:08:07Z"),
    (4_107_542_399_000, "2100-02-28T23:59:59Z"), (-1000, "1969-12-31T23:59:59Z"),
    (253_402_300_799_000, "9999-12-31T23:59:59Z"),
  ] as [(Int64, String)])
func aTimeIsWrittenAsRFC3339AndReadBack(milliseconds: Int64, text: String) {
  let time = WallTime(milliseconds: milliseconds)
  #expect(Timestamps.rfc3339(time) == text)
  #expect(Timestamps.parse(text) == time)
}

@Test func everyDayOfFourCenturiesReadsBack() {
  for day in 0..<146_097 {
    let time = WallTime(milliseconds: Int64(day) * 86_400_000)
    #expect(Timestamps.parse(Timestamps.rfc3339(time)) == time)
  }
}

@Test(arguments: [
  "", "2026-05-03", "2026-13-03T09:08:07Z", "2026-05-03T09:08:07", "2026-05-03T09:08:07.Z", "2O26-05-03T09:08:07Z",
])
func whatIsNoTimeIsRefused(text: String) {
  #expect(Timestamps.parse(text) == nil)
}

@Test func splitSecondsAreKept() {
  #expect(Timestamps.parse("1970-01-01T00:00:01.5Z") == WallTime(milliseconds: 1500))
}
