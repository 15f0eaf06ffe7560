import Glibc

/// A hosted program's way to the lock: what `kiosk autonomous -- PROGRAM` starts asks by it for its own lock.
///
///     let client = try LockClient()
///     let answer = try client.request(lock: true)
///     if answer.outcome == .engaged { … }
///
/// A program with a loop of its own polls `descriptor`, calls `receive`, and may give what it gets to a `LockController`,
/// whose port this is. Not thread-safe.
public final class LockClient: LockPort {
  /// Why there is no answer.
  public enum Fault: Error, Equatable, Sendable {
    /// `KIOSK_SOCKET` is not set: no kiosk hosts this program.
    case notHosted
    /// The socket is gone, or the kiosk that held it; in words.
    case gone(String)
    /// The answer did not come in time. What was asked may still happen.
    case noAnswer
    /// What came is no answer.
    case rubbish

    /// What is wrong and what to do, in one line.
    public var words: String {
      switch self {
      case .notHosted: "no kiosk hosts this program: start it with kiosk autonomous -- PROGRAM"
      case .gone(let why): "the kiosk that hosted this program is gone (\(why)): start it with kiosk autonomous again"
      case .noAnswer: "the kiosk does not answer: try again"
      case .rubbish: "what answers is not a kiosk of this version: start the program anew"
      }
    }

    /// The exit status of sysexits.h.
    public var exitStatus: Int32 {
      switch self {
      case .notHosted, .gone: 69
      case .noAnswer: 75
      case .rubbish: 76
      }
    }
  }

  /// How long an answer is waited for, in milliseconds: a terminal that answers no question makes the lock wait for each.
  public static let patience: Int64 = 30_000

  /// What to poll for reading.
  public let descriptor: Int32
  private var frames = FrameBuffer()
  private var isEnded = false

  /// Connects to the kiosk that hosts this program.
  ///
  /// - Parameter path: the socket; `KIOSK_SOCKET` where it is `nil`.
  public init(path: String? = nil) throws(Fault) {
    guard let path = path ?? getenv("KIOSK_SOCKET").map({ String(cString: $0) }), !path.isEmpty else {
      throw .notHosted
    }
    let end = Clocks.boot().adding(Self.patience)
    while true {
      do throws(SystemFault) {
        descriptor = try LocalSocket.connect(to: path)
        return
      } catch {
        // Many ask at once: the line is full for a moment.
        guard error.code == EAGAIN, Clocks.boot() < end else { throw .gone(error.reason) }
        usleep(5000)
      }
    }
  }

  deinit { Files.close(descriptor) }

  /// Asks for a lock, or for its end, and waits for what comes of it.
  ///
  /// - Parameter subject: what to lock for: its title, its cap and what it requires count.
  /// - Returns: `engaged`, `released` or `refused` with its reason, and how the lock stands.
  public func request(
    lock: Bool, _ subject: LockRequest = LockRequest(mode: .autonomousSingleApp), milliseconds: Int64 = patience
  ) throws(Fault) -> ProgramAnswer {
    try ask(lock ? .lock(subject) : .unlock)
    return try answer(within: milliseconds)
  }

  /// How the lock stands.
  public func status(milliseconds: Int64 = patience) throws(Fault) -> ProgramAnswer {
    try ask(.status)
    return try answer(within: milliseconds)
  }

  /// Has every change told from now on, the present state first: by `next` or `receive`. Nothing else can be asked by this
  /// client then.
  public func watch() throws(Fault) { try ask(.watch) }

  /// The next answer, waited for without end; `nil`: the kiosk is gone.
  public func next() throws(Fault) -> ProgramAnswer? {
    do throws(Fault) {
      return try answer(within: nil)
    } catch {
      if case .gone = error { return nil }
      throw error
    }
  }

  /// Sends a request and does not wait.
  public func ask(_ request: ProgramRequest) throws(Fault) {
    var rest = request.frame()[...]
    while !rest.isEmpty {
      do throws(SystemFault) {
        rest = rest.dropFirst(try Descriptors.send(descriptor, rest))
      } catch { throw .gone(error.reason) }
      if rest.isEmpty { break }
      var waiting = [Waiting(descriptor, reading: false, writing: true)]
      guard Descriptors.poll(&waiting, milliseconds: Self.patience), waiting[0].writable else { throw .noAnswer }
    }
  }

  /// Every answer that has arrived, without waiting. Throws `gone` once the kiosk has hung up and all is read.
  public func receive() throws(Fault) -> [ProgramAnswer] {
    var answers: [ProgramAnswer] = []
    read()
    while let answer = try decoded() { answers.append(answer) }
    if answers.isEmpty && isEnded { throw .gone("it has hung up") }
    return answers
  }

  // MARK: - What a LockController asks

  /// Asks for a lock; the answer comes by `deliver`.
  public func ask(for request: LockRequest) { try? ask(.lock(request)) }

  /// Asks for its end; the answer comes by `deliver`.
  public func askToRelease(_ end: AttemptEnd) { try? ask(.unlock) }

  /// Hands what has arrived on to `controller`; to be called when `descriptor` is readable.
  public func deliver(to controller: LockController) {
    do throws(Fault) {
      for answer in try receive() {
        controller.heard(answer.report)
        if case .refused(let refusal)? = answer.outcome { controller.refused(refusal) }
      }
    } catch { controller.lost() }
  }

  // MARK: - Reading

  private func answer(within milliseconds: Int64?) throws(Fault) -> ProgramAnswer {
    let end = milliseconds.map { Clocks.boot().adding($0) }
    while true {
      if let answer = try decoded() { return answer }
      if isEnded { throw .gone("it has hung up") }
      var waiting = [Waiting(descriptor)]
      let left = end.map { $0.since(Clocks.boot()) }
      if let left, left <= 0 { throw .noAnswer }
      Descriptors.poll(&waiting, milliseconds: left)
      read()
    }
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: 8192, alignment: 1) { buffer in
      while !isEnded {
        switch (try? Descriptors.read(descriptor, into: buffer)) ?? .ended {
        case .bytes(let count): frames.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .nothingYet: return
        case .ended: isEnded = true
        }
      }
    }
  }

  private func decoded() throws(Fault) -> ProgramAnswer? {
    do throws(WireFault) {
      guard let payload = try frames.next() else { return nil }
      return try ProgramAnswer(payload: payload)
    } catch { throw .rubbish }
  }
}
