/** How a language writes what JSON writes as `null`, `true` and `false`. */
export interface Literals {
  readonly null: string;
  readonly true: string;
  readonly false: string;
}

/** Values up to this length are on one line. */
const flatLength = 72;

/**
 * Writes a JSON value as an expression. Strings are those of JSON, whose escapes mean the same in JavaScript and Python.
 *
 * @param indent - of one level.
 * @param base - of the line in which the expression begins.
 */
export function codeLiteral(value: unknown, literals: Literals, indent: string, base = ''): string {
  if (value === null) return literals.null;
  if (typeof value === 'boolean') return literals[`${value}`];
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = base + indent;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Object.entries(value).map(([name, item]) => {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    return label + codeLiteral(item, literals, indent, inner);
  });
  const flat = `${open}${items.join(', ')}${close}`;
  if (flat.length <= flatLength && !flat.includes('\n')) return flat;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${base}${close}`;
}
