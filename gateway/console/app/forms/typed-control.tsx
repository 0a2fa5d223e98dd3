import type { OptionSchema } from '../session/tool.js';
import type { ControlProps, Notation, Size } from './control.js';
import { useDraft } from './draft.js';
import { writings } from './notation.js';
import { OptionFrame } from './option-frame.js';

export interface TypedControlProps extends ControlProps {
  readonly notation: Notation;
  readonly size: Size;
}

/** How to type a value, unless it is obvious. */
const titles: Readonly<Partial<Record<Notation, string>>> = {
  escaped: String.raw`\n is a line feed, \t a tab, \\ a backslash`,
  name: 'Digits alone are a number, in double quotes they are a name',
  names: 'Digits alone are a number, in double quotes they are a name',
};

/** A typed value: a text, a list with one item per line, or JSON. */
export function TypedControl({ notation, size, schema, value, isRequired, onChange, ...frame }: TypedControlProps) {
  const { write, read } = writings[notation];
  const { default: fallback } = schema;
  const [shown, note] = useDraft(value, write);
  const isNothing = isCleared(schema, notation, isRequired);
  const attributes = {
    title: titles[notation],
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    required: isRequired,
    placeholder: isNothing && fallback !== undefined ? write(fallback) : undefined,
    value: shown,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      const typed = currentTarget.value;
      const meant = typed === '' && isNothing ? undefined : read(typed);
      note(typed, meant ?? fallback);
      onChange(meant);
    },
  } as const;
  return (
    <OptionFrame {...frame} isWide={size === 'page' || notation === 'json'}>
      {(ids) =>
        size === 'line' ? (
          <input {...ids} {...attributes} type="text" class="code" />
        ) : (
          <textarea {...ids} {...attributes} class={size} rows={size === 'page' ? 4 : 1} />
        )
      }
    </OptionFrame>
  );
}

/** Returns whether an empty field means an unset option, and not an empty text or list. */
function isCleared(schema: OptionSchema, notation: Notation, isRequired: boolean): boolean {
  if (notation === 'json' || notation === 'name') return true;
  const { default: fallback, minLength = 0, minItems = 0 } = schema;
  const isEmptyAllowed = notation === 'texts' || notation === 'names' ? minItems === 0 : minLength === 0;
  return !isEmptyAllowed || (fallback === undefined && !isRequired);
}
