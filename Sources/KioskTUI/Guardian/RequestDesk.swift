import Glibc
import KioskCore

/// Where a hosted program asks for its lock: a socket in a folder of its own, which only this user may enter.
///
/// MUST: whoever connects is this user's and a descendant of the hosted program, by the kernel's word; only one has the
/// lock; nothing that is sent, or not sent, changes anything but what it validly asks for.
final class RequestDesk: LockPort {
  /// The most that are served at a time; who comes then is sent away.
  static let mostClients = 256
  /// Who has not asked anything after so many milliseconds is sent away.
  static let patience: Int64 = 10_000

  /// Where it listens.
  let path: String
  /// What is to be asked of the lock, oldest first: taken by the loop.
  private(set) var wishes: [Wish] = []
  private let listener: Int32
  private var clients: [RequestClient] = []
  private lazy var controller = LockController(port: self)
  /// Who has the lock, or asks for it.
  private var owner: Asker?
  /// The client that waits for a lock.
  private var locker: RequestClient?
  private let program: HostedProgram
  /// Who has the lock, in words.
  private var by = ""

  /// What a client asked that only the lock can answer.
  enum Wish: Equatable {
    case lock(LockRequest)
    case release(AttemptEnd)
  }

  /// Listens, for `program` on the real terminal `device`.
  init(_ program: HostedProgram, on device: TerminalDevice) throws(SystemFault) {
    let folder = try LocalSocket.makeFolder(device.fileName)
    path = folder + "/request"
    self.program = program
    do throws(SystemFault) {
      listener = try LocalSocket.listen(at: path)
    } catch {
      listener = -1
      LocalSocket.remove(path)
      throw error
    }
  }

  /// Listens no more, and takes the socket away.
  func close() {
    Files.close(listener)
    clients = []
    LocalSocket.remove(path)
  }

  /// Closes what is this process's own, in a copy of it.
  func closeInCopy() { Files.close(listener) }

  // MARK: - The loop's part

  /// What to poll.
  var waiting: [Waiting] {
    [Waiting(listener)] + clients.map { Waiting($0.channel.descriptor, writing: $0.channel.wantsToWrite) }
  }

  /// When to call `take` at the latest, whatever is polled.
  var deadline: Moment? { clients.compactMap { $0.isIdle ? $0.since.adding(Self.patience) : nil }.min() }

  /// Serves whoever has something to say. `polled` is what `waiting` gave, after the poll.
  func take(_ polled: ArraySlice<Waiting>, _ now: Moment) {
    for (client, one) in zip(clients, polled.dropFirst()) where one.readable || one.writable || one.hungUp {
      serve(client)
    }
    for client in clients where client.isIdle && now >= client.since.adding(Self.patience) {
      client.channel.drop("nothing was asked")
    }
    clients.removeAll { !$0.channel.isOpen }
    if polled.first?.readable == true { welcome(now) }
  }

  /// The wishes so far, which are the loop's to fulfil.
  func takeWishes() -> [Wish] {
    defer { wishes = [] }
    return wishes
  }

  /// How the lock stands now, and who has it.
  func heard(_ report: LockReport, by: String) {
    self.by = report.phase == .open ? "" : by
    let isNew = report != controller.report
    controller.heard(report)
    if report.phase == .open {
      owner = locker == nil ? nil : owner
      for client in clients where client.waitsForOpen {
        client.waitsForOpen = false
        answer(client, .released)
      }
    }
    if isNew { for client in clients where client.isWatching { answer(client, nil) } }
  }

  /// The lock was refused.
  func refused(_ refusal: LockRefusal) { controller.refused(refusal) }

  func ask(for request: LockRequest) { wishes.append(.lock(request)) }
  func askToRelease(_ end: AttemptEnd) { wishes.append(.release(end)) }

  // MARK: - Clients

  private func welcome(_ now: Moment) {
    while let descriptor = LocalSocket.accept(listener) {
      guard clients.count < Self.mostClients else {
        Files.close(descriptor)
        continue
      }
      let client = RequestClient(descriptor, of: program, now)
      clients.append(client)
      serve(client)
    }
    clients.removeAll { !$0.channel.isOpen }
  }

  private func serve(_ client: RequestClient) {
    client.channel.flush()
    // One that never stops asking keeps nobody else waiting, nor the lock's clock.
    for payload in client.channel.receive(mostReads: 1) {
      do throws(WireFault) {
        take(try ProgramRequest(payload: payload), from: client)
      } catch {
        client.channel.drop("it sent what is no request")
        break
      }
    }
    if !client.channel.isOpen { lose(client) }
  }

