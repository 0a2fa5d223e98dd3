import { render } from 'preact';
import { Shell } from './shell.js';

// A file dropped outside the drop target would replace the page, and everything typed would be lost.
for (const type of ['dragover', 'drop'] as const) {
  addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

const root = document.getElementById('console');
if (root !== null) render(<Shell />, root);
