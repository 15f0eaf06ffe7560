import Glibc
import KioskCore

/// What the commands about profiles and entitlements share: files, keys, and what is wrong with either.
enum SignedFile {
  /// The bytes of a file, `-` for standard input.
  static func bytes(_ path: String, limit: Int) throws(CommandFault) -> [UInt8] {
    do throws(SystemFault) {
      return path == "-"
        ? try Files.contents(of: STDIN_FILENO, limit: limit, subject: "standard input")
        : try Files.regularContents(path, limit: limit)
    } catch {
      let shown = ScreenText.fitted(path)
      switch error.code {
      case ENOENT, ENOTDIR: throw CommandFault("there is no \(shown): name a file that is there", 66)
      case EFBIG: throw CommandFault("\(shown) is too large: this is another kind of file", 65)
      case EISDIR: throw CommandFault("\(shown) is a folder: name a file", 66)
      default: throw CommandFault("\(shown) cannot be read (\(error.reason)): see who may read it", 66)
      }
    }
  }

  /// Every problem of a file as a line.
  static func fault(_ problems: [ExamProblem], _ path: String) -> CommandFault {
    CommandFault(problems.map { $0.described(file: path) }.joined(separator: "\n"), 65)
  }

  /// The key to sign with: that in `path`, else the data folder's `issuer.key`. Made where there is none, its public half
  /// in a file beside it, fit for the trust folder.
  static func key(_ path: String?) throws(CommandFault) -> MachineKey {
    let file: String
    if let path {
      file = path
    } else {
      do throws(DataFolder.Fault) {
        file = try DataFolder.locate().path + "/issuer.key"
      } catch { throw CommandFault(error) }
    }
    let shown = ScreenText.fitted(file)
    if let status = try? Files.status(file), status.mode & 0o077 != 0 {
      throw CommandFault("the key \(shown) can be read by others: run chmod 600 '\(shown)', or take another", 77)
    }
    let key: MachineKey
    do throws(StoreFault) {
      key = try MachineKey.load(file)
    } catch {
      throw CommandFault("the key \(shown) cannot be used (\(error.words)): name another with --key", 73)
    }
    let half = file + ".pub"
    if !Files.may(F_OK, half) {
      try write(Array("\(MachineKey.hex(key.publicKey))\n".utf8), to: half)
      try? Files.writeAll(
        STDERR_FILENO,
        Array("kiosk: the key's public half is in \(ScreenText.clean(half)): put it into /etc/kiosk/trust\n".utf8))
    }
    return key
  }

  /// A document with a signature in it.
  static func sign(_ bytes: [UInt8], format: String, by key: MachineKey) throws(CommandFault) -> [UInt8] {
    guard let signed = SignedDocument.signed(bytes, format: format, by: key) else {
      throw CommandFault("this cannot be signed: it is no JSON object", 65)
    }
    return signed
  }

  /// Writes a file whole or not at all, for everybody to read.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandFault) {
    do throws(SystemFault) {
      try Files.replace(path, with: bytes, mode: 0o644)
    } catch {
      throw CommandFault(
        "\(ScreenText.fitted(path)) cannot be written (\(error.reason)): choose another with -o", error.isFull ? 74 : 73
      )
    }
  }
}
