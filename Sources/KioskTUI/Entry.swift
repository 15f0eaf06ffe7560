import KioskCore

@main
struct Entry {
  static func main() {
    print("kiosk")
  }
}
