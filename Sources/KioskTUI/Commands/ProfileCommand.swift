import Glibc
import KioskCore

/// `kiosk profile show [--json]`: what this machine is: its data folder, its public key, and whether it is supervised.
enum ProfileCommand {
  /// What is told.
  struct Facts: Equatable {
    var folder: String
    /// The public half of the key that seals results, in hexadecimal.
    var publicKey: String
    /// The user who owns the key and so could forge results; root always could.
    var keyOwner: UInt32?
    var tier: Tier
    /// Whether an administrator's profile is in force. No such profile is read yet, so none is.
    var isSupervised = false
  }

  /// Runs it; returns the exit status.
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.first == "show" else {
      let word = arguments.first.map { "kiosk profile cannot \(ScreenText.quoted($0))" } ?? "kiosk profile does nothing"
      return CommandOutput.complain("\(word): write kiosk profile show [--json]", 64)
    }
    guard let option = JSONOption("profile show", Array(arguments.dropFirst())) else { return 64 }
    do throws(CommandFault) {
      let facts = try look()
      return option.json ? CommandOutput.write(json: json(facts)) : CommandOutput.write(text(facts))
    } catch { return CommandOutput.complain(error.words, error.status) }
  }

  /// Looks; makes the key where there is none, so that it can be written down before the first test.
  private static func look() throws(CommandFault) -> Facts {
    let folder: DataFolder
    do throws(DataFolder.Fault) {
      folder = try DataFolder.locate()
    } catch { throw CommandFault(error) }
    let key: MachineKey
    do throws(StoreFault) {
      key = try MachineKey.load(folder)
    } catch { throw CommandFault(error) }
    let here = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].lazy.compactMap { TerminalDevice($0) }.first
    return Facts(
      folder: folder.path, publicKey: MachineKey.hex(key.publicKey), keyOwner: (try? Files.status(folder.key))?.owner,
      tier: here?.tier ?? .none)
  }

  /// The document.
  static func json(_ facts: Facts) -> JSONValue {
    var object: JSONObject = [
      "supervised": .bool(facts.isSupervised), "data": .string(facts.folder), "publicKey": .string(facts.publicKey),
    ]
    object.add("keyOwner", facts.keyOwner.map { .integer(Int64($0)) })
    object.add("tier", .string(facts.tier.rawValue))
    return .object(object)
  }

  private static func text(_ facts: Facts) -> String {
    let owner = facts.keyOwner.map { "user \($0)" } ?? "its owner"
    return """
      Supervised   \(facts.isSupervised ? "yes" : "no")
      Data folder  \(ScreenText.clean(facts.folder))
      Terminal     \(facts.tier.rawValue)
      Public key   \(facts.publicKey)

      Results are sealed with the secret half of this key. \(owner == "its owner" ? "Its owner" : "Whoever is \(owner)"), or root, could forge
      them here. Keep the public key elsewhere: kiosk results verify --key takes it.

      """
  }
}
