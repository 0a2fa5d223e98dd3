/**
 * Copies a text to the clipboard. Over plain HTTP from another machine, browsers offer only an older way.
 *
 * @returns false if the browser refuses.
 */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const focusedBefore = document.activeElement;
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'off-screen';
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    return isCopied;
  }
}
