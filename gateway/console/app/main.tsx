import { render } from 'preact';
import { Shell } from './shell.js';

const root = document.getElementById('console');
if (root !== null) render(<Shell />, root);
