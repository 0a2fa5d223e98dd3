import type { ComponentChildren } from 'preact';
import { goToToolSearch } from '../../parts/tool-search-focus.js';
import { addGroup, aimAt, numbers } from './cards-store.js';
import { type Branch, branchesOf, type GroupStep, type WorkflowStep } from './workflow/workflow.js';

interface GroupBranchesProps {
  readonly group: GroupStep;
  /** Renders the card of a step in the group. */
  readonly card: (step: WorkflowStep) => ComponentChildren;
}

/** The steps of a group, and those of its branch for the other parts. */
export function GroupBranches({ group, card }: GroupBranchesProps) {
  const name = `group ${numbers.value.get(group.id)}`;
  return (
    <div class="group-branches">
      {branchesOf(group).map(([branch, steps]) => (
        <section key={branch} class="group-branch" aria-label={branch === 'else' ? `Else of ${name}` : `In ${name}`}>
          {branch === 'else' && (
            <p class="group-else">Else{group.when === undefined && ': runs only with a condition'}</p>
          )}
          {steps.length > 0 && <ol class="steps">{steps.map(card)}</ol>}
          <BranchEnd id={group.id} branch={branch} name={branch === 'else' ? `else of ${name}` : name} />
        </section>
      ))}
    </div>
  );
}

interface BranchEndProps {
  readonly id: number;
  readonly branch: Branch;
  readonly name: string;
}

/** Adds a tool or a group at the end of a branch, where steps can be dropped, too. */
function BranchEnd({ id, branch, name }: BranchEndProps) {
  const add = (act: () => void) => {
    aimAt({ group: id, branch });
    act();
  };
  return (
    <div class="group-end" data-branch={branch}>
      <button type="button" class="button quiet" data-control={`add-${branch}`} onClick={() => add(goToToolSearch)}>
        Add a tool<span class="off-screen"> to {name}</span>
      </button>
      <button
        type="button"
        class="button quiet"
        onClick={() => {
          add(addGroup);
          aimAt(undefined);
        }}
      >
        Add a group<span class="off-screen"> to {name}</span>
      </button>
    </div>
  );
}
