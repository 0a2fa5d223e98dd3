import { type Signal, signal } from '@preact/signals';

export interface StoredListOptions<Item> {
  /** Reads an item that was stored; undefined if it is invalid. */
  readonly read: (value: unknown) => Item | undefined;
  /** The most items. */
  readonly most: number;
  /** Replaced in tests. */
  readonly storage?: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
}

const full = 'The storage of this browser is full. Delete some recipes, and try again.';

/**
 * A list that this browser keeps. Where it keeps nothing, as in some private windows, the list lasts as long as the
 * page.
 */
export class StoredList<Item> {
  /** Changed by {@link change} and by other pages of this browser. */
  readonly items: Signal<readonly Item[]>;
  /** Whether the browser keeps the list. */
  readonly isKept = signal(true);
  readonly #key: string;
  readonly #options: StoredListOptions<Item>;

  /** @param name - of the list in the storage, after `textmill-`. */
  constructor(name: string, options: StoredListOptions<Item>) {
    this.#key = `textmill-${name}`;
    this.#options = options;
    this.items = signal<readonly Item[]>([]);
    this.items.value = this.#stored();
    onOtherPages((key) => {
      if (key === this.#key || key === null) this.items.value = this.#stored();
    });
  }

  /**
   * Changes the list, from what other pages of this browser have made of it.
   *
   * @returns why it is not changed; '' if it is.
   */
  change(changed: (items: readonly Item[]) => readonly Item[]): string {
    const items = changed(this.#stored());
    if (items.length > this.#options.most) return `There is room for ${this.#options.most} only. Delete some first.`;
    try {
      if (items.length === 0) this.#storage().removeItem(this.#key);
      else this.#storage().setItem(this.#key, JSON.stringify(items));
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') return full;
      this.isKept.value = false;
    }
    this.items.value = items;
    return '';
  }

  /** Anything may be in the storage: what is invalid is left out. */
  #stored(): readonly Item[] {
    try {
      if (!this.isKept.peek()) return this.items.peek();
      const stored: unknown = JSON.parse(this.#storage().getItem(this.#key) ?? '[]');
      if (!Array.isArray(stored)) return [];
      const items = stored.map(this.#options.read).filter((item) => item !== undefined);
      return items.slice(0, this.#options.most);
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      this.isKept.value = false;
      return this.items.peek();
    }
  }

  #storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
    return this.#options.storage?.() ?? localStorage;
  }
}

/** Calls back when another page of this browser changes a value, or all: null. Tests have no such pages. */
function onOtherPages(changed: (key: string | null) => void): void {
  const { addEventListener: listen } = globalThis as { addEventListener?: unknown };
  if (typeof listen === 'function') listen('storage', ({ key }: { readonly key: string | null }) => changed(key));
}
