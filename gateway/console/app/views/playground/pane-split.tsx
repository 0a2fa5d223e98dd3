import { preference, setPreference } from '../../parts/preferences-store.js';
import { Separator } from '../../parts/separator.js';

/** The share of the input's width in both texts, in percent. */
const share = { name: 'playground-split', least: 25, most: 75, usual: 50, step: 2, page: 10 };

/** Returns the share of the input's width in both texts, in percent. */
export function inputShare(): number {
  const value = Number(preference(share.name, String(share.usual)).value);
  return value >= share.least && value <= share.most ? value : share.usual;
}

/** The edge between the input and the output. A double click moves it to the middle. */
export function PaneSplit() {
  const value = inputShare();
  return (
    <Separator
      {...share}
      label="Width of the text in"
      title="Drag, or press the arrow keys; a double click makes both texts equally wide"
      value={value}
      valueText={`${value} percent`}
      valueAt={(clientX, separator) => {
        const left = separator.previousElementSibling?.getBoundingClientRect().left ?? 0;
        const right = separator.nextElementSibling?.getBoundingClientRect().right ?? 0;
        return right > left ? (100 * (clientX - left)) / (right - left) : undefined;
      }}
      onChange={(next) => setBounded(share, value, next)}
    />
  );
}

/** The width of the steps, in CSS pixels. */
const steps = { name: 'playground-steps', least: 320, most: 600, step: 10, page: 40 };

/** Returns the width of the steps that the user has set, in CSS pixels; undefined if it follows the window. */
export function stepsWidth(): number | undefined {
  const value = Number(preference(steps.name, '').value);
  return value >= steps.least && value <= steps.most ? value : undefined;
}

/** The edge between the steps and the texts. */
export function StepsSplit() {
  // As in playground.css.
  const usual = Math.round(Math.min(480, Math.max(336, innerWidth * 0.17)));
  const value = stepsWidth() ?? usual;
  return (
    <Separator
      {...steps}
      label="Width of the steps"
      title="Drag, or press the arrow keys; a double click resets the width"
      usual={usual}
      value={value}
      valueText={`${value} pixels`}
      valueAt={(clientX, separator) => clientX - (separator.previousElementSibling?.getBoundingClientRect().left ?? 0)}
      onChange={(next) => setBounded(steps, value, next)}
    />
  );
}

interface Bounds {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

function setBounded({ name, least, most }: Bounds, before: number, wanted: number): void {
  const next = Math.min(most, Math.max(least, Math.round(wanted)));
  if (next !== before) setPreference(name, String(next));
}
