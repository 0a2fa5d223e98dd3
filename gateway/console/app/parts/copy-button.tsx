import { useEffect, useState } from 'preact/hooks';
import { copied } from './copied.js';

/** How long the button shows that it copied, in milliseconds. */
const saidMs = 1_600;

export interface CopyButtonProps {
  /** Called when the button is pressed. */
  readonly text: () => string;
  /** Called after copying, unless the browser refuses. */
  readonly onCopied?: () => void;
  readonly children?: string;
  readonly disabled?: boolean;
}

/** Copies a text to the clipboard, and says so without changing its width. */
export function CopyButton({ text, onCopied, children = 'Copy', disabled = false }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), saidMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    const isCopied = await copied(text());
    setSaid(isCopied ? 'Copied' : 'Not copied');
    if (isCopied) onCopied?.();
  };
  return (
    <button type="button" class="button quiet" disabled={disabled} onClick={copy}>
      <span class="swap" data-said={said === '' ? undefined : true}>
        <span>{children}</span>
        <span role="status">{said}</span>
      </span>
    </button>
  );
}
