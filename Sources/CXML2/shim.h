// libxml2, for banks in Moodle's XML alone. Its static library wants zlib too, for files that it never opens here.
#ifndef KIOSK_CXML2_SHIM_H
#define KIOSK_CXML2_SHIM_H

// ICU's headers have the names that Foundation's have, and a handler of another encoding's shape matters to nobody here.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>

// xmlNewSAXParserCtxt is younger than Debian 12's libxml2: a context that reports to these handlers, and builds nothing itself.
static inline xmlParserCtxtPtr kiosk_xml_context(const xmlSAXHandler *handler) {
  xmlParserCtxtPtr context = xmlNewParserCtxt();
  if (context != NULL) *context->sax = *handler;
  return context;
}

// xmlStopParser frees what the function that reports an error may still be reading. This is what libxml2 itself does when
// memory runs out: every loop ends at its next turn.
static inline void kiosk_xml_stop(xmlParserCtxtPtr context) {
  context->disableSAX = 1;
  context->instate = XML_PARSER_EOF;
}

#endif
