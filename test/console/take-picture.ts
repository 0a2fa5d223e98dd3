import { fileURLToPath } from 'node:url';
import { chromium, TestBrowser } from '../support/browser.js';
import { startTestGateway } from '../support/gateway.js';
import { fragmentOf, openPlayground } from '../support/playground.js';

/** `npm run docs:picture`: takes the picture of the console that README.md shows, from a gateway that it starts. */
const picture = fileURLToPath(new URL('../../gateway/console/playground.png', import.meta.url));

const text = 'name;city\nAda Lovelace;London\nGrace Hopper;New York\nAda Lovelace;London\n';
const steps = [
  'remove-duplicate-lines',
  { toolSlug: 'csv-json-converter', config: { delimiter: ';' } },
  'json-formatter',
];
const result = [
  '[',
  '  {',
  '    "name": "Ada Lovelace",',
  '    "city": "London"',
  '  },',
  '  {',
  '    "name": "Grace Hopper",',
  '    "city": "New York"',
  '  }',
  ']',
].join('\n');

const cleanups: (() => Promise<void>)[] = [];
const scope = { after: (cleanup: () => Promise<void>) => void cleanups.unshift(cleanup) };
try {
  const service = await startTestGateway(scope);
  const { secret } = await service.key();
  // The first run of a tool loads its libraries, which would show in the time of the run.
  await service.post('/v1/run', { input: text, steps }, secret);
  const viewport = { width: 1440, height: 640 };
  const { page, signIn, shows } = await openPlayground(
    new TestBrowser(scope, chromium),
    service,
    fragmentOf(steps, text),
    {
      viewport,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    },
  );
  await signIn(secret);
  await shows(result);
  await page.evaluate('document.activeElement.blur()');
  await page.screenshot({ path: picture });
} finally {
  for (const cleanup of cleanups) await cleanup();
}
process.stdout.write(`wrote ${picture}\n`);
