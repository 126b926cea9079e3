import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withItem, withoutItem } from '../../src/application/setup/json-splice.js';

const rule = 'Bash(madness:*)';
const path = ['permissions', 'allow'];

describe('a permission rule spliced into settings', () => {
  test.each([
    [
      'of nothing',
      '{}\n',
      `{\n  "permissions": {\n    "allow": [\n      "${rule}"\n    ]\n  }\n}\n`,
    ],
    [
      'with an empty list',
      '{"permissions": {"allow": [ ]}}',
      `{"permissions": {"allow": ["${rule}"]}}`,
    ],
    [
      'with other rules, in the lines of the user',
      '{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Read"\r\n\t\t],\r\n\t\t"deny": []\r\n\t}\r\n}',
      `{\r\n\t"permissions": {\r\n\t\t"allow": [\r\n\t\t\t"Read",\r\n\t\t\t"${rule}"\r\n\t\t],\r\n\t\t"deny": []\r\n\t}\r\n}`,
    ],
    [
      'with a byte order mark and other keys',
      '\uFEFF{\n  "model": "a, {b} \\" [c]"\n}\n',
      `\uFEFF{\n  "model": "a, {b} \\" [c]",\n  "permissions": {\n    "allow": [\n      "${rule}"\n    ]\n  }\n}\n`,
    ],
    [
      'that have it',
      `{"permissions":{"allow":["${rule}"]}}`,
      `{"permissions":{"allow":["${rule}"]}}`,
    ],
  ])('%s', (_, before, after) => {
    expect(withItem(before, path, rule)).toBe(after);
    // What stands between the brackets of an empty list is not kept.
    const given = before.replace('[ ]', '[]').replace(`["${rule}"]`, '[]');
    expect(withoutItem(after, path, rule)).toBe(given);
  });

  test.each([
    ['with comments', '{ // mine\n}'],
    ['that are a list', '[]'],
    ['whose permissions are no object', '{"permissions": []}'],
    ['whose rules are no list', '{"permissions": {"allow": "Read"}}'],
    ['that are torn', '{"permissions": {"allow": ["Read"'],
  ])('%s: refused', (_, before) => {
    expect(withItem(before, path, rule)).toBeUndefined();
  });

  test('whatever they hold: the rule is added, and nothing else changes', () => {
    const settings = fc.record(
      {
        permissions: fc.record(
          { allow: fc.array(fc.string()), deny: fc.array(fc.string()) },
          { requiredKeys: [] },
        ),
        hooks: fc.jsonValue(),
        'a "key"': fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    const indents = fc.constantFrom('', '  ', '\t');
    fc.assert(
      fc.property(settings, indents, (value, indent) => {
        const before = JSON.stringify(value, null, indent);
        const after = withItem(before, path, rule);
        const { permissions = {}, ...others } = JSON.parse(before);
        const allow = [...(permissions.allow ?? []), rule];
        expect(JSON.parse(after ?? '')).toEqual({
          ...others,
          permissions: { ...permissions, allow },
        });
        expect(without(after ?? '', before)).toBe(true);
        const given = JSON.parse(withoutItem(after ?? '', path, rule) ?? '');
        expect(withItem(JSON.stringify(given, null, indent), path, rule)).toBe(after);
      }),
    );
  });
});

/** Is one text the other with one piece put in, an empty list or object apart? */
function without(after: string, before: string): boolean {
  let start = 0;
  while (start < before.length && after[start] === before[start]) start += 1;
  const rest = before.slice(start);
  return after.endsWith(rest) || after.endsWith(rest.replace(/^\s+/, ''));
}
