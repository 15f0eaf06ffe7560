import Glibc

/// Where exams are: `$KIOSK_EXAMS`, then the data folder's `exams/`, then those shipped. The first of an id counts.
public struct ExamLibrary: Equatable, Sendable {
  /// The folders, in the order they are searched.
  public let folders: [String]
  /// Where things shipped that are no exams lie (the gazetteer); `nil`: not found.
  public let assets: String?

  /// The ending of an exam file's name.
  public static let ending = ".exam.json"

  /// Takes folders as they are.
  public init(folders: [String], assets: String?) {
    self.folders = folders
    self.assets = assets
  }

  /// The library of `data`, with what was shipped beside the running program. With `supervised` the variable KIOSK_EXAMS
  /// is ignored.
  public init(data: DataFolder, supervised: Bool = false) {
    var folders: [String] = []
    if !supervised, let chosen = getenv("KIOSK_EXAMS").map({ String(cString: $0) }), !chosen.isEmpty {
      folders += chosen.split(separator: ":").map(String.init)
    }
    folders.append(data.exams)
    let assets = ExamLibrary.shipped()
    if let assets { folders.append(assets + "/exams") }
    self.init(folders: folders, assets: assets)
  }

  /// The exam files, those of an earlier folder first.
  public func files() -> [String] {
    folders.flatMap { folder in
      let names: [String]
      do { names = try Files.names(in: folder) } catch { return [String]() }
      return names.filter { name in
        name.utf8.count > ExamLibrary.ending.utf8.count && name.hasSuffix(ExamLibrary.ending)
          || BankExam.isNamed(name, endings: BankExam.folderEndings)
      }.map { folder + "/" + $0 }
    }
  }

  /// The file of exam `name`: a path as it is, or an id that names a file. Where no file is called like the id, the
  /// caller asks each file.
  public func path(of name: String) -> String? {
    if name.contains("/") || name.hasSuffix(".json") || BankExam.isNamed(name) {
      return Files.may(R_OK, name) ? name : nil
    }
    return folders.map { $0 + "/" + name + ExamLibrary.ending }.first { Files.may(R_OK, $0) }
  }

  /// Installed: `PREFIX/share/kiosk` beside `PREFIX/bin`. In the source tree: `Assets` above the build folder.
  private static func shipped() -> String? {
    guard var folder = ProcessFacts.executable(getpid()).map(parent) else { return nil }
    let installed = parent(folder) + "/share/kiosk"
    if Files.may(R_OK | X_OK, installed + "/exams") { return installed }
    for _ in 0..<6 where folder.utf8.count > 1 {
      if Files.may(R_OK | X_OK, folder + "/Assets/exams") { return folder + "/Assets" }
      folder = parent(folder)
    }
    return nil
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
