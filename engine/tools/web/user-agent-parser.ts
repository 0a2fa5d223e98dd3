import { lazyLibrary } from '../../core/lazy-library.js';
import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { JsonLayout } from '../../text/json/json-layout.js';
import { type JsonObject, writeJsonTree } from '../../text/json/json-tree.js';
import { convertLines } from '../../text/lines/line-conversion.js';
import { nonBlankLines } from '../../text/lines/lines.js';
import { member, recordOutputOptions, textMember, writeRecords } from '../../text/records/record-output.js';

/**
 * Knows GPTBot and ClaudeBot. ua-parser-js 1.0.41 and my-ua-parser 2.0.4 know no bots; ua-parser-js 2 is AGPL.
 */
const bowser = lazyLibrary<typeof import('bowser')>('bowser');

/** How much of a line is looked at: three patterns of the library take polynomial time. Real ones are shorter. */
const longestAgent = 1_000;

export default defineTool({
  slug: 'user-agent-parser',
  title: 'Parse user agents',
  description: `Tells browser, version, engine, operating system and kind of device from the user agent (the header User-Agent) on each line, and whether it is a bot: a crawler such as Googlebot, GPTBot or ClaudeBot, or a program such as curl. What is unknown is null. Looks at the first ${longestAgent.toLocaleString('en')} characters of a line.`,
  config: Type.Object({
    format: {
      ...recordOutputOptions.format,
      description:
        'What to write: ndjson a JSON object on each line, where blank lines stay; json an array with an object on each line, csv a table. These two skip blank lines',
    },
    escapeFormulas: recordOutputOptions.escapeFormulas,
  }),
  examples: [
    {
      input:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      output:
        '{"browser":"Safari","version":"17.5","engine":"WebKit","engine_version":"605.1.15","os":"iOS","os_version":"17.5","device":"mobile","vendor":"Apple","model":"iPhone","bot":false,"user_agent":"Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"}',
    },
    {
      input: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)\n\ncurl/8.5.0\n',
      config: { format: 'csv' },
      output:
        'browser,version,engine,engine_version,os,os_version,device,vendor,model,bot,user_agent\nGooglebot,2.1,,,,,bot,Google,,true,Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)\ncurl,8.5.0,,,,,bot,,,true,curl/8.5.0',
    },
    {
      input: '-\n',
      output:
        '{"browser":null,"version":null,"engine":null,"engine_version":null,"os":null,"os_version":null,"device":null,"vendor":null,"model":null,"bot":false,"user_agent":"-"}\n',
    },
  ],
  keepsLines: [{ format: { enum: ['ndjson'] } }],
  run(input, { format, escapeFormulas }, limit) {
    if (format === 'ndjson') {
      const convert = (line: string) => writeJsonTree(agentRecord(line), oneLine, limit);
      return convertLines(input, { convert, invalid: 'error' }, limit);
    }
    return writeRecords(agentRecords(input), { format, escapeFormulas }, limit, names);
  },
});

const oneLine = new JsonLayout('');

const names = [
  'browser',
  'version',
  'engine',
  'engine_version',
  'os',
  'os_version',
  'device',
  'vendor',
  'model',
  'bot',
  'user_agent',
] as const;

function* agentRecords(text: string): Generator<JsonObject> {
  for (const line of nonBlankLines(text)) yield agentRecord(line);
}

let browserNames: ReadonlySet<string> | undefined;

/** Tests for a name that the library knows: for other agents it takes any text before a slash for a name. */
function isKnownBrowser(name: string | undefined): boolean {
  browserNames ??= new Set(Object.values(bowser().BROWSER_MAP));
  return name !== undefined && browserNames.has(name);
}

