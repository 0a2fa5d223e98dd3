import { listedNames } from '#engine/text/urls/tracking-lists.js';
import { SmallRandom } from './small-random.js';

const spaces = [
  ...[' ', '\t', '\n', '\r', '\v', '\f', '\u00a0', '\u1680', '\u2000', '\u200a', '\u2028', '\u2029', '\u202f'],
  ...['\u205f', '\u3000', '\ufeff'],
];
/** What is almost white space. */
const almostSpaces = ['\u0085', '\u200b', '\u00a1', '\u2030', '\u180e', '\x1c', '\x1f', '\0', '\x7f'];
const odd = [
  '"',
  '\\',
  '/',
  '#',
  '?',
  '&',
  '=',
  '%',
  '+',
  ';',
  'é',
  'ÿ',
  'ж',
  '日',
  '\uffff',
  '😀',
  '\u212a',
  '\u0130',
];
const schemes = [
  ...[
    'https://',
    'https://',
    'https://',
    'https://',
    'http://',
    'HTTPS://',
    'hTtp:',
    'https:\\/',
    '//',
    '/',
    '',
    '\\\\',
  ],
  ...[
    'mailto:',
    'tel:',
    'TEL:',
    'sms:12',
    'fax:1/',
    'callto:5',
    'javascript:1',
    'JavaScript:',
    'ftp://',
    'a+b-c.d:',
    'h:',
  ],
  ...['localhost:3000/', 'localhost:123456/', 'a:80', 'a:80x', 'http', 'httpss:', 'tels:8080/', '1a:', 'http:80'],
];
const hosts = [
  ...['example.com', 'example.com', 'e', '', 'www.youtube.com', 'YOUTUBE.com.', 'youtube.com:443', 'm.youtube.com:'],
  ...['a@youtube.com', 'youtube.com@e.com', 'amazon.de', 'www.amazon.com:80800', 'notamazon.com', 'com', 'google.com'],
  ...['x.twitter.com:123456', 'bücher.example', 'youtu\u212ae.com', 'a..b', '.', `${'a.'.repeat(140)}com`, '[::1]:80'],
];
const names = [
  ...new Set((['standard', 'extended'] as const).flatMap((profile) => listedNames(profile).map(({ name }) => name))),
];
const otherNames = [
  ...['a', 'id', 'q', 'utm_', 'utm_x', 'UTM_SOURCE', 'utm', 'pk_', 'pk_abc', 'Piwik_1', 'hsa_net', 'refs', 're', 'a b'],
  ...[
    ' c ',
    'd+e',
    'größe',
    'ÄÖ',
    '🚀',
    'x',
    'si',
    'tag',
    'utm_source2',
    'fbclid1',
    'fbcli',
    'GCLID',
    '__proto__',
    'utm_x y',
  ],
  ...['ſource', 'K\u212a', 'a'.repeat(17), 'utm_'.padEnd(1_030, 'x'), 'ref'.padEnd(40, 'f')],
];

type Options = Record<string, unknown>;

function nameOf(random: SmallRandom): string {
  const name = random.pick(random.oneIn(2) ? names : otherNames);
  if (random.oneIn(3)) return name;
  if (random.oneIn(5)) return encodeURIComponent(name);
  if (random.oneIn(5)) return name.replaceAll(' ', '+');
  if (random.oneIn(6)) return name.toUpperCase();
  if (random.oneIn(6))
    return name + random.pick([...odd, ...spaces, '%', '%4', '%zz', '%C3', '%c3%A9', '%ED%A0%80', '%00']);
  if (random.oneIn(6)) {
    // Some characters as escapes, some with a mistake in one.
    return name.replace(/[\0-\x7f]/g, (character) =>
      random.oneIn(3) ? `%${(character.charCodeAt(0) + (random.oneIn(30) ? 128 : 0)).toString(16)}` : character,
    );
  }
  return name;
}

function parameterOf(random: SmallRandom): string {
  if (random.oneIn(12)) return '';
  const name = nameOf(random);
  if (random.oneIn(8)) return name;
  return `${name}=${random.pick(['1', '', 'value', 'a=b', 'x'.repeat(random.below(60)), random.pick(odd), random.pick(spaces)])}`;
}

function queryOf(random: SmallRandom): string {
  const parameters = random.several(7, () => parameterOf(random));
  return `?${parameters.join(random.oneIn(15) ? '&&' : '&')}`;
}

/** Returns a URL, or what may stand in the place of one. */
function urlOf(random: SmallRandom): string {
  if (random.oneIn(25)) return random.several(4, () => random.pick([...spaces, ...almostSpaces, ...odd])).join('');
  const space = () =>
    random.oneIn(8) ? random.several(3, () => random.pick(random.oneIn(4) ? almostSpaces : spaces)).join('') : '';
  const path = random.pick([
    '/',
    '',
    '/a/b',
    '/dp/ref=sr_1',
    `/${'p'.repeat(random.below(40))}`,
    `/${random.pick(odd)}`,
  ]);
  const query = random.oneIn(8) ? '' : queryOf(random) + (random.oneIn(12) ? queryOf(random) : '');
  const fragment = random.oneIn(5) ? `#${random.pick(['', 'a', '?utm_source=1', 'x=1&ref=2', ' ', '#'])}` : '';
  return `${space()}${random.pick(schemes)}${random.pick(hosts)}${path}${query}${space()}${fragment}${space()}`;
}

