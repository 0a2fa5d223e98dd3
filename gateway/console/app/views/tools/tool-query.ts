import { signal } from '@preact/signals';

/** The search words of the list of tools. They stay when the user opens a tool and returns. */
export const query = signal('');