function agentRecord(line: string): JsonObject {
  const text = line.trim();
  const agent = text.slice(0, longestAgent).toWellFormed();
  const { browser, engine, os, platform } = bowser().parse(agent);
  // The library takes every app of Yahoo for its crawler, which is called Slurp.
  const isYahooApp = platform.type === 'bot' && platform.vendor === 'Yahoo' && !/slurp/i.test(agent);
  const { type, vendor, model } = isYahooApp ? {} : platform;
  const robot = type === 'bot' ? undefined : findRobot(agent);
  const known = isKnownBrowser(browser.name) ? browser : undefined;
  const product = known === undefined ? firstProduct(agent) : undefined;
  const named = robot ?? known ?? product;
  const isBot = type === 'bot' || robot !== undefined || (product !== undefined && isProgram(product.name));
  const values: Readonly<Record<(typeof names)[number], string | boolean | undefined>> = {
    browser: named?.name,
    version: named?.version,
    engine: engine.name,
    // The library takes the build date of Firefox, which is the same in all since 2010.
    engine_version: engine.name === 'Gecko' ? /rv:(\d[\d.]{0,20})/.exec(agent)?.[1] : engine.version,
    os: os.name,
    // NT 10.0 is known as 10.
    os_version: os.name === 'Windows' ? (os.versionName ?? os.version) : os.version,
    device: isBot ? 'bot' : type,
    vendor,
    model,
    bot: isBot,
    user_agent: text,
  };
  const members = names.map((name) => {
    const value = values[name];
    if (typeof value === 'boolean') return member(name, String(value));
    return value === undefined || value === '' ? member(name, 'null') : textMember(name, value);
  });
  return { members };
}

/** What a user agent calls itself. */
interface NamedAgent {
  readonly name: string;
  readonly version: string | undefined;
}

/** Programs and libraries that fetch pages without a person, in lower case. */
const programs = new Set(
  (
    'curl libcurl wget wget2 aria2 httpie xh python python-requests python-urllib python-httpx aiohttp scrapy urllib3 ' +
    'go-http-client go-resty okhttp java apache-httpclient jersey jakarta libwww-perl lwp axios node-fetch undici node got ' +
    'superagent deno bun postmanruntime insomnia guzzlehttp php symfony ruby faraday rest-client winhttp restsharp dart ' +
    'reqwest ureq hyper k6 apachebench ab siege wrk jmeter nmap masscan zgrab nuclei sqlmap nikto powershell ' +
    'windowspowershell msnbot-media headlesschrome phantomjs electron-fetch colly heritrix nutch java-http-client ' +
    'prometheus blackbox-exporter kube-probe elb-healthchecker googlehc uptimerobot pingdom'
  ).split(' '),
);

const robotName = /bot$|bot[-_.\d]|crawl|spider|slurp|scrap|fetcher|archiver|validator|monitor|^(?:bing|web)preview/i;

/** A phone of this make is no robot. */
const notRobot = /^cubot/i;

/** A word with or without a version, such as `AhrefsBot/7.0`, that stands by itself. */
const product = /(?<![^\s;,(])([A-Za-z][\w.-]{0,60})(?:\/v?(\d[\w.-]{0,30}))?(?![^\s;,)])/g;

/** Behind the name of a robot: where its owner tells about it. */
const aboutPage = /^[;,]? ?\(?\+https?:/;

/** Finds the first word that names a robot, or that is before the address of a page about one. */
function findRobot(agent: string): NamedAgent | undefined {
  for (const match of agent.matchAll(product)) {
    const [found, name = '', version] = match;
    const end = match.index + found.length;
    const isRobot = robotName.test(name) && !notRobot.test(name);
    if (isRobot || aboutPage.test(agent.slice(end, end + 12))) return { name, version };
  }
  return undefined;
}

/** Returns the first product, unless it is the Mozilla that nearly all browsers claim to be. */
function firstProduct(agent: string): NamedAgent | undefined {
  const [, name, version] = /^([A-Za-z][\w.+-]{0,60})(?:\/v?(\d[\w.-]{0,30}))?(?=[\s;,(]|$)/.exec(agent) ?? [];
  return name === undefined || name === 'Mozilla' || (version === undefined && !isProgram(name))
    ? undefined
    : { name, version };
}

/** Tests whether a product is a program that fetches pages without a person. */
function isProgram(name: string): boolean {
  return programs.has(name.toLowerCase());
}
