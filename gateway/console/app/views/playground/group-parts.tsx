import { ChangedWords } from '../../parts/changed-words.js';
import { count } from '../../parts/text-pane/text-pane.js';
import { titleOf } from '../../session/catalogue-store.js';
import { type GroupRun, milliseconds } from './step-run.js';
import { toolsOf, type WorkflowStep } from './workflow/workflow.js';

export interface GroupPartsProps {
  /** The group, at the time of the run. */
  readonly step: WorkflowStep;
  readonly group: GroupRun;
}

/** What a group did with its parts: the first that changed, before and after, and what its tools did. */
export function GroupParts({ step, group: { parts, changed, tools } }: GroupPartsProps) {
  return (
    <>
      <p class="difference-note">
        {count(parts, 'part')}
        {changed.length === 0 ? ', none changed' : `. The first that changed:`}
      </p>
      {changed.length > 0 && (
        <dl class="changed-parts">
          {changed.map(({ part, line, before, after }) => (
            <div key={part}>
              <dt>Line {line.toLocaleString('en')}</dt>
              <dd>
                <del>
                  <ChangedWords text={before} other={after} />
                </del>
                <span aria-hidden="true"> → </span>
                <ins>
                  <ChangedWords text={after} other={before} />
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="difference-note">Its tools</p>
      <ul class="part-tools">
        {toolsOf([step]).map(({ id, toolSlug }) => {
          const ran = tools.get(id);
          return (
            <li key={id}>
              {titleOf(toolSlug)}:{' '}
              {ran === undefined ? 'not run' : `${count(ran.parts, 'part')} in ${milliseconds(ran.ms)}`}
            </li>
          );
        })}
      </ul>
    </>
  );
}
