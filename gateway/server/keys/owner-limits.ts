import type { Problem } from '#engine/core/problem.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import type { OwnerLimits } from '../storage/key-table.js';

/** How many keys and secrets an owner can create, and how much it can change; an operator has no limit. */
export const ownerLimits: OwnerLimits = { activeKeys: 100, secretsInDay: 100, changesInDay: 1_000 };

const codes = {
  activeKeys: 'too-many-active-keys',
  secretsInDay: 'too-many-new-keys',
  changesInDay: 'too-many-changes',
} as const;

/** Returns the error of an owner who has reached a limit. */
export function ownerLimitProblem(exceeded: keyof OwnerLimits): Problem {
  return gatewayProblem(codes[exceeded], { limit: ownerLimits[exceeded] });
}
