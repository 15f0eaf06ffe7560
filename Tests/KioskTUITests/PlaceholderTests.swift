import Testing

@testable import KioskTUI

@Test func theProgramLinks() { _ = Entry() }
