import { curlText } from '../curl-text.js';
import type { ExampleRequest, Variable } from './example-request.js';

/** A language of the examples. */
export interface Language {
  readonly name: string;
  readonly title: string;
  readonly code: (request: ExampleRequest) => string;
}

/**
 * The languages of the examples. Each example is a whole program that uses what most people have: fetch in TypeScript,
 * the package requests in Python, net/http in Go.
 */
export const languages: readonly Language[] = [
  { name: 'curl', title: 'curl', code: curl },
  { name: 'typescript', title: 'TypeScript', code: typeScript },
  { name: 'python', title: 'Python', code: python },
  { name: 'go', title: 'Go', code: go },
];

function curl({ method, address, secret, body }: ExampleRequest): string {
  const isImplied = method === 'GET' || (method === 'POST' && body !== undefined);
  return curlText({
    options: isImplied ? [] : [`-X ${method}`],
    address: `"${joined(address, ({ variable }) => `$${variable}`)}"`,
    secret: secret?.variable,
    body,
  });
}

function typeScript({ method, address, secret, body, isJson }: ExampleRequest): string {
  const quote = address.some(isVariable) ? '`' : "'";
  const headers = [
    ...(secret === undefined ? [] : [`    '${secret.header}': ${environmentOf(secret)},`]),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ];
  const literal = codeLiteral(body, { null: 'null', true: 'true', false: 'false' }, '  ', '  ');
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal}),`]),
  ];
  const url = quote + joined(address, ({ variable }) => `\${process.env.${variable}}`) + quote;
  return lines(
    options.length === 0 ? `const response = await fetch(${url});` : `const response = await fetch(${url}, {`,
    ...options,
    ...(options.length === 0 ? [] : ['});']),
    `console.log(response.status, await response.${isJson ? 'json' : 'text'}());`,
  );
}

function environmentOf({ prefix, variable }: NonNullable<ExampleRequest['secret']>): string {
  return prefix === '' ? `process.env.${variable} ?? ''` : `\`${prefix}\${process.env.${variable}}\``;
}

function python({ method, address, secret, body, isJson }: ExampleRequest): string {
  const literals = { null: 'None', true: 'True', false: 'False' };
  const isFormatted = address.some(isVariable);
  const environment = [...(isFormatted ? ['os'] : []), ...(secret === undefined ? [] : ['os'])];
  const value =
    secret && `${secret.prefix === '' ? '' : `${JSON.stringify(secret.prefix)} + `}os.environ["${secret.variable}"]`;
  const url = joined(address, ({ variable }) => `{os.environ['${variable}']}`);
  return lines(
    ...(environment.length > 0 ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${isFormatted ? 'f' : ''}"${url}",`,
    ...(secret === undefined ? [] : [`    headers={"${secret.header}": ${value}},`]),
    ...(body === undefined ? [] : [`    json=${codeLiteral(body, literals, '    ', '    ')},`]),
    ')',
    `print(response.status_code, response.${isJson ? 'json()' : 'text'})`,
  );
}

function go({ method, address, secret, body }: ExampleRequest): string {
  // As gofmt has it: no blanks around an operator between arguments.
  const url = `"${joined(address, ({ variable }) => `"+os.Getenv("${variable}")+"`)}"`.replace(/\+""$/, '');
  const usesOs = secret !== undefined || address.some(isVariable);
  const packages = ['fmt', 'io', 'net/http', ...(usesOs ? ['os'] : []), ...(body === undefined ? [] : ['strings'])];
  const prefix = secret?.prefix ? `"${secret.prefix}"+` : '';
  return lines(
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${goString(JSON.stringify(body))})`]),
    `\trequest, err := http.NewRequest("${method}", ${url}, ${body === undefined ? 'nil' : 'body'})`,
    ...goCheck,
    ...(secret === undefined
      ? []
      : [`\trequest.Header.Set("${secret.header}", ${prefix}os.Getenv("${secret.variable}"))`]),
    ...(body === undefined ? [] : ['\trequest.Header.Set("Content-Type", "application/json")']),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...goCheck,
    '\tdefer response.Body.Close()',
    '\ttext, err := io.ReadAll(response.Body)',
    ...goCheck,
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
  );
}

const goCheck = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];

/** A raw string, unless the text has what ends one or is dropped from one. */
function goString(text: string): string {
  return /[`\r]/.test(text) ? JSON.stringify(text) : `\`${text}\``;
}

function isVariable(part: string | Variable): part is Variable {
  return typeof part !== 'string';
}

function joined(address: ExampleRequest['address'], write: (variable: Variable) => string): string {
  return address.map((part) => (isVariable(part) ? write(part) : part)).join('');
}

function lines(...all: readonly string[]): string {
  return all.join('\n');
}

/** How a language writes what JSON writes as `null`, `true` and `false`. */
interface Literals {
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
function codeLiteral(value: unknown, literals: Literals, indent: string, base = ''): string {
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
