import KioskCore

/// Notices time in which nobody ran: the machine was suspended, this process was stopped, or the clock was set.
struct GapWatch {
  /// One gap.
  struct Gap: Equatable {
    let cause: InterruptionCause
    let milliseconds: Int64
  }

  /// What is shorter is not worth telling, in milliseconds.
  static let shortest: Int64 = 2000

  private var lastMoment = Clocks.boot()
  private var lastSuspended = Clocks.suspended()
  private var lastOffset = Clocks.wall().milliseconds - Clocks.boot().milliseconds

  /// Forgets what was before.
  mutating func start() { self = GapWatch() }

  /// What has happened since the last look, which a running guardian takes once a second while locked. `continued`: a
  /// stopped process's SIGCONT has come; a gap without it is a busy machine's.
  mutating func look(continued: Bool) -> [Gap] {
    let now = Clocks.boot()
    let suspended = Clocks.suspended()
    let offset = Clocks.wall().milliseconds - now.milliseconds
    var gaps: [Gap] = []
    let asleep = suspended - lastSuspended
    let away = now.since(lastMoment)
    if asleep > Self.shortest {
      gaps.append(Gap(cause: .suspended, milliseconds: asleep))
    } else if continued && away > Self.shortest {
      gaps.append(Gap(cause: .stopped, milliseconds: away))
    }
    if abs(offset - lastOffset) > Self.shortest {
      gaps.append(Gap(cause: .clockMoved, milliseconds: offset - lastOffset))
    }
    lastMoment = now
    lastSuspended = suspended
    lastOffset = offset
    return gaps
  }
}
