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
  // The browser sends `close` a task after it has closed the dialog and returned the focus. A press of Enter in between
  // would reach the button that opens the dialog, and open nothing. So what closes it says so immediately.
  const leave = () => {
    if (isGone.current) return;
    isGone.current = true;
    dialog.current?.close();
    onClose();
  };
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
      onCancel={({ target, currentTarget }) => {
        // That of a field for files inside the dialog bubbles.
        if (target === currentTarget) leave();
      }}
      onClose={leave}
      onMouseDown={({ target, currentTarget }) => {
        if (target === currentTarget) leave();
      }}
    >
      <div class="modal-body">
        <div class="modal-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="button quiet icon" aria-label="Close" onClick={leave}>
            ×
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
