/** Whether shortcuts use the Command key instead of Ctrl. */
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the key that shortcuts are pressed with. */
export const commandKey = isApple ? '⌘' : 'Ctrl';

/** Returns whether the Ctrl key, or the Command key on a Mac, is pressed without Alt. */
export function isWithCommand({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey;
}

/** Returns the pressed letter, in lower case. On a keyboard without Latin letters, the one at the same place. */
export function letterOf({ key, code }: KeyboardEvent): string {
  if (/^[\x20-\x7e]$/.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : '';
}

const textTypes = new Set(['text', 'search', 'password', 'number', 'url', 'email', 'tel']);

/** A field that a text is typed into. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Returns the field that an event happened in, if a text can be typed into it. */
export function textFieldOf({ target }: Event): TextField | undefined {
  if (target instanceof HTMLTextAreaElement) return target.readOnly ? undefined : target;
  return target instanceof HTMLInputElement && textTypes.has(target.type) ? target : undefined;
}

/** Returns whether a modal dialog is open: the keys of the view behind it rest. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Calls back when no mouse button is pressed: a button that moves between press and release is not clicked. */
export function afterPress(callback: () => void): void {
  if (document.querySelector(':active') === null) {
    callback();
    return;
  }
  const released = () => {
    for (const type of releases) removeEventListener(type, released, true);
    // Behind the click.
    setTimeout(callback);
  };
  for (const type of releases) addEventListener(type, released, true);
}

const releases = ['mouseup', 'dragend', 'keyup'] as const;
