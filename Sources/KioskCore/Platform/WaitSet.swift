import CLinux
import Glibc

/// A few descriptors that are waited for again and again, kept by the kernel: a wait then costs what has happened, where poll(2)
/// looks at each of them twice. The corresponding C functions are those of epoll(7).
public final class WaitSet {
  /// What is waited for at one place.
  private struct Place {
    var descriptor: Int32 = -1
    var events: UInt32 = 0
    var happened: UInt32 = 0
  }

  /// At most so many places.
  public static let largest = 8

  private let set: Int32
  private var places: [Place]

  /// An empty set with `count` places, 1 to `largest`.
  public init(places count: Int) throws(SystemFault) {
    set = epoll_create1(Int32(EPOLL_CLOEXEC))
    let code = errno
    guard set >= 0 else { throw SystemFault(call: "epoll_create1", code: code) }
    places = Array(repeating: Place(), count: min(max(1, count), Self.largest))
  }

  deinit { Files.close(set) }

  /// Waits at `place` for something to read from `descriptor` where `reading`, for room to write where `writing`, and for its
  /// hang-up; a `descriptor` of -1 for nothing. Costs no call where that is so already.
  ///
  /// MUST be told of -1 between two descriptors that have the same number: the kernel forgets one that is closed.
  public func watch(_ place: Int, _ descriptor: Int32, reading: Bool = true, writing: Bool = false)
    throws(SystemFault)
  {
    let events = (reading ? UInt32(POLLIN) : 0) | (writing ? UInt32(POLLOUT) : 0)
    let old = places[place]
    if old.descriptor == descriptor && (old.events == events || descriptor < 0) { return }
    places[place] = Place(descriptor: descriptor, events: events)
    if old.descriptor >= 0 && old.descriptor != descriptor {
      // One that was closed is not in the set any more.
      _ = kiosk_wait_set(set, EPOLL_CTL_DEL, old.descriptor, 0, 0)
    }
    guard descriptor >= 0 else { return }
    let how = old.descriptor == descriptor ? EPOLL_CTL_MOD : EPOLL_CTL_ADD
    let result = kiosk_wait_set(set, how, descriptor, events, UInt32(place))
    let code = errno
    if result != 0 {
      places[place] = Place()
      throw SystemFault(call: "epoll_ctl", code: code)
    }
  }

  /// Waits until something happens, at most `milliseconds`; `nil` waits without end. Whether anything did. EINTR returns as if
  /// nothing had; any other fault counts as every descriptor having hung up, so that no loop spins on it.
  public func wait(milliseconds: Int64?) -> Bool {
    let timeout = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: places.count) { happened in
      let count = kiosk_wait_for_set(set, happened.baseAddress, Int32(happened.count), timeout)
      let code = errno
      let isBroken = count < 0 && code != EINTR
      for place in places.indices { places[place].happened = isBroken ? UInt32(POLLERR) : happened[place] }
      return count > 0 || isBroken
    }
  }

  /// Whether something can be read at `place`, or the end of it.
  public func isReadable(_ place: Int) -> Bool { places[place].happened & UInt32(POLLIN) != 0 }
  /// Whether anything that was waited for happened at `place`, its hang-up included.
  public func hasHappened(_ place: Int) -> Bool { places[place].happened != 0 }
}
