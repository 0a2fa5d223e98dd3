import type { OptionSchema } from '../session/tool.js';
import { controlOf } from './control.js';
import { visible } from './escapes.js';
import { choiceLabel } from './label.js';

/** What stands beside an option's name: `required`, `0 to 10`, `up to 10 characters, default \n`. */
export function factsOf(schema: OptionSchema, isRequired: boolean, isChanged: boolean): string {
  const facts = [isRequired ? 'required' : '', boundsOf(schema), isChanged ? defaultOf(schema) : ''];
  return facts.filter((fact) => fact !== '').join(', ');
}

function boundsOf(schema: OptionSchema): string {
  const { minimum, maximum } = schema;
  if (controlOf(schema).kind !== 'number') return '';
  if (minimum === undefined || maximum === undefined) return '';
  return `${minimum.toLocaleString('en')} to ${maximum.toLocaleString('en')}`;
}

/** The default of what was changed; nothing for a switch, which has only one other value. */
function defaultOf(schema: OptionSchema): string {
  const { default: value, type } = schema;
  if (value === undefined || type === 'boolean') return '';
  if (controlOf(schema).kind === 'choice') return `default ${choiceLabel(value)}`;
  if (typeof value === 'string') return `default ${value === '' ? 'empty' : visible(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? 'default empty' : `default ${value.map(String).join(' ')}`;
  return `default ${JSON.stringify(value)}`;
}
