import type { ToolSource } from '#engine/catalogue/catalogue.js';
import { unknownTool } from '#engine/core/errors.js';

/**
 * Validates the tools to expose. Returns an error message, or undefined if all of them exist.
 *
 * @param tools - with these tools loaded, if they exist.
 */
export function exposureProblem(slugs: readonly string[], tools: ToolSource): string | undefined {
  const unknown = slugs.find((slug) => tools.get(slug) === undefined);
  return unknown === undefined ? undefined : unknownTool(unknown, tools.keys()).message;
}
