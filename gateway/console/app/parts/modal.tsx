import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface ModalProps {
  readonly title: string;
  /** Escape, the button, or a press outside. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A dialog over the page. The browser keeps the focus in it and gives it back afterwards. The focus begins at what has
 * the attribute `data-first`, or at the first thing that can take it.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  // At once: what is typed next goes to it.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      // Gives the focus back also where it is not its own button that ends it.
      isGone.current = true;
      shown?.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-labelledby={titleId}
      onClose={() => {
        if (!isGone.current) onClose();
      }}
      onMouseDown={({ target, currentTarget }) => {
        if (target === currentTarget) currentTarget.close();
      }}
    >
      <div class="modal-body">
        <div class="modal-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="button quiet icon" aria-label="Close" onClick={() => dialog.current?.close()}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
