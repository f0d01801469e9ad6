# awk -f digits.awk REFERENCE.csv RESULT.csv -- correct digits of the last row, the smallest over the
# columns; each is measured by its largest size in the reference, at least a millionth of the largest
# of all.
BEGIN { FS = "," }
FNR == 1 { file++; next }
file == 1 {
    for (i = 2; i <= NF; i++) {
        size = $i < 0 ? -$i : $i
        if (size > scale[i]) scale[i] = size
        if (size > largest) largest = size
        last[i] = $i
    }
}
file == 2 { n = NF; for (i = 2; i <= NF; i++) value[i] = $i }
END {
    worst = 1e-16
    for (i = 2; i <= n; i++) {
        if (scale[i] < 1e-6 * largest) scale[i] = 1e-6 * largest
        error = (value[i] - last[i]) / scale[i]
        if (error < 0) error = -error
        if (error != error) error = 1e9
        if (error > worst) worst = error
    }
    printf "%.1f\n", -log(worst) / log(10)
}
