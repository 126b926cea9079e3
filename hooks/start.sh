# Starts the hook, read by the very shell of the client; PowerShell passes it by. After `set SWITCH HANDLER`: only where
# the user turned that switch on, if it has a name. A client that no terminal started often has no Node on its PATH: then
# the one that last set up a memory does it. A user's own settings may end a shell at what fails or is not set, which for
# a hook is no end.
set +eu
own="${MADNESS_HOME:-${CLAUDE_CONFIG_DIR:-$HOME/.claude}/madness}"
# A value may stand in a line of its own: then the hook looks itself.
[ -z "$1" ] || { [ -r "$own/config.json" ] && grep -Eqs "\"$1\"[[:space:]]*(:[[:space:]]*(true|\$)|\$)" "$own/config.json"; } || exit 0
node= option=
[ -r "$own/node" ] && { IFS= read -r node || :; IFS= read -r option || :; } < "$own/node"
[ -f "$node" ] && [ -x "$node" ] || { option=; node=$(command -v node) || exit 0; }
hook="$CLAUDE_PLUGIN_ROOT/dist/hook.cjs"
# With fewer threads it starts quicker, and ends quicker by a signal that it sends itself. Of that signal a shell tells on
# its standard error, to which only Node shall. 9: another Node lies there now, and does not know the option. 127: `node`
# is a function of this shell. That, or what no hook ends with: it is of another machine or system, or cut short.
{
  (exec "$node" --v8-pool-size=1 ${option:+"$option"} "$hook" abrupt ${2:+"$2"} 2>&3 3>&-) ||
    case $? in
      9) "$node" "$hook" 2>&3 3>&- ;;
      1 | 126 | 127 | 132 | 139) node=$(command -v node) && "$node" "$hook" 2>&3 3>&- ;;
    esac
} 3>&2 2>/dev/null
exit 0
