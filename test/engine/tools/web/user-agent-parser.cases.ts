import assert from 'node:assert/strict';
import { assertLinear } from '../../../support/growth.js';
import { resultOf, type ToolCases, type ToolRow } from '../../../support/tool-cases.js';

const slug = 'user-agent-parser';
const names = 'browser version engine engine_version os os_version device vendor model bot'.split(' ');
const nothing = names.map((name) => (name === 'bot' ? false : null));

function record(agent: string, values: readonly unknown[]): string {
  return JSON.stringify({ ...Object.fromEntries(names.map((name, i) => [name, values[i]])), user_agent: agent });
}

function agent(text: string, values: readonly unknown[]): ToolRow {
  return [text, record(text, values)];
}

const curl = ['curl', '8.5.0', null, null, null, null, 'bot', null, null, true];
const header = [...names, 'user_agent'].join(',');

export default {
  slug,
  cases: [
    agent(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68',
      ['Microsoft Edge', '126.0.2592.68', 'Blink', null, 'Windows', '10', 'desktop', null, null, false],
    ),
    agent('Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', [
      'Firefox',
      '128.0',
      'Gecko',
      '128.0',
      'Linux',
      null,
      'desktop',
      null,
      null,
      false,
    ]),
    agent(
      'Mozilla/5.0 (Linux; Android 10; SM-T510) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
      ['Chrome', '124.0.0.0', 'Blink', null, 'Android', '10', 'tablet', null, null, false],
    ),
    agent(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
      ['Safari', '17.4', 'WebKit', '605.1.15', 'macOS', '10.15.7', 'desktop', 'Apple', null, false],
    ),
    agent('Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)', [
      'GPTBot',
      '1.2',
      'Blink',
      null,
      null,
      null,
      'bot',
      'OpenAI',
      null,
      true,
    ]),
    agent('Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', [
      'ClaudeBot',
      '1.0',
      'Blink',
      null,
      null,
      null,
      'bot',
      'Anthropic',
      null,
      true,
    ]),
    agent('Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', [
      'AhrefsBot',
      '7.0',
      null,
      null,
      null,
      null,
      'bot',
      null,
      null,
      true,
    ]),
    agent('Mozilla/5.0 (compatible; Qwantify/2.4w; +https://www.qwant.com/)/2.4w', [
      'Qwantify',
      '2.4w',
      null,
      null,
      null,
      null,
      'bot',
      null,
      null,
      true,
    ]),
    agent(
      'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.99 Mobile Safari/537.36',
      ['Chrome', '80.0.3987.99', 'Blink', null, 'Android', '9', 'mobile', null, null, false],
    ),
    agent(
      'YahooMobile/1.0 (mail; 3.0.5.1311380); (Linux; U; Android 4.0.3; htc_runnymede Build/ICE_CREAM_SANDWICH_MR1);',
      ['Android Browser', null, null, null, 'Android', '4.0.3', null, null, null, false],
    ),
    agent('python-requests/2.31.0', ['python-requests', '2.31.0', null, null, null, null, 'bot', null, null, true]),
    agent('Wget', ['Wget', null, null, null, null, null, 'bot', null, null, true]),
    agent('MyApp/1.2 (x)', ['MyApp', '1.2', null, null, null, null, null, null, null, false]),
    agent('hello world', [null, null, null, null, null, null, null, null, null, false]),
    agent('Mozilla/5.0', [null, null, null, null, null, null, null, null, null, false]),
    agent('größe/5', [null, null, null, null, null, null, null, null, null, false]),
    agent('\u0000', [null, null, null, null, null, null, null, null, null, false]),
    agent('Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko', [
      'Internet Explorer',
      '11.0',
      'Trident',
      '7.0',
      'Windows',
      '7',
      'desktop',
      null,
      null,
      false,
    ]),
    agent('constructor/1.0', ['constructor', '1.0', null, null, null, null, null, null, null, false]),
    agent('__proto__', [null, null, null, null, null, null, null, null, null, false]),
    [
      ' curl/8.5.0\r\n\r\n-\r',
      `${record('curl/8.5.0', curl)}\r\n\r\n${record('-', nothing)}\r\n`,
      {},
      'blank lines stay',
    ],
    ['\n', '[]', { format: 'json' }],
    ['', ''],
    ['', header, { format: 'csv' }],
    ['\ncurl/8.5.0\n\nx', `[\n  ${record('curl/8.5.0', curl)},\n  ${record('x', nothing)}\n]`, { format: 'json' }],
    ['=x, "y"', `${header}\n,,,,,,,,,false,"'=x, ""y"""`, { format: 'csv', escapeFormulas: true }],
    agent(`${'x'.repeat(1_000)} Googlebot/2.1`, nothing),
    ['\ud800', record('\ud800', nothing), {}, 'a lone surrogate'],
    {
      long: ['a\n'.repeat(250_000), { error: 'the output would be longer than 4000000 characters' }],
    },
  ],
  checks: {
    'time is linear': () => {
      const pieces = [
        'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\n',
        'Macintosh FxiOS ',
        'linespider-',
        'slackbot 1.',
        'a/1',
        '\u{1f600}',
      ];
      for (const piece of pieces) assertLinear(piece, (text) => resultOf(slug, text, { format: 'csv' }));
    },
    'a long line is told by its start': () => {
      for (const start of ['Macintosh', 'slackbot', 'Mozilla/5.0 (']) {
        const line = (start + '-a1. FxiOS'.repeat(50_000)).slice(0, 499_000);
        const { user_agent: text, ...values } = JSON.parse(resultOf(slug, line));
        assert.equal(text, line);
        const { user_agent: _, ...expected } = JSON.parse(resultOf(slug, line.slice(0, 1_000)));
        assert.deepEqual(values, expected);
      }
    },
  },
} satisfies ToolCases;
