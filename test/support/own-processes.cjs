// Loaded before the program: of all that runs on the machine it is shown only what the tests started. These name a home of
// the tests; the terminal, agent or client that started the tests, or is open beside them, names another one or none.
const fs = require('node:fs');
const os = require('node:os');
const { syncBuiltinESMExports } = require('node:module');

const { readFileSync } = fs;
const { userInfo } = os;

fs.readFileSync = (file, ...more) => {
  const text = readFileSync(file, ...more);
  const isOther =
    /^\/proc\/\d+\/environ$/.test(file) && !/(?:^|\0)HOME=[^\0]*madness-test/.test(text);
  return isOther ? '' : text;
};
// Nor what their user's own home says of clients.
os.userInfo = (...more) => ({ ...userInfo(...more), homedir: os.homedir() });
syncBuiltinESMExports();