/** Writes a string of JSON. Whatever is read from it, it may be malformed. */
function jsonOf(random: SmallRandom, text: string): string {
  const json = JSON.stringify(text);
  if (!random.oneIn(6)) return json;
  if (random.oneIn(3)) return json.replaceAll('/', '\\/');
  if (random.oneIn(2)) return json.replaceAll('&', '\\u0026').replaceAll('=', '\\u003D');
  return json.replace(/(?<!\\)[^\\"](?!["\\])/g, (unit) =>
    random.oneIn(4) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
  );
}

function listOf(random: SmallRandom): string {
  const gap = () => (random.oneIn(20) ? random.pick([' ', '\n\t', '\r\n    ', '\f']) : '');
  if (random.oneIn(400)) {
    const url = jsonOf(random, random.oneIn(4) ? '' : urlOf(random));
    return Array.from({ length: 498 + random.below(5) }, () => url).join(',');
  }
  const element = () => {
    if (random.oneIn(150))
      return random.pick(['1', 'null', '[]', '["a"]', '{}', 'true', '', '"\\ud800"', '"\\ud83d\\ude00"']);
    return `${gap()}${jsonOf(random, urlOf(random))}${gap()}`;
  };
  return random.several(6, element).join(random.oneIn(200) ? ',,' : ',');
}

/** The JSON of a text with a URL in each line, and some blank lines. */
function textOf(random: SmallRandom): string {
  const lines = random.several(6, () => (random.oneIn(5) ? random.pick(['', ' ', '\u3000']) : urlOf(random)));
  const text = lines.map((line) => line + random.pick(['\n', '\n', '\n', '\r\n', '\r'])).join('');
  return jsonOf(random, random.oneIn(2) ? text : text.slice(0, -1));
}

const profiles = ['standard', 'conservative', 'extended', 'careful'];

function optionsOf(random: SmallRandom): Options {
  const options: Options = {};
  if (random.oneIn(3)) return options;
  if (random.oneIn(2)) options.profile = random.pick(profiles);
  if (random.oneIn(4)) options.ignoreCase = true;
  if (random.oneIn(5)) options.keepParams = random.several(3, () => random.pick(random.oneIn(2) ? names : otherNames));
  if (random.oneIn(5)) options.extraParams = random.several(3, () => random.pick(otherNames));
  if (random.oneIn(20))
    options.extraParams = Array.from({ length: 500 }, (_, index) => `${random.below(9)}name${index}`);
  if (random.oneIn(10)) options.affiliateTags = true;
  if (random.oneIn(40)) options[random.pick(['fragment', 'normalize', 'unwrap', 'explain'])] = true;
  if (random.oneIn(60))
    Object.assign(options, random.pick([{ url: '' }, { input: '' }, { url: 'a?ref' }, { input: 'b' }]));
  if (random.oneIn(80))
    Object.assign(options, random.pick([{ other: 1 }, { profile: 'x' }, { keepParams: [''] }, { urls: ['last?ref'] }]));
  return options;
}

/**
 * Returns the body of a request to `sanitize` with a list or a text, well-formed or not. The same seed gives the same
 * body.
 */
export function sanitizeBody(seed: number): Buffer {
  const random = new SmallRandom(seed);
  const gap = () => (random.oneIn(15) ? random.pick([' ', '\n  ', '\t']) : '');
  const isText = random.oneIn(5);
  const list = `"${isText ? 'input' : 'urls'}"${gap()}:${gap()}${isText ? textOf(random) : `[${listOf(random)}]`}`;
  const members = Object.entries(optionsOf(random)).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  members.splice(random.oneIn(6) ? random.below(members.length + 1) : 0, 0, list);
  if (random.oneIn(100))
    members.push(random.pick([list, '"urls":[]', '"urls":["a?ref"]', '"__proto__":{"urls":["b"]}']));
  let body = `{${gap()}${members.join(`${gap()},`)}${gap()}}`;
  if (random.oneIn(100)) body = random.pick(['\ufeff', ' ', '\n', '[', '{"a":']) + body;
  // In short bodies a list is only found at the start.
  if (random.oneIn(2)) body = body.padEnd(200);
  const bytes = Buffer.from(body);
  return random.oneIn(10) ? changed(random, bytes) : bytes;
}

/** Returns bytes with a small change, which mostly makes them malformed. */
export function changed(random: SmallRandom, bytes: Buffer): Buffer {
  const at = random.below(bytes.length);
  const inserted = random.oneIn(2)
    ? Buffer.from(random.several(3, () => random.below(256)))
    : Buffer.from(random.pick(['"', '\\', '\\"', ',', ']', '[', '{', '}', ':', '\\u12', '"urls":[', '\n', '\ufffd']));
  const dropped = random.oneIn(2) ? random.below(3) : random.oneIn(5) ? bytes.length : 0;
  return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + dropped)]);
}
