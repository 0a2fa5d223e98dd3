import { useEffect, useRef, useState } from 'preact/hooks';
import type { TableFacts, TableOrder, TableSide } from '#gateway/console/engine/tables/messages.js';
import { GridRows, openTable, orderTable, type TableText } from './grid-source.js';
import { shownRows } from './grid-tools.js';
import { GridView, type OnAction, type Opened } from './grid-view.js';

export interface GridProps {
  readonly side: TableSide;
  /** Of the text: `Text in`. */
  readonly label: string;
  readonly table: TableText;
  /** The table in, which the table out is compared with. */
  readonly before?: TableText | undefined;
  readonly onAction: OnAction;
}

const noOrder: TableOrder = { contains: '', onlyChanged: false };

/** A text as a table: to look at, to sort and to filter, and to add steps for its columns (WAI-ARIA grid pattern). */
export function Grid({ side, label, table, before, onAction }: GridProps) {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState('');
  const [said, setSaid] = useState('');
  const [, redraw] = useState(0);
  const turn = useRef(0);
  const shown = useRef<Opened | undefined>(undefined);
  /** The order that was chosen last, and the table whose columns it names. */
  const wanted = useRef<{ readonly order: TableOrder; readonly facts?: TableFacts }>({ order: noOrder });
  const load = async (sentence = ''): Promise<void> => {
    turn.current += 1;
    const { current: own } = turn;
    try {
      const facts = await openTable(side, table, before);
      if (own !== turn.current) return;
      if ('problem' in facts) {
        setProblem(facts.problem);
        setOpened(undefined);
        shown.current = undefined;
        return;
      }
      if (wanted.current.facts !== facts) wanted.current = { order: sameOrder(wanted.current, facts), facts };
      const { order } = wanted.current;
      const count = await orderTable(side, order);
      if (own !== turn.current) return;
      const rows = new GridRows(side, facts.columns.length, () => redraw((times) => times + 1), shown.current?.rows);
      shown.current = { facts, order, count, rows };
      setOpened(shown.current);
      setProblem('');
      if (sentence !== '') setSaid(`${sentence}${shownRows(count, facts)}`);
    } catch (error) {
      if (own === turn.current) setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  useEffect(() => {
    void load();
    return () => {
      turn.current += 1;
    };
  }, [table.text, JSON.stringify(table.kind), before?.text, JSON.stringify(before?.kind)]);
  if (problem !== '') return <p class="grid-message">{`This text cannot be shown as a table: ${problem}`}</p>;
  if (opened === undefined) return <p class="grid-message">Reading the table…</p>;
  return (
    <GridView
      {...opened}
      {...{ label, table, onAction }}
      onOrder={(change, sentence) => {
        wanted.current = { ...wanted.current, order: { ...wanted.current.order, ...change } };
        void load(sentence);
      }}
      said={said}
    />
  );
}

/** Returns the order for a table with other columns. */
function sameOrder(
  { facts: earlier, order }: { readonly facts?: TableFacts; readonly order: TableOrder },
  facts: TableFacts,
) {
  const moved = (column: number | undefined): number | undefined => {
    const name = column === undefined ? undefined : earlier?.columns[column]?.name;
    const at = facts.columns.findIndex((one) => one.name === name);
    return name === undefined || at === -1 ? undefined : name === '' ? column : at;
  };
  const { sort, onlyChanged } = order;
  const column = sort && moved(sort.column);
  return {
    ...order,
    sort: sort !== undefined && column !== undefined ? { ...sort, column } : undefined,
    column: moved(order.column),
    onlyChanged: onlyChanged && facts.changes !== undefined,
  };
}
