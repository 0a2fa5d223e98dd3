/** A request of a load, without the head. */
export interface BenchRequest {
  /** Begins with a slash: `/v1/run`. */
  readonly path: string;
  /** JSON. */
  readonly body: string | Buffer;
}

/** Numbers that look random and are the same on every machine (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const words =
  'invoice order customer address total paid open Monday café naïve größe price delivery north reference note item e-mail'.split(
    ' ',
  );

function lines(count: number): string[] {
  const random = randomFrom(1);
  const word = () => words[random(words.length)];
  // One line in ten or so is repeated.
  return Array.from({ length: count }, () => ` ${word()} ${word()} ${random(10) === 0 ? 7 : random(100_000)}`);
}

function urls(count: number): string[] {
  const random = randomFrom(2);
  const tracking = ['utm_source=mail', 'utm_campaign=spring', 'gclid=Cj0KCQ', 'fbclid=IwAR2', 'mc_eid=4f2a'];
  return Array.from({ length: count }, () => {
    const own = `https://shop.example.com/${words[random(12)]}/${random(10_000)}?id=${random(1_000)}&lang=en`;
    return random(4) === 0 ? own : `${own}&${tracking[random(5)]}&${tracking[random(5)]}#reviews`;
  });
}

const to = (path: string, fields: object): BenchRequest => ({ path, body: JSON.stringify(fields) });
const sanitize = (count: number) => to('/v1/sanitize', { urls: urls(count) });
const sort = (count: number) => to('/v1/sort-dedupe', { lines: lines(count) });
const run = (characters: number) =>
  to('/v1/run', {
    input: lines(Math.ceil(characters / 10))
      .join('\n')
      .slice(0, characters),
    steps: ['trim-lines', 'remove-duplicate-lines', 'upper-case'],
  });

/** The fixed loads, by name: they are the same in all versions, so that figures can be compared. */
export const payloads = {
  small: { title: '/v1/run on 100 characters, 3 steps', requests: () => [run(100)] },
  urls: { title: '/v1/sanitize with 500 URLs', requests: () => [sanitize(500)] },
  lines: { title: '/v1/sort-dedupe with 5,000 lines', requests: () => [sort(5_000)] },
  text: { title: '/v1/run on 500,000 characters, 3 steps', requests: () => [run(500_000)] },
  mixed: {
    title: 'of ten requests six small, two of 20 URLs, one of 500 lines and one of 20,000 characters',
    requests: () => {
      const [small, urls] = [run(100), sanitize(20)];
      return [small, urls, small, small, sort(500), small, urls, small, run(20_000), small];
    },
  },
} as const satisfies Readonly<Record<string, { readonly title: string; requests(): readonly BenchRequest[] }>>;

export type PayloadName = keyof typeof payloads;
export const payloadNames = Object.keys(payloads) as PayloadName[];
