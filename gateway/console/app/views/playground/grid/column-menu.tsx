import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/** A choice of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly isChecked?: boolean;
  readonly act: () => void;
}

export interface ColumnMenuProps {
  readonly label: string;
  readonly sections: readonly (readonly [title: string, items: readonly MenuItem[]])[];
  /** What it belongs to, on the screen. */
  readonly anchor: DOMRect;
  /** @param isChosen - whether something was chosen, and not the menu left. */
  readonly onClose: (isChosen: boolean) => void;
}

/** From the edges of the window, in pixels. */
const margin = 8;

/** The menu of a column (WAI-ARIA Authoring Practices, "Menu Button"). */
export function ColumnMenu({ label, sections, anchor, onClose }: ColumnMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current: element } = menu;
    if (element === null) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const below = innerHeight - anchor.bottom - margin;
    const top = height <= below ? anchor.bottom : Math.max(margin, innerHeight - margin - height);
    element.style.top = `${top}px`;
    element.style.left = `${Math.max(margin, Math.min(anchor.left, innerWidth - margin - width))}px`;
    element.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
  }, [anchor]);
  useLayoutEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) onClose(true);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, []);
  const itemsOf = () => [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])];
  const press = (event: KeyboardEvent) => {
    const items = itemsOf();
    const at = items.indexOf(document.activeElement as HTMLElement);
    const move = (to: number) => items.at(to % items.length)?.focus();
    const { key } = event;
    if (key === 'ArrowDown') move(at + 1);
    else if (key === 'ArrowUp') move(at - 1);
    else if (key === 'Home') move(0);
    else if (key === 'End') move(-1);
    else if (key === 'Escape' || key === 'Tab') onClose(false);
    else if (/^[\p{L}\d]$/u.test(key)) {
      const found = [...items.slice(at + 1), ...items].find(({ textContent }) =>
        (textContent ?? '').trim().toLowerCase().startsWith(key.toLowerCase()),
      );
      found?.focus();
    } else return;
    // Escape would leave the full screen as well.
    event.stopPropagation();
    if (key !== 'Tab') event.preventDefault();
  };
  return (
    <div
      ref={menu}
      class="column-menu"
      role="menu"
      aria-label={label}
      onKeyDown={press}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) onClose(true);
      }}
    >
      {sections.map(([title, items], section) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu.
        <div key={title} role="group" aria-labelledby={`${id}-${section}`}>
          <div id={`${id}-${section}`} class="column-menu-title" role="presentation">
            {title}
          </div>
          {items.map(({ label: text, isChecked, act }) => (
            <button
              key={text}
              type="button"
              {...(isChecked === undefined
                ? { role: 'menuitem' as const }
                : { role: 'menuitemradio' as const, 'aria-checked': isChecked })}
              tabIndex={-1}
              onClick={() => {
                onClose(false);
                act();
              }}
            >
              {text}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
