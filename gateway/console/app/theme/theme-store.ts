import { signal } from '@preact/signals';
import { chooseTheme, onThemeOfOtherPages, storedTheme, type Theme } from './theme.js';

// Inputs

/** The colours that the user has chosen. */
export const theme = signal(storedTheme());

// Effects

function startEffects(): void {
  // Another page of this browser changes the theme → this page has it, too.
  onThemeOfOtherPages((changed) => {
    theme.value = changed;
  });
}

// Actions

/** Shows the page in a theme, and remembers it. */
export function setTheme(next: Theme): void {
  chooseTheme(next);
  theme.value = next;
}

startEffects();
