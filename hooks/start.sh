# Starts the hook, read by the very shell of the client; PowerShell passes it by. After `set SWITCH HANDLER`: only where
# the user turned that switch on, if it has a name. A client that no terminal started often has no Node on its PATH: then
# the one that last set up a memory does it. A user's own settings may end a shell at what fails or is not set, which for
# a hook is no end.
set +eu
own="${MADNESS_HOME:-${CLAUDE_CONFIG_DIR:-$HOME/.claude}/madness}"
# A value may stand in a line of its own: then the hook looks itself.
[ -z "$1" ] || { [ -r "$own/config.json" ] && grep -Eqs "\"$1\"[[:space:]]*(:[[:space:]]*(true|\$)|\$)" "$own/config.json"; } || exit 0
node=
[ -r "$own/node" ] && { IFS= read -r node || :; } < "$own/node"
hook="$CLAUDE_PLUGIN_ROOT/dist/hook.cjs"
# With these options of V8 a sixth of Node's start falls away, which is to hash the strings of its snapshot anew, and what
# runs once is compiled once. A hook ends with 0, or is killed by whoever wants no other: else this Node does not know them.
hear() {
  "$node" --no-rehash-snapshot --no-sparkplug --no-regexp-tier-up "$hook" ${2:+"$2"} ||
    case $? in
      130 | 137 | 143) ;;
      *) "$node" "$hook" ;;
    esac
}
# Or one of another machine or system, or cut short, or that does not know one of NODE_OPTIONS. An alias is no program.
{ [ -f "$node" ] && [ -x "$node" ] && hear "$@"; } ||
  { node=$({ unalias node || :; } 2> /dev/null; command -v node) && hear "$@"; } ||
  :
exit 0
