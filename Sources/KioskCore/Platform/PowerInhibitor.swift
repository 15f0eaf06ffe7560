import Glibc

/// A request to logind to leave the power, sleep and lid keys alone, and not to sleep or shut down, that lasts as long as
/// its descriptor is open: the kernel closes it with the process, so nothing is left to undo.
///
/// What the keys do in firmware (holding the power key for some seconds) nobody can inhibit, and root may override it.
public final class PowerInhibitor {
  /// Why there is none.
  public struct Fault: Error, Equatable, Sendable {
    /// In words: "logind does not run on this machine".
    public let words: String
  }

  /// What is asked for (org.freedesktop.login1(5), Inhibit).
  static let keys = ["handle-power-key", "handle-suspend-key", "handle-hibernate-key", "handle-lid-switch"]
  static let wanted = keys + ["sleep", "shutdown", "idle"]
  /// Known to logind since version 251.
  static let newer = "handle-reboot-key"

  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"

  /// Open as long as the request is to stand.
  public let descriptor: Int32
  private let bus: String

  /// Asks logind, and waits `milliseconds` at the most. The corresponding call is `org.freedesktop.login1.Manager.Inhibit`.
  public convenience init(milliseconds: Int64 = 1000) throws(Fault) {
    try self.init(bus: SystemBus.path, milliseconds: milliseconds)
  }

  init(bus path: String, milliseconds: Int64) throws(Fault) {
    bus = path
    let end = Clocks.boot().adding(milliseconds)
    do throws(SystemBus.Fault) {
      do throws(SystemBus.Fault) {
        descriptor = try Self.ask(path, Self.wanted + [Self.newer], end)
      } catch {
        // An older logind knows one key less, and says no to the whole.
        guard case .refused = error else { throw error }
        descriptor = try Self.ask(path, Self.wanted, end)
      }
    } catch { throw Fault(words: Self.words(error)) }
  }

  deinit { Files.close(descriptor) }

  /// Whether logind lists it as this process's, blocking everything that was asked for. Waits `milliseconds` at the most.
  /// The corresponding call is `org.freedesktop.login1.Manager.ListInhibitors`.
  public func isListed(milliseconds: Int64 = 1000) throws(Fault) -> Bool {
    do throws(SystemBus.Fault) {
      let connection = try SystemBus(bus, until: Clocks.boot().adding(milliseconds))
      let body = try connection.call(Self.name, Self.path, Self.manager, "ListInhibitors")
      guard let listed = Self.inhibitors(body) else { throw .garbled }
      return listed.contains { one in
        one.process == UInt32(getpid()) && one.user == geteuid() && one.mode == "block"
          && Self.wanted.allSatisfy { one.what.contains($0) }
      }
    } catch { throw Fault(words: Self.words(error)) }
  }

  /// Throws where logind does not answer. Whether it would agree it does not say; to root it does.
  public static func lookForLogind(milliseconds: Int64) throws(Fault) {
    do throws(SystemBus.Fault) {
      let connection = try SystemBus(SystemBus.path, until: Clocks.boot().adding(milliseconds))
      _ = try connection.call(name, path, manager, "ListInhibitors")
    } catch { throw Fault(words: words(error)) }
  }

  private static func ask(_ path: String, _ what: [String], _ end: Moment) throws(SystemBus.Fault) -> Int32 {
    let connection = try SystemBus(path, until: end)
    _ = try connection.call(
      name, Self.path, manager, "Inhibit", [what.joined(separator: ":"), "kiosk", "A test is locked", "block"])
    guard let descriptor = connection.takeDescriptor() else { throw .garbled }
    return descriptor
  }

  struct Listed: Equatable {
    let what: Set<String>
    let mode: String
    let user: UInt32
    let process: UInt32
  }

  /// Reads the list: an array of what, who, why, mode, user and process; `nil`: it is none.
  static func inhibitors(_ body: [UInt8]) -> [Listed]? {
    var reader = BusReader(body)
    guard let length = reader.number(), reader.align(8), reader.place + Int(length) <= body.count else { return nil }
    let end = reader.place + Int(length)
    var list: [Listed] = []
    while reader.align(8), reader.place < end {
      guard let what = reader.string(), reader.string() != nil, reader.string() != nil, let mode = reader.string(),
        let user = reader.number(), let process = reader.number()
      else { return nil }
      let words = Set(what.split(separator: ":").map(String.init))
      list.append(Listed(what: words, mode: mode, user: user, process: process))
    }
    return list
  }

  private static func words(_ fault: SystemBus.Fault) -> String {
    switch fault {
    case .absent: "there is no system bus on this machine, hence no logind that could leave the power key alone"
    case .nobody: "logind does not run on this machine"
    case .refused(let why): "logind says no: \(ScreenText.clean(why))"
    case .silent: "logind does not answer"
    case .garbled: "logind answers what cannot be read"
    case .system(let fault): "logind cannot be reached (\(fault))"
    }
  }
}
