#include "wend/base.h"

#define TEXT_OF(x)                      #x
#define VERSION_OF(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *wend_version(void)
{
    return VERSION_OF(WEND_VERSION_MAJOR, WEND_VERSION_MINOR, WEND_VERSION_PATCH);
}

const char *wend_status_name(wend_status status)
{
    switch (status)
    {
#define STATUS_NAME(name, text)                                                                                        \
    case name: return #name;
        WEND_STATUS_LIST(STATUS_NAME)
#undef STATUS_NAME
    }
    return "unknown status";
}

const char *wend_status_text(wend_status status)
{
    switch (status)
    {
#define STATUS_TEXT(name, text)                                                                                        \
    case name: return text;
        WEND_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "unknown status";
}

const char *wend_way_name(wend_way way)
{
    static const char *const names[] = {"refused",      "found",       "already there", "start blocked",
                                        "goal blocked", "unreachable", "out of budget"};
    return (unsigned)way < sizeof names / sizeof *names ? names[way] : "unknown";
}
