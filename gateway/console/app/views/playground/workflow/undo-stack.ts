import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { isSame as isSameValue } from '../../../forms/values.js';
import type { TableForm } from './table.js';
import { allSteps, isSameWorkflow, type Workflow } from './workflow.js';

/** What a change replaces. */
export interface Content {
  readonly workflow: Workflow;
  readonly input: string;
  /** What the user says that the text is; undefined for what it looks like. */
  readonly table: GivenTable;
}

/** A table, or none. */
export type GivenTable = TableForm | 'none' | undefined;

/** A change that can be undone or redone. */
interface Entry {
  readonly description: string;
  /** The steps on the other side of the change. */
  readonly workflow: Workflow;
  /** The text on the other side of the change; undefined if the change did not replace the text. */
  readonly input: string | undefined;
  readonly table: GivenTable;
}

/** The most changes that can be undone. */
const maxEntries = 200;
/** The most characters of replaced texts that are kept, so that opening large files does not fill the memory. */
const maxCharacters = 4_000_000;

/**
 * The changes of the steps and of the text as a whole, to undo and redo. Text that the user types is not a change: its
 * field undoes it. Nothing is lost: redoing brings back the text that undoing replaced, even if it was typed.
 */
export class UndoStack {
  readonly #workflow: Signal<Workflow>;
  readonly #input: Signal<string>;
  readonly #table: Signal<GivenTable>;
  readonly #done = signal<readonly Entry[]>([]);
  readonly #undone = signal<readonly Entry[]>([]);
  /** The field that is being typed in: its next change belongs to the last entry. */
  #field: string | undefined;

  /** The description of the change that {@link undo} would undo; undefined without one. */
  readonly undoable: ReadonlySignal<string | undefined> = computed(() => this.#done.value.at(-1)?.description);
  /** The description of the change that {@link redo} would redo; undefined without one. */
  readonly redoable: ReadonlySignal<string | undefined> = computed(() => this.#undone.value.at(-1)?.description);

  constructor(workflow: Signal<Workflow>, input: Signal<string>, table: Signal<GivenTable>) {
    this.#workflow = workflow;
    this.#input = input;
    this.#table = table;
  }

  /**
   * Replaces the steps or the text.
   *
   * @param field - the field that the user types in, if any. Consecutive changes in one field are one entry.
   * @returns whether anything changed.
   */
  change(description: string, next: Partial<Content>, field?: string): boolean {
    const before: Content = { workflow: this.#workflow.value, input: this.#input.value, table: this.#table.value };
    const after: Content = { ...before, ...next };
    if (isSame(before, after)) return false;
    const last = this.#done.value.at(-1);
    const isContinued = field !== undefined && field === this.#field && last !== undefined;
    this.#field = field;
    if (isContinued && isSame({ ...before, workflow: last.workflow }, after)) {
      // Everything that was typed is deleted again.
      this.#field = undefined;
      this.#done.value = this.#done.value.slice(0, -1);
      this.#workflow.value = last.workflow;
      return true;
    }
    if (!isContinued) {
      const input = before.input === after.input ? undefined : before.input;
      const { workflow, table } = before;
      this.#done.value = bounded([...this.#done.value, { description, workflow, input, table }]);
    }
    this.#undone.value = [];
    this.#replace(after);
    return true;
  }

  /** Ends the entry of the field that the user types in. */
  endTyping(): void {
    this.#field = undefined;
  }

  /** Forgets all changes. */
  clear(): void {
    this.#field = undefined;
    this.#done.value = [];
    this.#undone.value = [];
  }

  /** Undoes the last change. @returns its description; undefined without one. */
  undo(): string | undefined {
    return this.#exchange(this.#done, this.#undone);
  }

  /** Redoes the change that was undone last. @returns its description; undefined without one. */
  redo(): string | undefined {
    return this.#exchange(this.#undone, this.#done);
  }

  #exchange(from: Signal<readonly Entry[]>, to: Signal<readonly Entry[]>): string | undefined {
    this.#field = undefined;
    const entry = from.value.at(-1);
    if (entry === undefined) return undefined;
    const { description, workflow, input, table } = entry;
    const back = input === undefined ? undefined : this.#input.value;
    from.value = from.value.slice(0, -1);
    const undone = { description, workflow: this.#workflow.value, input: back, table: this.#table.value };
    to.value = [...to.value, undone];
    this.#replace({ workflow, input: input ?? this.#input.value, table });
    return description;
  }

  #replace({ workflow, input, table }: Content): void {
    batch(() => {
      this.#workflow.value = workflow;
      this.#input.value = input;
      this.#table.value = table;
    });
  }
}

function isSame(one: Content, other: Content): boolean {
  const idsOf = ({ workflow }: Content) => allSteps(workflow).map(({ id }) => id);
  const isSameSteps =
    one.workflow === other.workflow ||
    (isSameWorkflow(one.workflow, other.workflow) && idsOf(one).join() === idsOf(other).join());
  return isSameSteps && one.input === other.input && isSameValue(one.table, other.table);
}

/** Drops the oldest entries beyond the bounds. */
function bounded(entries: readonly Entry[]): readonly Entry[] {
  let characters = 0;
  let first = entries.length;
  while (first > 0 && entries.length - first < maxEntries) {
    characters += entries[first - 1]?.input?.length ?? 0;
    // The last change can always be undone.
    if (characters > maxCharacters && first < entries.length) break;
    first -= 1;
  }
  return entries.slice(first);
}
