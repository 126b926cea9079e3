// Starts the bundle of one event by its name, which PowerShell and tests pass as an argument.
import { join } from 'node:path';

const name = process.argv[2] ?? '';
if (/^[a-z]+(?:-[a-z]+)*$/.test(name)) {
  try {
    require(join(__dirname, 'hooks', `${name}.cjs`));
  } catch {
    // A hook never fails what it listens to.
  }
}
