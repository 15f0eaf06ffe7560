import Glibc
import Testing

@testable import KioskCore

/// A pipe, or the terminal itself, under an exam's name was waited for, with no key that leads out of waiting.
@Test func whatIsNoFileIsNotWaitedFor() throws {
  let scratch = ScratchFolder()
  let pipe = scratch.folder.path + "/pipe.exam.json"
  #expect(mkfifo(pipe, 0o600) == 0)
  for path in [pipe, "/dev/zero"] {
    #expect(throws: SystemFault.self) { try Files.regularContents(path) }
  }
}

@Suite struct DataFolderTests {
  let scratch = ScratchFolder()

  private func place(
    _ data: String? = nil, xdg: String? = nil, home: String? = nil, system: String = "/nonexistent/kiosk"
  ) throws(DataFolder.Fault) -> String {
    try DataFolder.place(.init(kioskData: data, xdgDataHome: xdg, home: home, system: system))
  }

  @Test func theFolderIsFoundInTheOrderOfTheContract() throws {
    let own = scratch.folder.path
    #expect(try place("/a/", xdg: "/x", home: "/h", system: own) == "/a")
    #expect(try place(xdg: "/x", home: "/h", system: own) == own)
    #expect(try place(xdg: "/x", home: "/h") == "/x/kiosk")
    #expect(try place(xdg: "relative", home: "/h/") == "/h/.local/share/kiosk")
    #expect(try place(home: "/h") == "/h/.local/share/kiosk")
    #expect(throws: DataFolder.Fault.nowhere) { try place() }
  }

  @Test func missingFoldersAreMadeForTheirOwnerAlone() throws {
    let path = scratch.folder.path + "/a/b/c"
    let folder = try DataFolder.locate(.init(kioskData: path, xdgDataHome: nil, home: nil))
    #expect(folder.path == path)
    #expect(try Files.status(path).mode & 0o777 == 0o700)
    #expect(try Files.status(scratch.folder.path + "/a").mode & 0o777 == 0o700)
    for name in ["/a/b/c", "/a/b", "/a"] { rmdir(scratch.folder.path + name) }
  }

  @Test(arguments: [0o770, 0o702, 0o777] as [mode_t])
  func aFolderThatOthersCanWriteIsRefused(mode: mode_t) throws {
    chmod(scratch.folder.path, mode)
    let fault = #expect(throws: DataFolder.Fault.self) {
      try DataFolder.locate(.init(kioskData: scratch.folder.path, xdgDataHome: nil, home: nil))
    }
    #expect(fault == .writableByOthers(scratch.folder.path))
    #expect(fault?.words.contains("chmod") == true)
    #expect(fault?.exitStatus == 77)
  }

  @Test func aFileIsNoFolder() throws {
    let path = scratch.folder.path + "/file"
    try Files.replace(path, with: [])
    #expect(throws: DataFolder.Fault.notAFolder(path)) {
      try DataFolder.locate(.init(kioskData: path, xdgDataHome: nil, home: nil))
    }
    #expect(throws: DataFolder.Fault.self) {
      try DataFolder.locate(.init(kioskData: path + "/below", xdgDataHome: nil, home: nil))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere")) func aFolderThatMayNotBeWrittenIsRefused() throws {
    chmod(scratch.folder.path, 0o500)
    defer { chmod(scratch.folder.path, 0o700) }
    #expect(throws: DataFolder.Fault.notWritable(scratch.folder.path)) {
      try DataFolder.locate(.init(kioskData: scratch.folder.path, xdgDataHome: nil, home: nil))
    }
  }
}
