# awk -f digits.awk MODEL.mo RESULT.csv -- correct digits at the end of a run.
# The smallest of -log10 |relative error| over the references in the comments of the model. With
# a line `// mixed: s` the error is taken relative to |value| + s, as the source of a problem does
# whose values end near zero.
/^\/\/ reference:/ { reference[$3] = $5; next }
/^\/\/ mixed:/ { size = $3; next }
FILENAME ~ /\.csv$/ {
    if (!have_names) {
        # Names are quoted and may hold commas: y[1,2].
        n = 0
        line = $0
        while (line != "") {
            if (substr(line, 1, 1) == "\"") {
                line = substr(line, 2)
                at = index(line, "\"")
                name[++n] = substr(line, 1, at - 1)
                line = substr(line, at + 1)
            } else {
                at = index(line, ",")
                name[++n] = at ? substr(line, 1, at - 1) : line
                line = at ? substr(line, at) : ""
            }
            if (substr(line, 1, 1) == ",") line = substr(line, 2)
        }
        have_names = 1
    } else last = $0
}
END {
    split(last, value, ",")
    for (i = 1; i <= n; i++) at_end[name[i]] = value[i]
    digits = 17
    for (v in reference) {
        if (!(v in at_end)) { print "nan"; exit }
        error = at_end[v] - reference[v]
        if (error < 0) error = -error
        error /= (reference[v] < 0 ? -reference[v] : reference[v]) + size
        d = error > 0 ? -log(error) / log(10) : 17
        if (!(d >= digits)) digits = d
    }
    printf "%.2f\n", digits
}
