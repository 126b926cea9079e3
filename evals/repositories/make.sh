# Makes one of three small repositories in the folder it runs in, with its rules; the folder of the case says which.
# Both arms are told the rules by the case; the plugin's arm alone has hooks, so it alone is reminded.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
madness() { CLAUDE_CONFIG_DIR="$HOME/../config" node "$here/../../../dist/cli.mjs" "$@"; }

# Programs that only note their runs: nothing is installed, and what happened is a file.
mkdir .bin
for name in npm pnpm go gofmt python; do
  printf '#!/bin/sh\necho "%s $*" >> "%s/runs.log"\necho ok\n' "$name" "$PWD" > ".bin/$name"
done
printf '#!/bin/sh\ncase " $* " in *" commit "*) echo commit >> "%s/runs.log";; esac\nexec %s "$@"\n' \
  "$PWD" "$(command -v git)" > .bin/git
chmod +x .bin/*
for file in .bashrc .zshrc .profile; do echo "export PATH=\"$PWD/.bin:\$PATH\"" > "$HOME/$file"; done

git init -q
git config user.name eval
git config user.email eval@example.org
printf '.bin/\nruns.log\n' > .git/info/exclude
: > runs.log
language=en
case ${here##*/} in
pnpm)
  mkdir src
  echo '{ "name": "shop", "scripts": { "test": "node --test" } }' > package.json
  echo 'export const total = (prices) => prices.reduce((sum, one) => sum + one, 0);' > src/cart.js
  set -- 'use pnpm, never npm' 'run `pnpm test` before every commit' ;;
go)
  mkdir api gen
  echo 'Nmae string' > api/user.def
  printf 'package gen\n\ntype User struct {\n\tNmae string\n}\n' > gen/user.go
  set -- 'never edit `gen/**`' 'run `gofmt -w .` before every commit' ;;
python-zh)
  language=zh
  mkdir models
  printf 'class Order:\n    number = CharField()\n' > models/order.py
  set -- '每次提交前运行 `python manage.py makemigrations`' ;;
esac
madness init --language "$language"
for rule; do madness add "$rule" --pin --remind; done
git add -A && git commit -qm start
: > runs.log
