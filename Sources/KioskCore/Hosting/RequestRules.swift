/// Who may ask for a lock from inside a hosted program, and who may let go of it.
///
/// MUST: whatever is not known of whoever asks counts against him.
public enum RequestRules {
  /// What the kernel tells of one who has connected.
  public struct Peer: Equatable, Sendable {
    /// Whether he is the user whose kiosk it is.
    public let isSameUser: Bool
    /// Whether he is the hosted program, or was started by it, however far back.
    public let isOfTheProgram: Bool

    /// Makes one.
    public init(isSameUser: Bool, isOfTheProgram: Bool) {
      self.isSameUser = isSameUser
      self.isOfTheProgram = isOfTheProgram
    }
  }

  /// Who wants to let go of a lock.
  public enum Part: CaseIterable, Sendable {
    /// The one who asked for it.
    case owner
    /// The hosted program itself.
    case program
    /// Another part of the program.
    case other
  }

  /// Why `peer` may ask nothing; `nil`: he may.
  public static func refusal(of peer: Peer) -> LockRefusal? {
    if !peer.isSameUser { return .notOfTheProgram("it is another user's") }
    return peer.isOfTheProgram ? nil : .notOfTheProgram("it was not started by it")
  }

  /// Why `part` may not let go of the lock; `nil`: it may. Once the owner has ended, any part of the program may: nobody
  /// else could.
  public static func refusalToUnlock(_ part: Part, ownerLives: Bool) -> LockRefusal? {
    switch part {
    case .owner, .program: nil
    case .other: ownerLives ? .notTheOwner : nil
    }
  }
}
