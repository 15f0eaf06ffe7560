import Testing

@testable import KioskCore

/// The user as whom a service's voice runs.
@Suite struct AccountGroupTests {
  @Test func aGroupIsFoundByItsNameAndTheUserStays() {
    let account = UserAccount(name: "kiosk", user: 900, group: 901)
    #expect(account.inGroup("root") == UserAccount(name: "kiosk", user: 900, group: 0))
    #expect(account.inGroup("no such group") == account)
    #expect(account.inGroup("root", of: "/nowhere") == account)
  }
}
