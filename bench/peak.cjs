// Loaded before a program: says its peak memory when it ends.
process.on('exit', () => {
  require('node:fs').writeSync(2, `peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)}\n`);
});
