import Testing

@testable import KioskCore

@Suite("The gate")
struct GateTests {
  @Test("denies every help in a test, in every phase, and says so in the words of the contract")
  func deniesByDefault() {
    for feature in HelpFeature.allCases {
      for phase in LockPhase.allCases {
        let verdict = Gate.verdict(on: feature, phase: phase, mode: .test)
        #expect(verdict == .dark("\(feature.title) is off during the test"))
      }
    }
    #expect(HelpFeature.lookUp.title == "Look up")
  }

  @Test("allows every help in practice while open, and none once anything is locked")
  func allowsPractice() {
    for feature in HelpFeature.allCases {
      for phase in LockPhase.allCases {
        let allowed = Gate.verdict(on: feature, phase: phase, mode: .practice).isAllowed
        #expect(allowed == (phase == .open || phase == .askingConsent))
      }
    }
  }

  @Test("allows in a test what the question grants, only that, and only while locked")
  func honoursGrants() {
    for phase in LockPhase.allCases {
      let granted = Gate.verdict(on: .lookUp, phase: phase, mode: .test, grants: [.lookUp]).isAllowed
      #expect(granted == (phase == .locked))
      #expect(!Gate.verdict(on: .spellCheck, phase: phase, mode: .test, grants: [.lookUp]).isAllowed)
    }
  }
}
