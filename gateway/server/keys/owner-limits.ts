import type { Problem } from '#engine/core/problem.js';
import { gatewayProblem } from '#gateway/core/errors.js';
import type { OwnerLimits } from '../storage/key-table.js';

/** How many keys and secrets an owner can create; an operator has no limit. */
export const ownerLimits: OwnerLimits = { activeKeys: 100, secretsInDay: 100 };

/** Returns the error of an owner who has reached a limit. */
export function ownerLimitProblem(exceeded: keyof OwnerLimits): Problem {
  const code = exceeded === 'activeKeys' ? 'too-many-active-keys' : 'too-many-new-keys';
  return gatewayProblem(code, { limit: ownerLimits[exceeded] });
}