  /// Whoever is gone before he heard of his lock has none: nobody would let go of it.
  private func lose(_ client: RequestClient) {
    client.isWatching = false
    guard locker === client else { return }
    locker = nil
    controller.release(.ended)
  }

  private func take(_ request: ProgramRequest, from client: RequestClient) {
    client.hasAsked = true
    if let refusal = client.refusal { return answer(client, .refused(refusal)) }
    switch request {
    case .status: answer(client, nil)
    case .watch:
      client.isWatching = true
      answer(client, nil)
    case .lock(let asked): lock(asked, for: client)
    case .unlock: unlock(for: client)
    }
  }

  private func lock(_ asked: LockRequest, for client: RequestClient) {
    guard owner == nil, !controller.report.phase.isHeld else { return answer(client, .refused(.alreadyLockedByUs)) }
    let title = ScreenText.fitted(asked.title)
    owner = client.asker
    locker = client
    controller.request(
      LockRequest(
        mode: .autonomousSingleApp, title: title.isEmpty ? program.hosting.title : title, program: program.hosting.path,
        required: asked.required, detections: asked.detections, capMinutes: asked.capMinutes, consented: true)
    ) { [weak self, weak client] outcome in
      guard let self else { return }
      locker = nil
      if outcome != .engaged { owner = nil }
      guard let client else { return }
      // He may have gone while it was engaged. Looked at before he is answered: afterwards he goes because of that.
      if outcome == .engaged, client.isGone { controller.release(.ended) }
      answer(client, outcome)
    }
  }

  /// The one who locked may unlock, and the program itself; once he has ended, any part of the program.
  private func unlock(for client: RequestClient) {
    guard controller.report.phase.isHeld || owner != nil else { return answer(client, .released) }
    let part: RequestRules.Part =
      owner == client.asker ? .owner : client.asker?.process == program.process ? .program : .other
    if let refusal = RequestRules.refusalToUnlock(part, ownerLives: owner?.isAlive ?? false) {
      return answer(client, .refused(refusal))
    }
    client.waitsForOpen = true
    // One who still waits for his lock hears that there is none.
    if locker == nil { wishes.append(.release(.submitted)) } else { controller.release(.submitted) }
  }

  private func answer(_ client: RequestClient, _ outcome: LockController.Outcome?) {
    client.channel.send(ProgramAnswer(outcome: outcome, report: controller.report, by: by).frame())
  }
}

/// One who has connected.
final class RequestClient {
  let channel: MessageChannel
  let since: Moment
  /// Why he may ask nothing; `nil`: he may.
  let refusal: LockRefusal?
  /// For whom he asks.
  let asker: Asker?
  var hasAsked = false
  var isWatching = false
  /// Whether he waits for the lock to be let go.
  var waitsForOpen = false

  /// Looks at who it is, which may not be told any more once he has ended.
  init(_ descriptor: Int32, of program: HostedProgram, _ now: Moment) {
    channel = MessageChannel(descriptor: descriptor)
    since = now
    let peer = LocalSocket.peer(of: descriptor)
    asker = peer.flatMap { Asker(behind: $0.process) }
    refusal = RequestRules.refusal(
      of: .init(
        isSameUser: peer?.user == geteuid(), isOfTheProgram: peer.map { program.includes($0.process) } ?? false))
  }

  /// Whether the other end has been closed.
  var isGone: Bool {
    var waiting = [Waiting(channel.descriptor, reading: false)]
    Descriptors.poll(&waiting, milliseconds: 0)
    return waiting[0].hungUp
  }

  /// Whether nothing was ever asked here.
  var isIdle: Bool { !hasAsked }
}

/// For whom a client asks: itself, or, where it is `kiosk request`, whoever started that.
struct Asker: Equatable {
  let process: Int32
  private let started: UInt64

  init?(behind peer: Int32) {
    let isRequest = ProcessFacts.executable(peer).map { $0 == ProcessFacts.executable(getpid()) } ?? false
    let parent = isRequest ? ProcessStatus(of: peer)?.parent : nil
    // Whoever started it may have ended: then it is this process's own child, and asks for itself.
    let process = parent.flatMap { $0 > 1 && $0 != getpid() ? $0 : nil } ?? peer
    guard let started = ProcessFacts.started(process) else { return nil }
    self.process = process
    self.started = started
  }

  /// Whether it has not ended: its number may be another's by now.
  var isAlive: Bool { ProcessFacts.started(process) == started }
}
