/** The names of stored workflows, as in `clean-orders`. */
export const workflowName = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** The rest of a sentence about an invalid name. */
export const workflowNameRule =
  'must be 1 to 64 lower-case letters, digits and hyphens, with a letter or digit at both ends';

/** Longest steps of a stored workflow as JSON, in bytes. */
export const maxWorkflowBytes = 65_536;

/** The options of the catalogue that contain secrets: workflows with them are not stored. */
export const secretOptions: ReadonlySet<string> = new Set(['key', 'salt', 'secret']);

/**
 * Returns the place of the first secret in the options of steps, such as `steps[0].config.key`; undefined if there is
 * none.
 */
export function secretIn(steps: readonly unknown[], path = 'steps'): string | undefined {
  for (const [index, step] of steps.entries()) {
    if (typeof step !== 'object' || step === null) continue;
    const place = `${path}[${index}]`;
    const { config, steps: inner, else: otherwise } = step as Readonly<Record<string, unknown>>;
    const option = Object.keys(config ?? {}).find((name) => secretOptions.has(name));
    const found =
      (option && `${place}.config.${option}`) ??
      (Array.isArray(inner) ? secretIn(inner, `${place}.steps`) : undefined) ??
      (Array.isArray(otherwise) ? secretIn(otherwise, `${place}.else`) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}
