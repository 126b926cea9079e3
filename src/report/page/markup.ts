/** HTML or SVG that this file made: nothing else reaches a page unescaped. */
export interface Markup {
  readonly html: string;
}

type Child = Markup | string | number | undefined | readonly Child[];

/** An element; `children` are elements, or text that is escaped. An attribute without a value is left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: readonly Child[]
): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeText(shortened(value))}"`);
  const end = name === 'meta' ? '' : `</${name}>`;
  return { html: `<${name}${written.join('')}>${children.map(htmlOf).join('')}${end}` };
}

/** Places in a drawing: a tenth of a unit is seen by nobody. */
function shortened(value: string | number | undefined): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : String(value);
}

function htmlOf(child: Child): string {
  if (child === undefined) return '';
  if (typeof child === 'string' || typeof child === 'number') return escapeText(String(child));
  return 'html' in child ? child.html : child.map(htmlOf).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
