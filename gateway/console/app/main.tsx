import { render } from 'preact';
import { Shell } from './shell.js';

// A file that is dropped beside the place for it would be shown instead of the page, and all that was typed be gone.
for (const type of ['dragover', 'drop'] as const) {
  addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

const root = document.getElementById('console');
if (root !== null) render(<Shell />, root);
