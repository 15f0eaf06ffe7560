import Glibc
import KioskCore

/// `kiosk check --attack`: locks a throw-away test and really tries to get out of it.
///
/// On a console the lock stands on this very terminal. Elsewhere it stands on a terminal that this command makes, since
/// only who holds the other end can paste, answer and signal as a terminal does.
enum AttackCommand {
  /// Everything that came of it.
  struct Outcome {
    var attacks: [Attack] = []
    /// Why it could not be done, where it could not.
    var fault: String?

    /// 77 where a promise was broken, 75 where nothing could be attacked.
    var status: Int32 { attacks.contains(where: \.isBreach) ? 77 : fault == nil ? 0 : 75 }
  }

  /// Attacks; `tell` gets each outcome as soon as it is known.
  static func run(tell: (Attack) -> Void) -> Outcome {
    // There the lock would stand in the machine's own data folder, which is no place to throw away.
    if AuthorityDesk.read("").supervision.isGiven {
      return Outcome(fault: "a supervised machine has no throw-away lock, so none was attacked: try before installing")
    }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      if let console = AttackTerminal(console: descriptor), tcgetpgrp(descriptor) == getpgrp() {
        return withoutEscaping(tell) { attack(console, tell: $0) }
      }
    }
    return elsewhere(tell: tell)
  }

  private static func withoutEscaping(
    _ tell: (Attack) -> Void, _ body: (@escaping (Attack) -> Void) -> Outcome
  ) -> Outcome {
    withoutActuallyEscaping(tell) { body($0) }
  }

  /// In a copy of this process, which leads a session on a terminal of its own; it tells by a pipe.
  private static func elsewhere(tell: (Attack) -> Void) -> Outcome {
    var outcome = Outcome()
    do throws(SystemFault) {
      let ends = try Descriptors.socketPair()
      guard let pid = try Processes.fork() else {
        Files.close(ends.0)
        exit(child(ends.1))
      }
      Files.close(ends.1)
      defer { Files.close(ends.0) }
      var bytes: [UInt8] = []
      var isOpen = true
      while isOpen {
        var waiting = [Waiting(ends.0)]
        Descriptors.poll(&waiting, milliseconds: nil)
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
          switch (try? Descriptors.read(ends.0, into: buffer)) ?? .ended {
          case .bytes(let count): bytes += buffer[..<count]
          case .nothingYet: break
          case .ended: isOpen = false
          }
        }
        while let end = bytes.firstIndex(of: 0x0A) {
          let line = String(decoding: bytes[..<end], as: UTF8.self)
          bytes.removeFirst(end + 1)
          if let attack = Attack(record: line[...]) {
            outcome.attacks.append(attack)
            tell(attack)
          } else if line.hasPrefix("!") {
            outcome.fault = String(line.dropFirst())
          }
        }
      }
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      if status != 0 && outcome.fault == nil { outcome.fault = "the attack ended before its time" }
    } catch { outcome.fault = "\(error)" }
    return outcome
  }

  private static func child(_ pipe: Int32) -> Int32 {
    func say(_ line: String) { _ = try? Descriptors.send(pipe, Array(line.utf8)[...]) }
    do throws(SystemFault) {
      let terminal = try AttackTerminal()
      let outcome = attack(terminal) { say($0.record) }
      if let fault = outcome.fault { say("!\(ScreenText.fitted(fault))\n") }
    } catch { say("!there is no terminal to attack (\(error))\n") }
    return 0
  }

  /// One lock after the other: whoever gets out of one goes on with the next.
  private static func attack(_ terminal: AttackTerminal, tell: @escaping (Attack) -> Void) -> Outcome {
    var outcome = Outcome()
    // A front end whose guardian was killed still writes that down.
    Processes.adoptOrphans()
    // What is sent to the lock's group comes here too. Opened, the signals are blocked, and nobody reads them.
    let signals = try? Signals.open(Signals.leaving)
    let mask = Signals.currentMask()
    defer {
      if let signals { Files.close(signals) }
      Signals.restore(mask)
    }
    do throws(SystemFault) {
      let place = try ThrowAway()
      let modes = try TerminalModes(of: terminal.descriptor)
      defer {
        if let left = place.remove() { outcome.fault = left }
        try? modes.apply(to: terminal.descriptor)
      }
      do throws(LockUnderAttack.Refusal) {
        var standing: LockUnderAttack?
        for step in Assault.Step.chosen {
          // One that got out has left no lock for the next.
          if standing.map({ !$0.holds }) ?? true {
            standing?.end()
            standing = nil
            standing = try LockUnderAttack(on: terminal, place)
          }
          guard let standing else { continue }
          let assault = Assault(standing, tell: tell)
          outcome.fault = assault.attempt(step, modes: modes) ?? outcome.fault
          outcome.attacks += assault.attacks
        }
      } catch { outcome.fault = outcome.fault ?? error.words }
    } catch { outcome.fault = outcome.fault ?? "\(error)" }
    return outcome
  }
}
