import { type Signal, signal } from '@preact/signals';

// Inputs

/** The settings that something has asked for, by their names. */
const known = new Map<string, Signal<string>>();

// Actions

/** Returns a setting of this browser, which {@link setPreference} changes. @param fallback - until it is changed. */
export function preference(name: string, fallback: string): Signal<string> {
  const present = known.get(name);
  if (present !== undefined) return present;
  const created = signal(stored(name) ?? fallback);
  known.set(name, created);
  return created;
}

/** Changes a setting, and keeps it for the next visit if the browser stores anything. */
export function setPreference(name: string, value: string): void {
  preference(name, value).value = value;
  try {
    localStorage.setItem(keyOf(name), value);
  } catch {
    // The user forbids it, or it is full: the setting lasts as long as the page.
  }
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

function keyOf(name: string): string {
  return `textmill-${name}`;
}
