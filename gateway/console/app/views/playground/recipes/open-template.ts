import { changeWorkflow, firstText, input } from '../state/playground-state.js';
import { newSteps } from '../state/workflow.js';
import { type Template, templates } from './templates.js';

/** Texts that the user has not written: they may be replaced by another example. */
const examples: ReadonlySet<string> = new Set(['', firstText, ...templates.map(({ input }) => input)]);

/** Returns whether the user has not written a text. */
export function isExample(text: string): boolean {
  return examples.has(text);
}

/** Opens a template. Its example replaces no text of the user. Can be undone. */
export function openTemplate({ name, input: example, steps }: Template): void {
  const workflow = newSteps(steps);
  if (isExample(input.value)) changeWorkflow(`Opened “${name}” with an example`, { workflow, input: example });
  else changeWorkflow(`Opened “${name}”`, { workflow }, 'Your text stays.');
}
