import { createRequire } from 'node:module';
import { Random } from './corpora.js';

const { standard }: { standard: Record<string, string[]> } = createRequire(import.meta.url)(
  '../data/tracking-parameters.json',
);

/** Names that are removed by default. */
const trackingNames = Object.values(standard).flat();

const hosts = [
  'https://www.example.com',
  'https://shop.example.org',
  'http://example.net:8080',
  'https://bücher.example',
];
const paths = ['/', '/products/42', '/a/b/c.html', '/search', '/caf%C3%A9/menu', '/2026/03/14/why-we-moved-house'];
const ownParameters = [
  'id=7',
  'q=a%20b+c',
  'page=2',
  'sort=price',
  'lang=en-GB',
  'x=%2f%2F',
  'flag',
  'keywords=usb%E2%82%AC',
];
const signatures = ['X-Amz-Signature=5d2f8a9c', 'sig=Zm9vYmFy%3D', 'Signature=abc~def_&Key-Pair-Id=K2'];

const urlMakers = {
  mixed(random: Random): string {
    const kind = random.fraction();
    if (kind < 0.2) return `${place(random)}${fragment(random)}`;
    // Relative URLs, and signed ones.
    if (kind < 0.25) return `${random.pick(paths)}${query(random, 1, 1)}`;
    if (kind < 0.3) return `${place(random)}?${random.pick(signatures)}&${tracking(random)}`;
    return `${place(random)}${query(random, random.integer(0, 3), random.integer(0, 4))}${fragment(random)}`;
  },
  'without tracking': (random: Random) =>
    `${place(random)}${query(random, random.integer(0, 3), 0)}${fragment(random)}`,
  'all tracked': (random: Random) => `${place(random)}${query(random, 1, random.integer(1, 5))}`,
  long: (random: Random) => `${place(random)}${query(random, 25, 5)}#${'section-'.repeat(10)}`,
} as const;

export type UrlsName = keyof typeof urlMakers;
export const urlsNames = Object.keys(urlMakers) as UrlsName[];

/** Returns URLs as in mails and logs; `mixed` ones have queries, escapes, fragments and signatures, or none. */
export function urls(count: number, name: UrlsName = 'mixed'): string[] {
  const random = new Random(13);
  return Array.from({ length: count }, () => urlMakers[name](random));
}

function place(random: Random): string {
  return `${random.pick(hosts)}${random.pick(paths)}`;
}

/** Returns a query with this many own and tracking parameters in random order; '' for none. */
function query(random: Random, own: number, tracked: number): string {
  const parameters = [
    ...Array.from({ length: own }, () => random.pick(ownParameters)),
    ...Array.from({ length: tracked }, () => tracking(random)),
  ];
  for (let last = parameters.length - 1; last > 0; last--) {
    const other = random.integer(0, last);
    [parameters[last], parameters[other]] = [parameters[other] ?? '', parameters[last] ?? ''];
  }
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

function tracking(random: Random): string {
  return `${random.pick(trackingNames)}=${random.integer(1_000, 9_999_999).toString(36)}`;
}

function fragment(random: Random): string {
  return random.fraction() < 0.2 ? '#top' : '';
}
