import { Random } from '../corpora.js';

/** Generates texts of any length for tools, each of one kind. */

/**
 * Generates a text of at most this many characters (UTF-16 code units), and not many fewer.
 *
 * @param part - the index of the text among those of its kind.
 */
export type TextMaker = (characters: number, part?: number) => string;

interface Frame {
  readonly open?: string;
  readonly close?: string;
  readonly separator?: string;
}

/** Generates a text of as many records as fit. */
function records(record: (index: number, random: Random) => string, frame: Frame = {}): TextMaker {
  const { open = '', close = '', separator = '\n' } = frame;
  return (characters, part = 0) => {
    const random = new Random(17 + part);
    const first = part * 1_000;
    const parts: string[] = [];
    let room = characters - open.length - close.length;
    for (let index = first; ; index++) {
      const text = record(index, random);
      room -= text.length + (index === first ? 0 : separator.length);
      if (room < 0) return `${open}${parts.join(separator)}${close}`;
      parts.push(text);
    }
  };
}

const words = (
  'the of and a to in is you that it he was for on are with as his they be at one have this from or had by hot but ' +
  'some what there we can out other were all your when up use word how said an each she which do their time if will ' +
  'way about many then them would write like so these her long make thing see him two has look more day could go come'
).split(' ');
const names = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Zoë Ångström'];
const cities = ['London', 'Wilmslow', 'New York', 'Rotterdam', 'Los Angeles', 'Malmö'];

const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'curl/8.5.0',
];

