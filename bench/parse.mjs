// The baseline: streams files and parses every line, no more.
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [log, ...files] = process.argv.slice(2);
let count = 0;
for await (const line of createInterface({
  input: createReadStream(log),
  crlfDelay: Number.POSITIVE_INFINITY,
}))
  count += JSON.parse(line).event.length;
for (const file of files) count += JSON.parse(readFileSync(file, 'utf8')).length;
if (count === 0) process.exitCode = 1;
