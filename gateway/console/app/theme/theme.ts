/** The colours of the pages: those of the system, or always light or dark ones. */
export type Theme = 'system' | 'light' | 'dark';

/** In the storage of the browser. It is a preference, not a secret. */
const storageKey = 'textmill-theme';

/** The choice of each theme, and the next one that the switch offers. */
export const themes: Readonly<Record<Theme, { readonly title: string; readonly next: Theme }>> = {
  system: { title: 'System', next: 'light' },
  light: { title: 'Light', next: 'dark' },
  dark: { title: 'Dark', next: 'system' },
};

/** Returns the theme that this browser remembers. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    // The user has forbidden storage.
    return 'system';
  }
}

/** Shows the page in a theme; the style sheets read the attribute. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
}

/** Shows the page in a theme, and remembers it if the browser allows that. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** Calls a function when another page of this browser has changed the theme. */
export function onThemeOfOtherPages(changed: (theme: Theme) => void): void {
  addEventListener('storage', ({ key }) => {
    if (key !== storageKey && key !== null) return;
    const theme = storedTheme();
    showTheme(theme);
    changed(theme);
  });
}
