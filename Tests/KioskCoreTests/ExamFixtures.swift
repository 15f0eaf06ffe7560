import Glibc

@testable import KioskCore

/// Files of the repository, found from where this source stands.
enum Repository {
  static let root = String(#filePath.dropLast("/Tests/KioskCoreTests/ExamFixtures.swift".count))

  /// The bytes of a file below the root; empty where it cannot be read, which no test takes for success.
  static func bytes(_ path: String) -> [UInt8] { bytes(at: "\(root)/\(path)") }

  static func bytes(at path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: block[..<count])
    }
  }

  static func exam(_ path: String) -> ExamReading { ExamReader.read(bytes(path)) }
}

/// An exam of the given questions, as text.
func examText(_ questions: String, _ more: String = "") -> String {
  "{ \"format\": \"kiosk-exam/1\", \"id\": \"t\", \"title\": \"T\", \(more)\n  \"questions\": [\n\(questions)\n] }"
}

func read(_ text: String) -> ExamReading { ExamReader.read(Array(text.utf8)) }
