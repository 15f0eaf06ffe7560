// What libxml2's static library would bring along and never needs here, so that it is not linked in.
//
// ICU has character tables of 34 MB; banks are UTF-8 before libxml2 sees them (`BankEncoding`), so every other encoding is
// one that cannot be opened. Network: kiosk has none; with these there is no code that could open a connection. Files packed by
// xz are none that are read here, and liblzma would look at the processor at every start of the program.
//
// Debug builds have libxml2 as a shared library; these are in the way of its ICU there too, so that tests see what is released.

@_cdecl("ucnv_open_72") func noConverter() -> UnsafeMutableRawPointer? { nil }
@_cdecl("ucnv_close_72") func noConverterToClose() {}
@_cdecl("ucnv_convertEx_72") func noConversion() {}
@_cdecl("ucnv_setFromUCallBack_72") func noConverterFrom() {}
@_cdecl("ucnv_setToUCallBack_72") func noConverterTo() {}
@_cdecl("UCNV_FROM_U_CALLBACK_STOP_72") func noStopFrom() {}
@_cdecl("UCNV_TO_U_CALLBACK_STOP_72") func noStopTo() {}

@_cdecl("xmlNanoHTTPOpen") func noHTTP() -> UnsafeMutableRawPointer? { nil }
@_cdecl("xmlNanoHTTPMethod") func noHTTPMethod() -> UnsafeMutableRawPointer? { nil }
@_cdecl("xmlNanoHTTPRead") func noHTTPRead() -> Int32 { -1 }
@_cdecl("xmlNanoHTTPClose") func noHTTPClose() {}
@_cdecl("xmlNanoHTTPReturnCode") func noHTTPReturnCode() -> Int32 { -1 }
@_cdecl("xmlNanoHTTPEncoding") func noHTTPEncoding() -> UnsafeMutableRawPointer? { nil }
@_cdecl("xmlNanoHTTPMimeType") func noHTTPMimeType() -> UnsafeMutableRawPointer? { nil }
@_cdecl("xmlNanoHTTPRedir") func noHTTPRedir() -> UnsafeMutableRawPointer? { nil }
@_cdecl("xmlNanoFTPOpen") func noFTP() -> UnsafeMutableRawPointer? { nil }
@_cdecl("xmlNanoFTPRead") func noFTPRead() -> Int32 { -1 }
@_cdecl("xmlNanoFTPClose") func noFTPClose() -> Int32 { -1 }

@_cdecl("__libxml2_xzopen") func noXZ() -> UnsafeMutableRawPointer? { nil }
@_cdecl("__libxml2_xzdopen") func noXZDescriptor() -> UnsafeMutableRawPointer? { nil }
@_cdecl("__libxml2_xzread") func noXZRead() -> Int32 { -1 }
@_cdecl("__libxml2_xzclose") func noXZClose() -> Int32 { -1 }
@_cdecl("__libxml2_xzcompressed") func noXZCompressed() -> Int32 { 0 }
