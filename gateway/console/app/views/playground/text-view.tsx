import { useEffect, useState } from 'preact/hooks';
import type { TableSide } from '#gateway/console/engine/tables/messages.js';
import { Choice } from '../../parts/choice.js';
import { settledInput } from './content-store.js';
import { shownOutput } from './run-store.js';
import { canCompare, showAs, tableIn, tableOut, type ViewName, viewIn, viewOut } from './table-view-store.js';

type Views = typeof import('./lazy-views.js');

/** Chooses how a text is shown, if there is a choice. */
export function ViewChoice({ side }: { readonly side: TableSide }) {
  const isTable = (side === 'in' ? tableIn : tableOut).value !== undefined;
  const choices: readonly (readonly [view: ViewName, label: string])[] = [
    ['text', 'Text'],
    ...(isTable ? ([['table', 'Table']] as const) : []),
    ...(side === 'out' && canCompare.value ? ([['changes', 'Changes']] as const) : []),
  ];
  if (choices.length === 1) return null;
  return (
    <Choice
      label={`Show text ${side} as`}
      value={(side === 'in' ? viewIn : viewOut).value}
      choices={choices}
      onChange={(view) => showAs(side, view)}
    />
  );
}

/** What stands in place of a text: its table, or its changes. Their script is loaded when they are first wanted. */
export function TextView({ side }: { readonly side: TableSide }) {
  const [views, setViews] = useState<Views>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    import('./lazy-views.js').then(setViews, () =>
      setProblem('The script of this view cannot be loaded: reload the page.'),
    );
  }, []);
  if (views === undefined) return <p class="grid-message">{problem || 'Loading…'}</p>;
  if (side === 'out' && viewOut.value === 'changes')
    return <views.Changes before={settledInput.value} after={shownOutput.value?.text ?? ''} />;
  const table = (side === 'in' ? tableIn : tableOut).value;
  if (table === undefined) return null;
  return (
    <views.TableView
      side={side}
      label={`Text ${side}`}
      table={table}
      before={side === 'out' && canCompare.value ? tableIn.value : undefined}
    />
  );
}
