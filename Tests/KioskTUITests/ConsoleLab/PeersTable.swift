import Glibc
import Testing

extension ConsoleLabTests {
  /// Whether the peers are measured too: `KIOSK_CONSOLE_LAB=full`, as `make test-console` sets it.
  static let isFull = getenv("KIOSK_CONSOLE_LAB").map { String(cString: $0) } == "full"

  /// Prints the table as the README shows it. Of the peers nothing is demanded: it is measured what they do.
  @Test(.enabled(if: isFull, "the whole table is for make test-console"))
  func thePeersTableIsMeasured() throws {
    let lab = try ConsoleLab.have()
    var columns: [LabLocker: [LabAttack: LabCell]] = [:]
    for locker in LabLocker.allCases {
      do {
        columns[locker] = try lab.attack(locker)
      } catch { print("\(locker.rawValue) could not be measured: \(error)") }
    }
    print("| key | " + LabLocker.allCases.map(\.rawValue).joined(separator: " | ") + " |")
    print(String(repeating: "|---", count: LabLocker.allCases.count + 1) + "|")
    for attack in LabAttack.allCases {
      let cells = LabLocker.allCases.map { locker in
        let cell = columns[locker]?[attack]?.rawValue ?? "–"
        return locker == .kioskShell && LabAttack.switches.contains(attack) ? "\(cell), detected" : cell
      }
      print("| \(attack.rawValue) | " + cells.joined(separator: " | ") + " |")
    }
  }
}
