// Preloaded with `node --import`: kills the process just before its nth change of the disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const deadline = Number(process.env.DIE_AT);
const changes = [
  ...['appendFileSync', 'chmodSync', 'chownSync', 'fsyncSync', 'ftruncateSync', 'mkdirSync'],
  ...['openSync', 'renameSync', 'rmSync', 'rmdirSync', 'unlinkSync', 'writeFileSync', 'writeSync'],
  ...['mkdir', 'rmdir', 'utimes'],
];
let count = 0;
for (const name of changes) {
  const real = fs[name];
  fs[name] = (...args) => {
    const reads = name === 'openSync' && (args[1] === undefined || args[1] === 'r');
    const talks = name === 'writeSync' && args[0] <= 2;
    if (!reads && !talks && ++count === deadline) process.kill(process.pid, 'SIGKILL');
    return real.apply(fs, args);
  };
}
syncBuiltinESMExports();
