import type { OptionSchema } from '../session/tool.js';
import type { Notation } from './control.js';
import { useDraft } from './draft.js';
import { writings } from './notation.js';
import type { ControlProps } from './option-field.js';
import { OptionFrame } from './option-frame.js';

export interface TypedControlProps extends ControlProps {
  readonly notation: Notation;
  /** Whether it may have several lines. */
  readonly isLong: boolean;
}

/** How a value is typed, where that does not go without saying. */
const hints: Readonly<Record<Notation, string>> = {
  escaped: '',
  plain: '',
  name: '',
  texts: 'One in each line.',
  names: 'One in each line.',
  json: 'As JSON.',
};

/** What is typed: a text, a list with one item in each line, or JSON. */
export function TypedControl({ notation, isLong, schema, value, isRequired, onChange, ...frame }: TypedControlProps) {
  const { write, read } = writings[notation];
  const [shown, note] = useDraft(value, write);
  const input = (typed: string) => {
    const meant = typed === '' && isCleared(schema, notation, isRequired) ? undefined : read(typed);
    note(typed, meant ?? schema.default);
    onChange(meant);
  };
  const help = [frame.help, hints[notation], escapesHint(shown, notation)]
    .filter((sentence) => sentence !== '')
    .join(' ');
  const common = {
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
    required: isRequired,
    value: shown,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => input(currentTarget.value),
  } as const;
  return (
    <OptionFrame {...frame} help={help} isWide={isLong}>
      {(ids) =>
        isLong ? (
          <textarea {...ids} {...common} class="code" rows={rowsOf(shown)} />
        ) : (
          <input {...ids} {...common} type="text" class="code" />
        )
      }
    </OptionFrame>
  );
}

/** Whether an empty field means that the option is not set, and not that it is an empty text or list. */
function isCleared(
  { default: fallback, minLength = 0, minItems = 0 }: OptionSchema,
  notation: Notation,
  isRequired: boolean,
): boolean {
  if (notation === 'json' || notation === 'name') return true;
  const isEmptyAllowed = notation === 'texts' || notation === 'names' ? minItems === 0 : minLength === 0;
  return !isEmptyAllowed || (fallback === undefined && !isRequired);
}

function escapesHint(shown: string, notation: Notation): string {
  const isWithEscapes = notation === 'escaped' && /\\[ntr\\u]/.test(shown);
  return isWithEscapes ? String.raw`\n is a line feed, \t a tab.` : '';
}

function rowsOf(text: string): number {
  const lines = text.length > 2_000 ? 8 : text.split('\n').length;
  return Math.min(8, Math.max(2, lines));
}
