#!/bin/sh
# Makes the seeds of the fuzz targets: every piece of every case file becomes a file in fuzz/corpus/TARGET; with a number N
# those of every Nth file.
set -eu
cd "$(dirname "$0")"
step=${1:-1}
for target in bytes tokens roundtrip interpret api; do
    mkdir -p "corpus/$target"
    find ../testsuite/cases -name '*.mlir' | sort | awk -v step="$step" 'NR % step == 1 || step == 1' | while read -r file; do
        name=$(echo "$file" | sed 's|.*/cases/||; s|[^A-Za-z0-9]|-|g')
        awk -v out="corpus/$target/seed-$name" '
            /^\/\/ -----[ \t]*$/ { close(out "-" n); n++; next }
            !/^\/\/ OUT:/ { print > (out "-" n) }' n=0 "$file"
    done
done
