// swift-tools-version: 6.0
import PackageDescription

// KioskTUI is an executable whose parts are tested, so its entry point is `@main` in Entry.swift.
//
// Neither regular expressions nor concurrency are used, so neither is imported unasked: what is linked in is a third smaller.
let lean: [SwiftSetting] = [
  .unsafeFlags([
    "-Xfrontend", "-disable-implicit-string-processing-module-import",
    "-Xfrontend", "-disable-implicit-concurrency-module-import",
  ])
]

let package = Package(
  name: "kiosk",
  products: [
    .library(name: "KioskCore", targets: ["KioskCore"]),
    .executable(name: "kiosk", targets: ["KioskTUI"]),
    .executable(name: "kiosk-speech", targets: ["KioskSpeech"]),
    .executable(name: "kiosk-helps", targets: ["KioskHelps"]),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", path: "Sources/CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CLinux", path: "Sources/CLinux", providers: [.apt(["libc6-dev"])]),
    .systemLibrary(name: "CSQLite", path: "Sources/CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSodium", path: "Sources/CSodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(name: "CVterm", path: "Sources/CVterm", providers: [.apt(["libvterm-dev"])]),
    .systemLibrary(
      name: "CEspeak", path: "Sources/CEspeak", providers: [.apt(["libespeak-ng-dev", "libpcaudio-dev"])]),
    .systemLibrary(name: "CHunspell", path: "Sources/CHunspell", providers: [.apt(["libhunspell-dev"])]),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CXML2", path: "Sources/CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CHarness", path: "Tests/CHarness"),
    // What kiosk and its voice say to each other.
    .target(name: "KioskVoice", swiftSettings: lean),
    // What kiosk and its helps say to each other, and words: where they lie in a text, which begin like one.
    .target(name: "KioskWords", dependencies: ["KioskVoice"], swiftSettings: lean),
    // What a look-up shows, as it travels from where it is found to the screen.
    .target(name: "KioskPage", swiftSettings: lean),
    // Dictionaries in dictd's format; only the helps' own program reads them.
    .target(name: "KioskReference", dependencies: ["KioskPage", "CZlib"], swiftSettings: lean),
    .target(
      name: "KioskCore",
      dependencies: ["KioskVoice", "KioskWords", "KioskPage", "CLinux", "CSQLite", "CSodium", "CXML2"],
      swiftSettings: lean),
    .executableTarget(
      name: "KioskTUI", dependencies: ["KioskCore", "KioskVoice", "KioskWords", "KioskPage", "CNcurses"],
      swiftSettings: lean),
    // The voice, a program of its own: linked to shared libraries, which kiosk itself is not.
    .executableTarget(name: "KioskSpeech", dependencies: ["KioskVoice", "CEspeak"], swiftSettings: lean),
    // Spell check, suggestions, look-up: a program of its own too, which does not run where none of them is allowed.
    .executableTarget(
      name: "KioskHelps", dependencies: ["KioskVoice", "KioskWords", "KioskPage", "KioskReference", "CHunspell"],
      swiftSettings: lean),
    .executableTarget(name: "KioskBench", dependencies: ["KioskCore", "CSQLite"], path: "Benchmarks/Store"),
    // The example of docs/locking-your-program.md.
    .executableTarget(name: "KioskLockedProgram", dependencies: ["KioskCore"], path: "Tests/LockedProgram"),
    .executableTarget(name: "KioskCrashProbe", dependencies: ["KioskCore", "CHarness"], path: "Tests/CrashProbe"),
    .target(
      name: "FuzzTargets", dependencies: ["KioskCore"], path: "Fuzz",
      exclude: ["run", "coverage", "corpus", "README.md"]),
    .target(
      name: "SittingScript", dependencies: ["KioskCore", "KioskPage", "KioskWords"], path: "Tests/SittingScript"),
    .testTarget(
      name: "KioskCoreTests",
      dependencies: [
        "KioskCore", "KioskVoice", "KioskWords", "KioskPage", "KioskReference", "KioskCrashProbe", "SittingScript",
        "FuzzTargets", "CSQLite", "CHarness",
      ]),
    .testTarget(
      name: "KioskTUITests",
      dependencies: [
        "KioskTUI", "KioskCore", "KioskVoice", "KioskWords", "KioskPage", "KioskLockedProgram", "CVterm", "CHarness",
        "SittingScript",
      ],
      exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)