function sentence(random: Random, length = random.integer(4, 16)): string {
  const text = Array.from({ length }, () => random.pick(words)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${random.pick(['.', '.', '.', '?', '!'])}`;
}

/** Returns a number that differs for each record and looks random. */
function mixed(index: number): number {
  return Math.imul(index + 1, 2_654_435_761) >>> 0;
}

function date(index: number): string {
  return new Date(Date.UTC(2020, 0, 1) + (mixed(index) % 200_000_000) * 1000).toISOString().slice(0, 19);
}

function address(index: number): string {
  return [24, 16, 8, 0].map((shift) => ((mixed(index) >>> shift) & 0xff) % 254).join('.');
}

const mail = (index: number): string => `user.${mixed(index) % 100_000}+news@mail${index % 50}.example.com`;
const phone = (index: number): string => `+1 213 373 ${String(mixed(index) % 10_000).padStart(4, '0')}`;
const url = (index: number): string =>
  `https://shop${index % 40}.example.com/p/${mixed(index)}?id=${index}&utm_source=mail&q=a%20b#top`;

const people = (index: number): string => {
  const tags = index % 3 === 0 ? '[]' : '["red","green"]';
  const home = `{"city":"${cities[index % 6]}","zipCode":"${mixed(index) % 100_000}","geo":{"lat":${index % 90}.25,"lon":4}}`;
  return `{"id":${index},"userName":"${names[index % 6]} ${index}","tags":${tags},"address":${home},"note":null,"empty":"","amount":${mixed(index) % 1000}.5}`;
};

const row = (index: number, random: Random): string =>
  `${index},"${names[index % 6]}",${cities[mixed(index) % 6]},${mixed(index) % 1000}.50,${date(index).slice(0, 10)},"${sentence(random, 4)} ""so"", he said"`;

const prose = records((_, random) => Array.from({ length: random.integer(2, 6) }, () => sentence(random)).join(' '), {
  separator: '\n\n',
});

/** The generators by kind. */
export const texts = {
  prose,
  lines: records((index, random) => `${sentence(random, 3)} ${mixed(index) % 5000}`),
  identifiers: records(
    (index, random) => `${random.pick(words)}_${random.pick(words)} XMLHttp${random.pick(words)} ${index}`,
  ),
  'indented lines': records((index, random) => `${'\t'.repeat(1 + (index % 4))}  ${sentence(random, 5)}`),
  'tab-separated': records((index) => `${index}\t${names[index % 6]}\t${cities[index % 6]}\t${mixed(index)}`),
  tree: records((index) => `${'  '.repeat(index % 4)}${index % 4 === 3 ? 'file' : 'folder'}-${index}`),
  csv: records(row, { open: 'id,name,city,amount,date,note\n' }),
  json: records(people, { open: '[', close: ']', separator: ',\n' }),
  'flat json': records((index) => `"list.${index}.name":"${names[index % 6]}","list.${index}.geo.lat":${index}`, {
    open: '{',
    close: '}',
    separator: ',',
  }),
  'broken json': records((index) => `{id: ${index}, 'name': '${names[index % 6]}', tags: ['a', 'b',],}`, {
    open: '[',
    close: '',
    separator: ',\n',
  }),
  'json in prose': records((index, random) => `${sentence(random)}\n\`\`\`json\n${people(index)}\n\`\`\``),
  xml: records(
    (index) =>
      `  <book id="${index}" lang='en'>\n    <title>Notes &amp; more ${index}</title><author/>\n    <!-- a note -->\n  </book>`,
    { open: '<?xml version="1.0"?>\n<books>\n', close: '\n</books>' },
  ),
  html: records(
    (index, random) =>
      `<h2 class="x">${sentence(random, 3)}</h2>\n<p>${sentence(random)} <b>bold</b> &amp; <a href="${url(index)}">a link</a>,<br>` +
      `caf&eacute;.</p>\n<ul><li>One</li><li class="x">Two</li></ul>\n<table><tr><th>a</th></tr><tr><td>${index}</td></tr></table>`,
    { open: '<!doctype html>\n<html><body>\n', close: '\n</body></html>' },
  ),
  'html table': records((index) => `<tr><td>${index}</td><td><b>${names[index % 6]}</b></td><td>a, "b"</td></tr>`, {
    open: '<table><tr><th>id</th><th>name</th><th>note</th></tr>',
    close: '</table>',
    separator: '',
  }),
  markdown: records(
    (index, random) =>
      `## ${sentence(random, 3)}\n\n${sentence(random)} **bold** and [a link](${url(index)}), \`code\`.\n\n* one\n* two\n\n` +
      `\`\`\`js\nlet a = ${index};\n\`\`\`\n\n> ${sentence(random)}\n\n| a | b |\n|---|---|\n| ${index} | x |`,
    { separator: '\n\n' },
  ),
  'markdown table': records((index) => `| ${index} | ${names[index % 6]} | ${mixed(index)} |`, {
    open: '| id | name | n |\n|---|:---|---:|\n',
  }),
  'front matter': records((index) => `key${index}: value ${mixed(index)}`, {
    open: '---\n',
    close: '\n---\n\n# Text\n',
  }),
  yaml: records(
    (index) =>
      `- id: ${index}\n  name: "${names[index % 6]}"\n  tags: [a, b]\n  address:\n    city: ${cities[index % 6]}`,
  ),
  toml: records((index) => `[[people]]\nid = ${index}\nname = "${names[index % 6]}"\ntags = ["a", "b"]\n`),
  ini: records((index) => `[section ${index}]\nname = ${names[index % 6]}\nport=${8000 + (index % 1000)}\n; a note\n`),
  'query string': records((index) => `key${index % 500}=caf%C3%A9+${mixed(index)}`, { separator: '&' }),
  sql: records(
    (index) =>
      `select id, name, count(*) from orders o join people p on p.id = o.person -- note\nwhere total > ${index} and name <> 'O''Brien' /* all */ group by id;`,
  ),
  javascript: records(
    (index) =>
      `// Adds.\nfunction add${index}(first, second) {\n  if (first > ${index}) { return first + second; } /* or */\n  return [first, \`b \${second}\`, /x\\/y/g, "text"];\n}`,
  ),
  css: records(
    (index) =>
      `/* Links */\na.x${index} > b, li:hover {\n  color: #ff0000;\n  margin: 0px 0.50em;\n}\n@media print { p { color: black } }`,
  ),
  contacts: records(
    (index, random) =>
      `${sentence(random, 5)} ${names[index % 6]} <${mail(index)}>, ${phone(index)}, card 4111 1111 1111 1111, from ${address(index)} on ` +
      `${date(index).slice(0, 10)}, see ${url(index)}. #News${index} @user${index} API_KEY="4f9d77aa${mixed(index)}"`,
  ),
  'access log': records(
    (index) =>
      `${address(index)} - - [10/Oct/2026:13:55:${10 + (index % 50)} +0000] "GET /a/${mixed(index)} HTTP/1.1" 200 ${index} "-" "${userAgents[index % 4]}"`,
  ),
  'user agents': records((index) => `${userAgents[index % 4]}.${index}`),
  urls: records(url),
  emails: records(mail),
  phones: records(phone),
  domains: records((index) => `bücher${mixed(index) % 10_000}.example`),
  'ip addresses': records(address),
  uuids: records((index) => `017f22e2-79b0-7cc3-98c4-${index.toString(16).padStart(12, '0')}`),
  networks: records((index) => `${address(index)}/${20 + (index % 12)}`),
  numbers: records((index) => `${mixed(index) % 1_000_000}.${index % 100}`),
  integers: records((index) => String(mixed(index))),
  'small integers': records((index) => String(1 + (mixed(index) % 3999))),
  expressions: records((index) => `2*(${index}+4)^2 / 7 - 0.1`),
  dates: records((index) => `${date(index)}Z`),
  timestamps: records((index) => String(1_500_000_000 + (mixed(index) % 300_000_000))),
  'cron lines': records((index) => `${index % 60} ${index % 24} * * 1-5`),
  accents: records((index, random) => `Crème brûlée à Genève, Žluťoučký kůň “naïve” — ${random.pick(words)}… ${index}`),
  emoji: records((index, random) => `Well done 👍🏽! 🎉 ${random.pick(words)} 👩‍💻 ${index}`),
  invisible: records((index, random) => `pass\u200bword \u00ad1\u00a02 ${random.pick(words)} ${index}`),
  mojibake: records((index) => `cafÃ© â€“ itâ€™s â‚¬5 ðŸ˜€ ${index}`),
  ansi: records((index) => `\u001b[1;32m✔\u001b[0m ${index} passing \u001b[90m(35ms)\u001b[0m`),
  base64: (characters, part) => Buffer.from(prose(Math.floor((characters * 3) / 4) - 3, part)).toString('base64'),
  'html entities': records((index) => `&lt;p&gt;Tom &amp; Jerry&#39;s caf&eacute; &#x1F600; ${index}`),
  'percent escapes': records((index) => `a%20b%26c%3D%C3%A9${index}`),
  'string escapes': records((index) => `say \\"hi\\"\\u0021\\n ${index}`, { separator: '\\n' }),
  // The only kind that is one long record: a token whose payload has many claims.
  jwt: (characters, part) => {
    const payload = records((index) => `"claim${index}":${mixed(index)}`, {
      open: '{"sub":"ann",',
      close: '}',
      separator: ',',
    });
    const [head, claims] = ['{"alg":"HS256"}', payload(Math.floor(((characters - 70) * 3) / 4), part)];
    return `${[head, claims].map((json) => Buffer.from(json).toString('base64url')).join('.')}.${'A'.repeat(43)}`;
  },
  names: records((index, random) => `${random.pick(words)}-${index}.example.com`),
  list: records((index) => `item ${mixed(index) % 300}`),
} as const satisfies Readonly<Record<string, TextMaker>>;

export type TextKind = keyof typeof texts;
