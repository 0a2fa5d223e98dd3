import type { Failures, PartFailure } from './failures.js';

/** Most failures that are written. */
const mostWritten = 20;

/** Collects the parts that failed and were forgiven, from a text that runs through the steps in pieces. */
export class FailureNotes {
  #count = 0;
  readonly #messages: string[] = [];

  /** @param firstLine - the number of the first line of the piece in the text. */
  add({ count, first }: Failures, firstLine: number): void {
    this.#count += count;
    for (const failure of first.slice(0, mostWritten - this.#messages.length)) {
      this.#messages.push(messageAt(failure, firstLine));
    }
  }

  get count(): number {
    return this.#count;
  }

  /** The first that failed. */
  get messages(): readonly string[] {
    return this.#messages;
  }

  /** Returns what failed, one line each; empty if nothing did. */
  text(): string {
    if (this.#count === 0) return '';
    const more = this.#count - this.#messages.length;
    const rest = more > 0 ? `and ${more.toLocaleString('en')} more\n` : '';
    return `${this.#messages.join('\n')}\n${rest}`;
  }
}

/** Returns a message with the line in the whole text. */
export function messageAt({ message, line }: Pick<PartFailure, 'message' | 'line'>, firstLine: number): string {
  return message.replace(` at line ${line}: `, ` at line ${line + firstLine - 1}: `);
}
