import { signal } from '@preact/signals';
import { chooseTheme, onThemeOfOtherPages, storedTheme, themes } from './theme.js';

const theme = signal(storedTheme());

onThemeOfOtherPages((changed) => {
  theme.value = changed;
});

/** The button that changes between the colours of the system, light and dark ones. */
export function ThemeSwitch() {
  const { title, next } = themes[theme.value];
  const change = () => {
    chooseTheme(next);
    theme.value = next;
  };
  return (
    <button type="button" class="button quiet theme-switch" onClick={change} title="Change the colours of the page">
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d="M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM8 3v10a5 5 0 0 1 0-10Z" />
      </svg>
      <span class="off-screen">Theme: </span>
      <span>{title}</span>
    </button>
  );
}
