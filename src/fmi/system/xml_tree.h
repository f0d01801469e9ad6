// xml_tree.h -- a small text of XML as a tree; names are without their prefixes.
#ifndef FMI_XML_TREE_H
#define FMI_XML_TREE_H
#include "base/text.h"

typedef struct XmlElement {
    const char *name;
    const char **attributes; // name, value, ..., NULL
    struct XmlElement *first, *next;
    unsigned line;
} XmlElement;

// NULL, or why it is no XML.
const char *xml_read(Arena *out, const char *text, size_t length, XmlElement **root);
const char *xml_value(const XmlElement *e, const char *name); // of an attribute; NULL: none
// The first child of that name; NULL: none, also where `e` is NULL.
const XmlElement *xml_child(const XmlElement *e, const char *name);
#endif
