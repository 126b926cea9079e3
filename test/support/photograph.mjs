// Preloaded with `node --import`: copies a folder just before each change of the disk, as a kill at that moment leaves it.
// With PHOTO_SPAWNS=1 also before each program that ours starts, which is git.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const { PHOTO_FROM: folder, PHOTO_TO: album, PHOTO_SPAWNS: spawns } = process.env;
const changes = [
  ...['appendFileSync', 'chmodSync', 'chownSync', 'fsyncSync', 'ftruncateSync', 'mkdirSync'],
  ...['openSync', 'renameSync', 'rmSync', 'rmdirSync', 'unlinkSync', 'writeFileSync', 'writeSync'],
  ...['mkdir', 'rmdir', 'utimes'],
];
let count = 0;
let isCopying = false;
for (const name of changes) {
  const real = fs[name];
  fs[name] = (...args) => {
    const reads = name === 'openSync' && (args[1] === undefined || args[1] === 'r');
    const talks = name === 'writeSync' && args[0] <= 2;
    if (!reads && !talks) photograph();
    return real.apply(fs, args);
  };
}
if (spawns === '1') {
  const real = childProcess.spawnSync;
  childProcess.spawnSync = (...args) => {
    photograph();
    return real.apply(childProcess, args);
  };
}

function photograph() {
  if (isCopying) return;
  isCopying = true;
  count += 1;
  fs.cpSync(folder, join(album, String(count)), { recursive: true });
  isCopying = false;
}
syncBuiltinESMExports();
