import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

export interface ModalProps {
  readonly title: string;
  /** Called on Escape, the close button, or a press outside. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog. The browser keeps the focus inside and restores it afterwards. The focus starts at the element with
 * the attribute `data-first`, or at the first focusable one.
 */
export function Modal({ title, onClose, children }: ModalProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  // Immediately: the next key press must go to the dialog.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    shown?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      // Restores the focus also if something else than its button closes the dialog.
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
