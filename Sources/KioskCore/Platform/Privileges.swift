import CLinux
import Glibc

/// A user of this machine, as `/etc/passwd` has him (passwd(5)).
public struct UserAccount: Equatable, Sendable {
  /// His name.
  public let name: String
  /// His user id.
  public let user: UInt32
  /// His first group.
  public let group: UInt32

  /// Makes one.
  public init(name: String, user: UInt32, group: UInt32) {
    self.name = name
    self.user = user
    self.group = group
  }

  /// Finds `name`; `nil`: there is no such user. Read from the file itself, since a program linked statically has no name
  /// service to ask.
  public static func named(_ name: String, in file: String = "/etc/passwd") -> UserAccount? {
    guard let bytes = try? Files.contents(file, limit: 1 << 20) else { return nil }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 4, String(decoding: fields[0], as: UTF8.self) == name,
        let user = UInt32(String(decoding: fields[2], as: UTF8.self)),
        let group = UInt32(String(decoding: fields[3], as: UTF8.self))
      else { continue }
      return UserAccount(name: name, user: user, group: group)
    }
    return nil
  }

  /// The same user with group `name` for his only one, as `/etc/group` has it (group(5)); himself where there is none.
  public func inGroup(_ name: String, of file: String = "/etc/group") -> UserAccount {
    guard let bytes = try? Files.contents(file, limit: 1 << 20) else { return self }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 3, String(decoding: fields[0], as: UTF8.self) == name,
        let number = UInt32(String(decoding: fields[2], as: UTF8.self))
      else { continue }
      return UserAccount(name: self.name, user: user, group: number)
    }
    return self
  }
}

/// Rights that a process gives up for good.
public enum Privileges {
  /// Becomes `account` alone: no other group, no capability, no way back. Read back before it returns.
  ///
  /// MUST come before `Hardening.makeUndumpable` and `endAfterParent`: the kernel undoes both where credentials change.
  /// The corresponding C functions are `setgroups`, `setresgid` and `setresuid`.
  public static func become(_ account: UserAccount) throws(SystemFault) {
    let result = kiosk_become(account.user, account.group)
    let code = errno
    guard result == 0 else { throw SystemFault(call: "setresuid", code: code) }
    guard account.user != 0, isOnly(account, getpid()), kiosk_become(0, 0) != 0 else {
      throw SystemFault(call: "setresuid was not taken", code: EPERM)
    }
  }

  /// Whether `process` runs as `account` in every respect: all four user ids, all four group ids, no other group, no
  /// capability. Read from `/proc/PID/status`.
  public static func isOnly(_ account: UserAccount, _ process: Int32) -> Bool {
    guard let status = ProcessFacts.status(process) else { return false }
    func all(_ field: String, _ id: UInt32) -> Bool {
      let ids = (status[field] ?? "").split { $0 == "\t" || $0 == " " }
      return ids.count == 4 && ids.allSatisfy { UInt32($0) == id }
    }
    let groups = (status["Groups"] ?? "").split { $0 == "\t" || $0 == " " }
    let hasNone = ["CapInh", "CapPrm", "CapEff", "CapAmb"].allSatisfy { UInt64(status[$0] ?? "", radix: 16) == 0 }
    return all("Uid", account.user) && all("Gid", account.group) && groups.isEmpty && hasNone
  }
}
