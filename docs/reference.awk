# For doxygen: the comment with which a header opens becomes what is said of the file, as it stands. In all others what
# doxygen would take for a command or a tag is made plain.
function plain(text)
{
    gsub(/\\/, "\\\\", text)
    gsub(/@/, "\\@", text)
    gsub(/&/, "\\\\\\&", text)
    gsub(/</, "\\<", text)
    gsub(/#/, "\\#", text)
    gsub(/"/, "\\\"", text)
    while (match(text, /`[^`]*`/))
        text = substr(text, 1, RSTART - 1) "<code>" substr(text, RSTART + 1, RLENGTH - 2) "</code>" substr(text, RSTART + RLENGTH)
    return text
}
FNR == 1 { is_opening = 1; print "/** @file"; if (FILENAME ~ /wend\.h$/) print "@mainpage wend"; print "@verbatim" }
is_opening && /^\/\// { sub(/^\/\/ ?/, ""); print; next }
is_opening { is_opening = 0; print "@endverbatim"; print "*/" }
{
    at = index($0, "///")
    if (at == 0) { print; next }
    mark = substr($0, at, 4) == "///<" ? "///<" : "///"
    print substr($0, 1, at - 1) mark plain(substr($0, at + length(mark)))
}
