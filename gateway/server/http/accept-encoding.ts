import {
  type AcceptedCodings,
  type ContentCoding,
  codingOrders,
  mostPlainBytes,
  plainOnly,
  supportedCodings,
} from '#workers/content-coding.js';
import type { HeaderList } from './server.js';

/**
 * Returns the coding that an `Accept-Encoding` prefers: the one with the highest weight, among equals the first of `order`
 * (RFC 9110 section 12.5.3). '' if none is accepted, or `identity` is named with a higher weight. A plain response is
 * never refused, even with `identity;q=0`.
 */
export function preferredCoding(acceptEncoding: string, order: readonly ContentCoding[]): ContentCoding | '' {
  if (acceptEncoding === '') return '';
  const weights = weightsIn(acceptEncoding);
  const weightOf = (coding: ContentCoding): number =>
    weights.get(coding) ?? (coding === 'gzip' ? weights.get('x-gzip') : undefined) ?? weights.get('*') ?? 0;
  let best: ContentCoding | '' = '';
  let most = 0;
  for (const coding of order) {
    const weight = supportedCodings.includes(coding) ? weightOf(coding) : 0;
    if (weight > most) [best, most] = [coding, weight];
  }
  return most >= (weights.get('identity') ?? 0) ? best : '';
}

function weightsIn(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return weights;
}

/** Nearly all requests have the same one as the one before. */
let last: { readonly acceptEncoding: string; readonly accepted: AcceptedCodings } | undefined;

/** Returns the codings that the result of a request may have. */
export function acceptedCodings(acceptEncoding: string): AcceptedCodings {
  if (acceptEncoding === '') return plainOnly;
  if (last?.acceptEncoding !== acceptEncoding) {
    const short = preferredCoding(acceptEncoding, codingOrders.short);
    const long = preferredCoding(acceptEncoding, codingOrders.long);
    last = { acceptEncoding, accepted: { short, long } };
  }
  return last.accepted;
}

const varies: HeaderList = ['Vary', 'Accept-Encoding'];
const none: HeaderList = [];
const headersByCoding: Readonly<Record<ContentCoding, HeaderList>> = {
  gzip: ['Content-Encoding', 'gzip', ...varies],
  br: ['Content-Encoding', 'br', ...varies],
  zstd: ['Content-Encoding', 'zstd', ...varies],
};

/** Returns the headers of a result in this coding; those of a short plain one are the same for all clients. */
export function codingHeaders(coding: ContentCoding | '', bytes: number): HeaderList {
  if (coding !== '') return headersByCoding[coding];
  return bytes > mostPlainBytes ? varies : none;
}
