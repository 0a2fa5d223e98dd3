import { showTheme, storedTheme } from './theme.js';

// A small script that browsers run before they show the page: it never appears in the wrong colours first.
showTheme(storedTheme());
