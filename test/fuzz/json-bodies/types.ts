import type { BodyEndpoint, BodyRow, BodyTable } from '../../support/json-bodies.js';

const types = {
  'a string': '"a"',
  'a number': '1.5',
  'a boolean': 'true',
  null: 'null',
  'an array': '[]',
  'an object': '{}',
} as const;

/** The type that a field accepts, and the body around it. */
interface Field {
  readonly endpoint: BodyEndpoint;
  readonly path: string;
  readonly takes: readonly (keyof typeof types)[];
  /** The text after the path in the error message. */
  readonly refusal: string;
  readonly around: (value: string) => string;
}

function fields(
  endpoint: BodyEndpoint,
  others: string,
  rows: readonly (readonly [string, keyof typeof types | '', string])[],
) {
  return rows.map(([path, takes, refusal]): Field => {
    const isElement = path.endsWith('[0]');
    const name = path.replace('[0]', '');
    const around = (value: string) => `{"${name}":${isElement ? `[${value}]` : value}${others}}`;
    return { endpoint, path, takes: takes === '' ? [] : [takes], refusal, around };
  });
}

const text = ['a string', 'must be a string'] as const;
const flag = ['a boolean', 'must be a boolean'] as const;
const list = ['an array', 'must be an array'] as const;

const all: readonly Field[] = [
  ...fields('run', ',"steps":["upper-case"]', [['input', ...text]]),
  ...fields('run', ',"input":"a"', [['steps', ...list]]),
  {
    endpoint: 'run',
    path: 'steps[0]',
    takes: ['a string', 'an object'],
    refusal: 'must be a string or an object',
    around: (value) => `{"input":"a","steps":[${value}]}`,
  },
  {
    endpoint: 'run',
    path: 'steps[1].toolSlug',
    takes: ['a string'],
    refusal: 'must be a string',
    around: (value) => `{"input":"a","steps":["upper-case",{"toolSlug":${value}}]}`,
  },
  {
    endpoint: 'run',
    path: 'steps[0].config',
    takes: ['an object'],
    refusal: 'must be an object',
    around: (value) => `{"input":"a","steps":[{"toolSlug":"upper-case","config":${value}}]}`,
  },
  {
    endpoint: 'run',
    path: 'steps[0].config.delimiter',
    takes: ['a string'],
    refusal: 'must be a string',
    around: (value) => `{"input":"a","steps":[{"toolSlug":"csv-json-converter","config":{"delimiter":${value}}}]}`,
  },
  {
    endpoint: 'run',
    path: 'steps[0].config.hasHeaders',
    takes: ['a boolean'],
    refusal: 'must be a boolean',
    around: (value) => `{"input":"a","steps":[{"toolSlug":"csv-json-converter","config":{"hasHeaders":${value}}}]}`,
  },
  ...fields('sanitize', '', [
    ['urls', ...list],
    ['urls[0]', ...text],
    ['url', ...text],
    ['input', ...text],
  ]),
  ...fields('sanitize', ',"url":"http://a"', [
    ['keepParams', ...list],
    ['keepParams[0]', ...text],
    ['extraParams', ...list],
    ['extraParams[0]', ...text],
    ['ignoreCase', ...flag],
    ['profile', '', 'must be one of: standard, conservative, extended, careful'],
    ['fragment', ...flag],
    ['normalize', ...flag],
    ['unwrap', ...flag],
  ]),
  ...fields('sort-dedupe', '', [
    ['lines', ...list],
    ['lines[0]', ...text],
    ['input', ...text],
  ]),
  ...fields('sort-dedupe', ',"lines":["a"]', [
    ['trimLines', ...flag],
    ['dropBlank', ...flag],
    ['dedupe', ...flag],
    ['ignoreCase', ...flag],
    ['sort', ...flag],
    ['direction', '', 'must be one of: asc, desc'],
  ]),
  ...fields('keys', '', [['plan', '', 'must be one of: pro']]),
  ...fields('keys', ',"plan":"pro"', [
    ['environment', '', 'must be one of: live, dev'],
    ['accountId', ...text],
    ['label', ...text],
    ['origins', ...list],
    ['origins[0]', ...text],
  ]),
  ...fields('origins', '', [
    ['origins', ...list],
    ['origins[0]', ...text],
  ]),
  {
    endpoint: 'label',
    path: 'label',
    takes: ['a string', 'null'],
    refusal: 'must be a string or null',
    around: (value) => `{"label":${value}}`,
  },
  ...fields('rotate', '', [['graceSeconds', '', 'must be an integer']]),
];

/** Every field of every endpoint with a value of every type that it does not accept. */
export const wrongTypes: readonly BodyTable[] = all.map(({ endpoint, path, takes, refusal, around }) => ({
  endpoint,
  status: 400,
  rows: Object.entries(types)
    .filter(([type]) => !takes.some((taken) => taken === type))
    .map(([type, value]): BodyRow => [`${type} for ${path}`, around(value), `${path} ${refusal}`]),
}));
