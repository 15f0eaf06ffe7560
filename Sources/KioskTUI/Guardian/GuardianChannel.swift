import KioskCore

/// The front end's end of the channel to the guardian.
///
///     let guardian = GuardianChannel(descriptor: channel)
///     guardian.send(.hello(version: messageVersion))
///     // poll `guardian.descriptor`, for writing too where `guardian.wantsToWrite`; on either: `guardian.receive()`
///     // `!guardian.isOpen`: the guardian is lost
///
/// It never blocks and never traps, whatever arrives.
final class GuardianChannel: LockPort {
  private let channel: MessageChannel

  /// Takes over `descriptor` (3, by the command line); closed with this object.
  init(descriptor: Int32) { channel = MessageChannel(descriptor: descriptor) }

  /// What to poll.
  var descriptor: Int32 { channel.descriptor }

  /// Whether the guardian is still there. Messages already received are returned by `receive` before this turns false.
  var isOpen: Bool { channel.isOpen }

  /// Whether to poll for writing too.
  var wantsToWrite: Bool { channel.wantsToWrite }

  /// Sends, or keeps what finds no room until the next `receive` or `send`. On a lost guardian: nothing happens.
  func send(_ message: FrontEndMessage) { channel.send(message.frame()) }

  /// The same for a message that holds a passcode: no copy of it is left behind.
  func send(secret message: FrontEndMessage) {
    var frame = message.frame()
    channel.send(secret: &frame)
  }

  // MARK: - What a LockController asks

  func ask(for request: LockRequest) { send(.lockRequested(request)) }

  func askToRelease(_ end: AttemptEnd) { send(.unlockRequested(end)) }

  /// Everything that has arrived, oldest first; sends what waited.
  func receive() -> [GuardianMessage] {
    channel.flush()
    var messages: [GuardianMessage] = []
    for payload in channel.receive() {
      do throws(WireFault) {
        messages.append(try GuardianMessage(payload: payload))
      } catch {
        channel.drop("the guardian sent what is no message")
        break
      }
    }
    return messages
  }
}
