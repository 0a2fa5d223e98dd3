import { useId, useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { chevronIcon } from '../../parts/icons.js';
import { givenTable, input, workflow } from './content-store.js';
import { detectedTable, setTable, table } from './table-store.js';
import { plainTable, readsTable, type TableForm, tableSummary } from './workflow/table.js';
import { allSteps } from './workflow/workflow.js';

/** What the table is, for all steps, and a form that changes it. */
export function TableLine() {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const form = table.value;
  const isMeant = givenTable.value !== undefined || allSteps(workflow.value).some(readsTable);
  if (form === undefined && (input.value === '' || !isMeant)) return null;
  return (
    <div class="table-line">
      <button
        type="button"
        class="table-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {chevronIcon}
        <span>
          {form === undefined ? 'No table' : tableSummary(form)}: <span class="table-change">change</span>
        </span>
      </button>
      {isOpen && <TableOptions id={id} form={form} />}
    </div>
  );
}

const delimiters = [
  [',', 'Comma'],
  [';', 'Semicolon'],
  ['tab', 'Tab'],
  ['|', 'Pipe'],
] as const;

const quotings = [
  ['strict', 'As in RFC 4180: "say ""hi"""'],
  ['backslash', String.raw`With backslashes: "say \"hi\""`],
  ['lenient', 'Stray quotes belong to cells'],
  ['none', 'Quotes have no meaning'],
] as const;

function TableOptions({ id, form }: { readonly id: string; readonly form: TableForm | undefined }) {
  const change = (part: Partial<TableForm>) => setTable({ ...(form ?? plainTable), ...part });
  const isUsual = delimiters.some(([value]) => value === form?.delimiter);
  return (
    <div class="table-options" id={id}>
      <Field label="Delimiter">
        {(ids) => (
          <select
            {...ids}
            value={form === undefined ? 'none' : isUsual ? form.delimiter : 'other'}
            onChange={({ currentTarget: { value } }) => {
              if (value === 'none') setTable('none');
              else change({ delimiter: value === 'other' ? ':' : value });
            }}
          >
            {delimiters.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
            <option value="other">Other</option>
            <option value="none">None: not a table</option>
          </select>
        )}
      </Field>
      {form !== undefined && !isUsual && (
        <Field label="Other delimiter">
          {(ids) => (
            <input
              {...ids}
              class="code"
              maxLength={4}
              autocomplete="off"
              value={form.delimiter}
              onInput={({ currentTarget: { value } }) => value !== '' && change({ delimiter: value })}
            />
          )}
        </Field>
      )}
      {form !== undefined && (
        <>
          <Field label="Quotes">
            {(ids) => (
              <select
                {...ids}
                value={form.quotes}
                onChange={({ currentTarget }) => change({ quotes: currentTarget.value as TableForm['quotes'] })}
              >
                {quotings.map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <label class="check">
            <input
              type="checkbox"
              checked={form.hasHeaders}
              onChange={({ currentTarget }) => change({ hasHeaders: currentTarget.checked })}
            />
            The first row names the columns
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={form.trim}
              onChange={({ currentTarget }) => change({ trim: currentTarget.checked })}
            />
            Blanks around cells are no part of them
          </label>
        </>
      )}
      {givenTable.value !== undefined && (
        <button
          type="button"
          class="button"
          onClick={({ currentTarget }) => {
            const toggle = currentTarget.closest('.table-line')?.querySelector('button');
            setTable(undefined);
            // This button goes.
            toggle?.focus();
          }}
        >
          As detected: {detectedTable.value === undefined ? 'no table' : tableSummary(detectedTable.value)}
        </button>
      )}
    </div>
  );
}
