/** Names that every JavaScript object inherits, and those that lead to its prototype. */
export const inheritedNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'valueOf',
];

/** JSON of an object with each name as a key. As an object literal, `{ __proto__: … }` would set the prototype. */
export function jsonOf(valueFor: (name: string, index: number) => string): string {
  return `{${inheritedNames.map((name, index) => `${JSON.stringify(name)}:${valueFor(name, index)}`).join(',')}}`;
}

const rows = (separator: string) => [inheritedNames, inheritedNames].map((row) => row.join(separator)).join('\n');
const each = (line: (name: string) => string) => inheritedNames.map(line).join('\n');
const polluting = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

/** Texts in every format that tools read, with these names as keys and values. */
export const inheritedTexts: Readonly<Record<string, string>> = {
  lines: `${inheritedNames.join('\n')}\n${inheritedNames.join('\n')}`,
  words: `${inheritedNames.join(' ')} ${inheritedNames.join(', ')}.`,
  CSV: rows(','),
  TSV: rows('\t'),
  'CSV with semicolons': rows(';'),
  'flat JSON': jsonOf((name) => JSON.stringify(name)),
  'nested JSON': jsonOf(() => jsonOf((_, index) => String(index))),
  'JSON that pollutes a careless merge': polluting,
  'a list of JSON objects': `[${jsonOf((_, index) => String(index))},${polluting}]`,
  NDJSON: `${jsonOf((_, index) => String(index))}\n${polluting}`,
  'names with paths': `{"__proto__.polluted":1,"constructor.prototype.polluted":1,"a.__proto__.polluted":[1],"__proto__[0]":1}`,
  YAML: each((name) => `${name}:\n  ${name}: ${name}`),
  'YAML that merges': 'a: &a\n  __proto__: {polluted: 1}\nb:\n  <<: *a\n  constructor: {prototype: {polluted: 1}}',
  'YAML anchors': each((name) => `- &${name} ${name}\n- *${name}`),
  TOML: each((name) => `[${name}]\n${name} = 1\n[${name}.polluted]\n${name}.x = 2`),
  INI: each((name) => `[${name}]\n${name} = ${name}\n${name}[] = 1`),
  env: each((name) => `${name}=${name}`),
  'a query string': `${inheritedNames.map((name) => `${name}=${name}`).join('&')}&__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1`,
  'a URL': `https://constructor.example/__proto__?${inheritedNames.map((name) => `${name}=1`).join('&')}#toString`,
  XML: `<r>${inheritedNames.map((name) => `<${name} ${name}="${name}">${name}</${name}>`).join('')}</r>`,
  HTML: `<table><tr>${inheritedNames.map((name) => `<th class="${name}" ${name}="1">${name}</th>`).join('')}</tr></table><h1 id="__proto__">__proto__</h1><__proto__>&__proto__;&constructor;</__proto__>`,
  Markdown: `${each((name) => `# ${name}`)}\n\n|${inheritedNames.join('|')}|\n${'|-'.repeat(inheritedNames.length)}|\n|${inheritedNames.join('|')}|\n\n${each((name) => `[${name}]: /${name}\n\n[${name}] \`${name}\``)}`,
  'front matter': `---\n${each((name) => `${name}: ${name}`)}\n---\n__proto__`,
  JavaScript: each((name) => `Object.prototype.${name} = function ${name}() { return { ${name}: '${name}' }; };`),
  CSS: each((name) => `.${name} { ${name}: ${name}; --${name}: 1 }`),
  SQL: each((name) => `SELECT ${name}, ${name}() FROM ${name} WHERE ${name} = '${name}'`),
  'a formula': inheritedNames.join('\n'),
  addresses: each((name) => `${name}@${name}.example`),
  entities: each((name) => `&${name};`),
  Morse: inheritedNames.join(' / '),
  'a tree': each((name) => `${name}\n  ${name}\n    ${name}`),
};
