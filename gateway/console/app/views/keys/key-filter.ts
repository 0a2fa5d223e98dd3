import type { Key } from './key.js';

export type StatusFilter = 'active' | 'revoked' | 'all';

/** @param text - words that must all be in the label, the last four characters, the account or an origin. */
export function filterKeys(keys: readonly Key[], text: string, status: StatusFilter): Key[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return keys.filter((key) => {
    if (status !== 'all' && (key.revokedAt === null) !== (status === 'active')) return false;
    const searched = [key.label ?? '', key.last4, key.accountId, ...key.origins].join('\n').toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}
