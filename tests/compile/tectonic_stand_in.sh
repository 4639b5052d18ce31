#!/bin/sh
# Takes what tectonic's reference says it takes, nothing else, and lets xelatex do the work.
passes=2
[ "$1" = -X ] && [ "$2" = compile ] || { echo "error: unknown command $*"; exit 2; }
shift 2
while [ $# -gt 1 ]; do
    case $1 in
        --untrusted | --only-cached | -C | --keep-logs | --keep-intermediates | -k | --print | -p) ;;
        -Z) [ "$2" = continue-on-errors ] || { echo "error: unknown option -Z $2"; exit 2; }; shift ;;
        --pass) [ "$2" = tex ] || { echo "error: unknown pass $2"; exit 2; }; passes=1; shift ;;
        *) echo "error: unknown option $1"; exit 2 ;;
    esac
    shift
done
[ "$TECTONIC_UNTRUSTED_MODE" = 1 ] || { echo "error: trusted"; exit 1; }
if [ ! -f "$TECTONIC_CACHE_DIR/bundle" ]; then
    printf 'error: failed to open the bundle\ncaused by: the file is not cached\n'
    exit 1
fi
if touch "$TECTONIC_CACHE_DIR/bundle" 2>/dev/null; then
    echo "error: the cache can be written"
    exit 1
fi
stem=${1%.tex}
echo "note: Running TeX ..."
xelatex -no-shell-escape -interaction=nonstopmode "$1" >/dev/null
if [ "$passes" = 2 ] && grep -q 'Rerun' "$stem.log"; then
    echo "note: Rerunning TeX because \"$stem.aux\" changed ..."
    xelatex -no-shell-escape -interaction=nonstopmode "$1" >/dev/null
fi
rm -f "$stem.fls"
grep -q '^!' "$stem.log" && echo "warning: errors were issued by the TeX engine, but were ignored"
exit 0
