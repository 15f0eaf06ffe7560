import KioskCore

/// What `kiosk results import` brought in.
struct ImportTally {
  private(set) var added = 0
  private(set) var known = 0
  private(set) var marks = 0
  /// Why something was not taken, one line each.
  private(set) var refused: [String] = []

  /// Brings in the export at `path`; `-` is stdin.
  mutating func bringIn(_ path: String, into store: Store) throws(CommandFault) {
    let bytes: [UInt8]
    do {
      bytes = try path == "-" ? Files.contents(of: 0, limit: 1 << 30) : Files.contents(path, limit: 1 << 30)
    } catch {
      throw CommandFault("cannot read \(path): \(error.reason)", 66)
    }
    let document: JSONDocument
    do {
      document = try JSONReader.read(bytes)
    } catch {
      throw CommandFault("\(path):\(error.place.line):\(error.place.column): \(error.message)", 65)
    }
    guard document.root["format"]?.string == ResultsJSON.format, let attempts = document.root["attempts"]?.array else {
      throw CommandFault("\(path) is no export of kiosk's: make one with kiosk results export --all", 65)
    }
    for node in attempts {
      do {
        switch try store.bringIn(node, at: Clocks.wall()) {
        case .added: added += 1
        case .known(let newMarks):
          known += 1
          marks += newMarks
        case .refused(let why):
          let place = document.place(of: node.offset)
          let id = node["attempt"]?.string ?? "an attempt"
          refused.append("\(path):\(place.line):\(place.column): \(id) was not taken: \(why)")
        }
      } catch {
        throw CommandFault(error)
      }
    }
  }

  /// For people.
  var text: String {
    var parts = ["\(added) added", "\(known) here already"]
    if marks > 0 { parts.append("\(marks) new marks by hand") }
    if !refused.isEmpty { parts.append("\(refused.count) not taken") }
    return parts.joined(separator: ", ") + ".\n"
  }

  /// For programs.
  var json: JSONValue {
    [
      "added": .integer(Int64(added)), "known": .integer(Int64(known)), "newMarks": .integer(Int64(marks)),
      "refused": .array(refused.map { .string($0) }),
    ]
  }
}
