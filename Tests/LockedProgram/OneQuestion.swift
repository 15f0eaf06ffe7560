import KioskCore

/// Asks one question under a lock of its own.
@main struct OneQuestion {
  static func main() {
    do throws(LockClient.Fault) {
      let client = try LockClient()
      let subject = LockRequest(mode: .autonomousSingleApp, title: "One question", capMinutes: 10)
      let answer = try client.request(lock: true, subject)
      if case .refused(let refusal)? = answer.outcome { print("Not locked: \(refusal.reason) \(refusal.mend)") }
      guard answer.outcome == .engaged else { return }
      print("What is the capital of Canada?")
      let right = readLine() == "Ottawa"
      // The proctor, or the cap, may have ended it meanwhile: then this says that it is released.
      let ended = try client.request(lock: false)
      print(right ? "Right." : "Wrong.", ended.outcome == .released ? "Unlocked." : "")
    } catch { print("kiosk: \(error.words)") }
  }
}
