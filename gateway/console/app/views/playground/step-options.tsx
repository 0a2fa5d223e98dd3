import { problemOf } from '../../forms/check.js';
import { OptionsForm } from '../../forms/options-form.js';
import { FavouriteButton } from '../../parts/favourite-button.js';
import { catalogue, type Tool, titleOf } from '../../session/catalogue-store.js';
import type { ConfigSchema } from '../../session/tool.js';
import { configureStep, quietSteps } from './cards-store.js';
import { changeWorkflow, workflow } from './content-store.js';
import { offersFor } from './option-offers.js';
import { textBefore } from './run-store.js';
import { SecondTextField } from './second-text.js';
import { type LongOption, longOptions, shortOptions } from './second-texts.js';
import type { StepProblem } from './step-problem.js';
import { receivedTables } from './table-store.js';
import { inheritingSchema, toolOptions } from './workflow/table.js';
import { changed, placeOf, type ToolStep } from './workflow/workflow.js';

export interface StepOptionsProps {
  readonly step: ToolStep;
  /** The gateway's problem with it. */
  readonly problem: StepProblem | undefined;
}

/** The description of a tool, its options, and its examples. */
export function StepOptions({ step, problem }: StepOptionsProps) {
  const tool = catalogue.value?.get(step.toolSlug);
  if (catalogue.value === undefined) return <p class="hint">The tools are on their way…</p>;
  if (tool === undefined) {
    return <p class="hint">The catalogue has no tool called {step.toolSlug}. Remove this step, or add another tool.</p>;
  }
  // A step in a group gets a part that the page does not know.
  const text = placeOf(workflow.value, step.id)?.group === undefined ? textBefore(step) : '';
  const taken = toolOptions(step, receivedTables.value.get(step.id));
  const problems = new Map(problem === undefined || problem.option === '' ? [] : [[problem.option, problem.message]]);
  const quiet = quietSteps.value.has(step.id);
  return (
    <>
      <p class="hint">{tool.description}</p>
      {longOptions(tool.config).map((option) => (
        <SecondTextField
          key={option.name}
          step={step}
          option={option}
          isRequired={tool.config.required?.includes(option.name) === true}
          problem={quiet ? '' : longProblem(tool.config, step, option) || (problems.get(option.name) ?? '')}
        />
      ))}
      <OptionsForm
        schema={inheritingSchema(shortOptions(tool.config), taken)}
        value={step.config}
        problems={problems}
        isQuiet={quiet}
        offersFor={(option) => offersFor(option, text, { ...taken, ...step.config })}
        onChange={(config) => configureStep(step, config)}
      />
      <Examples step={step} tool={tool} />
      <FavouriteButton slug={tool.slug} title={tool.title} />
    </>
  );
}

/** Returns what is wrong with a text that is an option; '' if nothing is. */
function longProblem({ properties }: ConfigSchema, { config }: ToolStep, { name }: LongOption): string {
  const { [name]: schema } = properties;
  return schema === undefined || config[name] === undefined ? '' : problemOf(schema, config[name]);
}

/** The most characters of an example's value to show. */
const longestPreview = 40;

function Examples({ step, tool }: { readonly step: ToolStep; readonly tool: Tool }) {
  return (
    <div class="examples">
      <h4>Examples</h4>
      <ul>
        {tool.examples.map((example, index) => (
          <li key={example.input}>
            <button
              type="button"
              class="example"
              onClick={() =>
                changeWorkflow(`Filled in an example of ${titleOf(step.toolSlug)}`, {
                  input: example.input,
                  workflow: changed(workflow.value, step.id, { config: example.config ?? {} }),
                })
              }
            >
              <span class="off-screen">Use example {index + 1}: </span>
              <code>{preview(example.input)}</code>
              <span aria-hidden="true">→</span>
              <code>{preview(example.output)}</code>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The beginning of a text on one line, with visible line ends and tabs. */
function preview(text: string): string {
  if (text === '') return 'empty';
  const line = text
    .slice(0, longestPreview)
    .replace(/\r\n|\r|\n/g, '↵')
    .replaceAll('\t', '⇥');
  return text.length > longestPreview ? `${line}…` : line;
}
