import KioskCore

/// The bytes of one end of the channel between guardian and front end: nonblocking, buffered both ways.
///
/// MUST: nothing the other side sends can trap this one. Rubbish, a hang-up and a peer that never reads all come to the
/// same end: `isOpen` is false and nothing more is sent.
final class MessageChannel {
  /// What may wait to be sent before the peer counts as gone, in bytes.
  static let longestBacklog = 1 << 20

  let descriptor: Int32
  private(set) var isOpen = true
  /// Why it is not open any more, in words for the ledger; empty while open.
  private(set) var closedBecause = ""
  private var incoming = FrameBuffer()
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var holdsSecret = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { Files.close(descriptor) }

  /// Whether bytes wait for room: poll for writing too, then call `flush`.
  var wantsToWrite: Bool { isOpen && sent < outgoing.count }

  /// Sends a frame, or keeps what finds no room.
  func send(_ frame: [UInt8]) {
    guard isOpen else { return }
    outgoing.append(contentsOf: frame)
    flush()
    if outgoing.count - sent > Self.longestBacklog { drop("the other side does not read") }
  }

  /// Sends a frame that holds a passcode and wipes it, also where it has to wait for room first.
  func send(secret frame: inout [UInt8]) {
    flush()
    if isOpen {
      outgoing.reserveCapacity(outgoing.count + frame.count)
      outgoing.append(contentsOf: frame)
      holdsSecret = true
    }
    Memory.wipe(&frame)
    flush()
  }

  /// Wipes what has been received and dealt with, once its payloads are let go of.
  func wipeReceived() { incoming.wipeTaken() }

  /// Sends what waits.
  func flush() {
    guard isOpen else { return }
    do throws(SystemFault) {
      while sent < outgoing.count {
        let count = try Descriptors.send(descriptor, outgoing[sent...])
        if count == 0 { return }
        sent += count
      }
      forgetSent()
    } catch {
      // The peer may have closed with words of its own still to be read: only reading ends the channel.
      forgetSent()
    }
  }

  private func forgetSent() {
    if holdsSecret { Memory.wipe(&outgoing) }
    holdsSecret = false
    outgoing.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Reads what is there and returns every whole payload of it. Those before an end or a fault are returned still.
  ///
  /// From a side that may never stop sending only so much is to be read at once: `mostReads` times 4096 bytes. The rest is
  /// still there for the next poll.
  func receive(mostReads: Int = .max) -> [ArraySlice<UInt8>] {
    guard isOpen else { return [] }
    var payloads: [ArraySlice<UInt8>] = []
    var reads = 0
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      reading: while isOpen, reads < mostReads {
        reads += 1
        do throws(SystemFault) {
          switch try Descriptors.read(descriptor, into: buffer) {
          case .bytes(let count):
            incoming.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            Memory.wipe(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
            takeFrames(into: &payloads)
            if count < buffer.count { break reading }
          case .nothingYet: break reading
          case .ended: drop("the other side is gone")
          }
        } catch { drop(error.description) }
      }
    }
    return payloads
  }

  /// Ends the channel: what a payload that is no message calls for.
  func drop(_ reason: String) {
    isOpen = false
    if closedBecause.isEmpty { closedBecause = reason }
  }

  private func takeFrames(into payloads: inout [ArraySlice<UInt8>]) {
    do throws(WireFault) {
      while let payload = try incoming.next() { payloads.append(payload) }
    } catch { drop("the other side sent what is no message") }
  }
}
