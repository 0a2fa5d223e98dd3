/** What a user agent calls itself. */
export interface NamedAgent {
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
export function findRobot(agent: string): NamedAgent | undefined {
  for (const match of agent.matchAll(product)) {
    const [found, name = '', version] = match;
    const end = match.index + found.length;
    const isRobot = robotName.test(name) && !notRobot.test(name);
    if (isRobot || aboutPage.test(agent.slice(end, end + 12))) return { name, version };
  }
  return undefined;
}

/** Returns the first product, unless it is the Mozilla that nearly all browsers claim to be. */
export function firstProduct(agent: string): NamedAgent | undefined {
  const [, name, version] = /^([A-Za-z][\w.+-]{0,60})(?:\/v?(\d[\w.-]{0,30}))?(?=[\s;,(]|$)/.exec(agent) ?? [];
  return name === undefined || name === 'Mozilla' || (version === undefined && !isProgram(name))
    ? undefined
    : { name, version };
}

/** Tests whether a product is a program that fetches pages without a person. */
export function isProgram(name: string): boolean {
  return programs.has(name.toLowerCase());
}
