import { signal } from '@preact/signals';

/** What is searched for among the tools: kept while one looks at a tool and comes back. */
export const query = signal('');
