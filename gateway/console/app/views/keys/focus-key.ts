/** Returns the id of a key's button in the list, where the focus returns to. */
export function manageButtonId(keyId: string): string {
  return `manage-${keyId}`;
}

/** Focuses the button of the first of these keys that is shown, or else the one that creates a key. */
export function focusKey(...keyIds: readonly (string | undefined)[]): void {
  requestAnimationFrame(() => {
    const ids = [...keyIds.filter((id) => id !== undefined).map(manageButtonId), 'create-key'];
    const button = ids.map((id) => document.getElementById(id)).find((found) => found !== null);
    // A dialog that was opened since keeps the focus.
    if (document.querySelector('dialog[open]') !== null) return;
    button?.focus();
    button?.scrollIntoView({ block: 'nearest' });
  });
}
