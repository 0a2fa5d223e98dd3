import type { ComponentChildren } from 'preact';
import { whole } from './units.js';

export interface NumberTableProps {
  readonly title: string;
  /** The names of the columns: that of the first, and those of the numbers. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly [name: ComponentChildren, ...numbers: readonly number[]])[];
}

/** Numbers by name, below a heading. */
export function NumberTable({ title, heads, rows }: NumberTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, by keys as well.
    <section class="numbers-scroll" tabIndex={0} aria-label={title}>
      <table class={heads.length > 2 ? undefined : 'refusals'}>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" class={index > 0 ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...numbers], row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {numbers.map((number, index) => (
                <td key={heads[index]} class="number">
                  {whole(number)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
