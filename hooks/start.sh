# Starts the hook, for every shell but PowerShell. With the name of a switch: only where the user turned it on.
# A client that no terminal started often has no Node on its PATH: then the one that last ran madness does it.
own="${MADNESS_HOME:-${CLAUDE_CONFIG_DIR:-$HOME/.claude}/madness}"
[ -z "$1" ] || grep -qs "\"$1\": *true" "$own/config.json" || exit 0
node=
[ -r "$own/node" ] && IFS= read -r node < "$own/node"
[ -x "$node" ] || node=$(command -v node) || exit 0
"$node" "${0%/*}/../dist/hook.cjs"
exit 0
