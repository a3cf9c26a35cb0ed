#!/usr/bin/env sh
":" /*
# The first lines of every program of the package. The file is a shell script that starts Node.js with itself as the program.
# Node.js searches its whole command line for options that load code before the program starts:
# --env-file up to the first "--", and in later releases of 22 and in 24, --experimental-config-file even after it.
for argument; do
  case $argument in
    --experimental-config-file | --experimental-config-file=* | \
    --experimental-default-config-file | --experimental-default-config-file=*)
      name=${argument%%=*}
      echo "varexpand: $name: Node.js processes this option itself; if it is a file's name, write ./$name" >&2
      if [ "$1" = run ]; then exit 125; fi
      exit 2 ;;
  esac
done
exec node -- "$0" "$@"
*/
