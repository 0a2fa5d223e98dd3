import { nudgeStep, numbers, takeIn, titleOfStep, unwrapGroup } from './cards-store.js';
import { workflow } from './content-store.js';
import { nameOf } from './step-run.js';
import { fitsAt, isGroup, placeBeside, placeOf, siblingsAt, stepOf, type WorkflowStep } from './workflow/workflow.js';

/** Moves a step into a group beside it, or out of its group; lets a group take in its neighbours, or unwraps it. */
export function StepMoves({ step }: { readonly step: WorkflowStep }) {
  const place = placeOf(workflow.value, step.id);
  if (place === undefined) return null;
  const siblings = siblingsAt(workflow.value, place);
  const neighbours = [siblings[place.index - 1], siblings[place.index + 1]];
  const into = placeBeside(workflow.value, step.id, 'in');
  const isOuter = place.group !== undefined;
  const nameOfGroup = (id: number | undefined) => {
    const group = id === undefined ? undefined : stepOf(workflow.value, id);
    return group === undefined ? '' : nameOf(group, numbers.value);
  };
  const moves: (readonly [control: string, label: string, act: () => void])[] = [];
  if (isGroup(step)) {
    for (const [index, other] of neighbours.entries()) {
      if (other === undefined || !fitsAt(workflow.value, other, { group: step.id })) continue;
      const label = `Take in ${nameOf(other, numbers.value)}, ${titleOfStep(other)}`;
      moves.push([`take-${index}`, label, () => takeIn(step, other, index === 0)]);
    }
    moves.push(['unwrap', 'Unwrap', () => unwrapGroup(step)]);
  }
  if (into !== undefined) moves.push(['in', `Move into ${nameOfGroup(into.group)}`, () => nudgeStep(step, 'in')]);
  if (isOuter) moves.push(['out', `Move out of ${nameOfGroup(place.group)}`, () => nudgeStep(step, 'out')]);
  if (moves.length === 0) return null;
  return (
    <div class="step-moves">
      {moves.map(([control, label, act]) => (
        <button key={control} type="button" class="button" data-control={control} onClick={act}>
          {label}
        </button>
      ))}
    </div>
  );
}
