import type { Author } from '#gateway/server/storage/author.js';

/** Who makes the changes of tests that are not about who makes them. */
export const author: Author = { kind: 'system', at: Date.now() };
