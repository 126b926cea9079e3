import { readFileSync } from 'node:fs';

/**
 * Of `outputs/called.txt`: a line `%% LABEL STATUS tool`, a line `$ command`, then what it printed. LABEL is `none` or the
 * signals that name the failure, parted by bars; STATUS is the exit code that the client saw.
 */
export function calledOutputs() {
  const all = readFileSync(new URL('../outputs/called.txt', import.meta.url), 'utf8');
  return all
    .split(/^%% /m)
    .slice(1)
    .map((part) => {
      const [head = '', command = '', ...lines] = part.trimEnd().split('\n');
      const [label = '', status = '', ...tool] = head.split(' ');
      return {
        tool: tool.join(' '),
        labels: label === 'none' ? [] : label.split('|'),
        failed: status !== '0',
        command: command.slice(2),
        text: `${status === '0' ? '' : `Exit code ${status}\n`}${lines.join('\n')}`,
      };
    });
}
