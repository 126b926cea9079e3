# Runs dist/hooks/EVENT.cjs, which reads the event from standard input: `sh start.sh EVENT [guarded]`. It ends with 0, or with 7 where a message came.
set +eu
event=$1

# What a person or a project loads into every Node is for their programs: it would slow or break each hook.
if [ -n "${NODE_OPTIONS:-}" ]; then
  MADNESS_NODE_OPTIONS=$NODE_OPTIONS
  export MADNESS_NODE_OPTIONS
  unset NODE_OPTIONS
fi
own=${MADNESS_HOME:-${CLAUDE_CONFIG_DIR:-$HOME/.claude}/madness}

# Node starts only where a pattern of `grep -E` matches the payload. Neither a file of them nor any: always.
patterns=
gate=
if [ "$2" = guarded ]; then
  # The file lies there while a guard of this event is on; an empty one lets every payload through.
  [ -f "$own/guards/$event" ] || exit 0
  [ -s "$own/guards/$event" ] && gate=$own/guards/$event
fi
here=$gate
[ -s "$gate.worktree" ] && gate=$gate.worktree
case $event in
  pre-web-fetch | post-web-fetch) grep -qs '"page_cache"' "$own/config.json" || exit 0 ;;
  user-prompt-submit)
    # The first three are made from the table in typed-forms.ts; a test compares them.
    patterns='"prompt":"( |　| )*((/|／)(madness:)?madness( |　| )+)?(keep|pin|drop|show|留下|置顶|放弃|看看)( |　| )+([0-9a-f]|０|１|２|３|４|５|６|７|８|９|ａ|ｂ|ｃ|ｄ|ｅ|ｆ){8}( |　| )*(。|．|[.])?( |　| )*"
"prompt":"( |　| )*(/|／)(madness:)?madness( |　| )+(show|看看)( |　| )+([a-z0-9-]|０|１|２|３|４|５|６|７|８|９|ａ|ｂ|ｃ|ｄ|ｅ|ｆ){1,64}( |　| )*(。|．|[.])?( |　| )*"
"prompt":"( |　| )*(/|／)(madness:)?madness( |　| )+(trust|信任)(( |　| )+([0-9a-f]|０|１|２|３|４|５|６|７|８|９|ａ|ｂ|ｃ|ｄ|ｅ|ｆ){8})?( |　| )*(。|．|[.])?( |　| )*"
[Ll]ast (time|session)|[Ee]arlier|[Pp]reviously|other day|上次|上一次|上回|之前|以前|前几天|那个.*的'
    ;;
  file-changed) patterns='[/\\]inbox[/\\]+[^"/\\]*[.]jsonl"' ;;
  post-ask-user-question) patterns='"question":"\[[0-9a-f]{8}[] ]' ;;
esac

run() {
  # A client that no terminal started often has no Node on its PATH, so madness records the one that ran it.
  node=
  if [ -O "$own/node" ]; then
    # A file that its group or others may write could name any program.
    case $(ls -ldL "$own/node") in
      -????-??-*) IFS= read -r node < "$own/node" ;;
    esac
  fi
  # The recorded Node may be gone, or of another machine.
  if [ -f "$node" ] && [ -x "$node" ] && "$node" "$hook"; then
    :
  elif command -v node > /dev/null 2>&1; then
    node "$hook"
  elif [ "$event" = session-start ]; then
    printf '%s\n' '{"systemMessage":"madness: no Node was found, so nothing of it runs here. Install Node 20 or newer, or run madness doctor where there is one."}'
  fi
}
hook=${0%/hooks/*}/dist/hooks/$event.cjs
if [ -z "$patterns$gate" ]; then
  run
# The client sends one line, so what grep prints is the whole payload.
elif payload=$(LC_ALL=C grep -E ${gate:+-f "$gate"} ${patterns:+-e "$patterns"} 2> /dev/null); then
  # The wider patterns leave out the folder; without it they count in a work tree beside the project alone.
  if [ "$gate" != "$here" ]; then
    folder=${payload#*\"cwd\":\"}
    folder=${folder%%\"*}
    while [ -n "$folder" ] && [ ! -e "$folder/.git" ]; do folder=${folder%/*}; done
    [ -f "$folder/.git" ] || printf '%s\n' "$payload" | LC_ALL=C grep -qE -f "$here" || exit 0
  fi
  if [ "$event" = file-changed ]; then
    # The client hands on what a hook says on standard error when it ends with 2, as a shell does that finds no script.
    said=$(printf '%s\n' "$payload" | run)
    [ -z "$said" ] || { printf '%s\n' "$said" >&2; exit 7; }
  else
    printf '%s\n' "$payload" | run
  fi
fi
exit 0
