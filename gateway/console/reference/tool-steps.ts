import type { JsonSchema, OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import type { ToolExample } from '../tool-parts.js';
import { resolved } from './fields.js';

/** The step of one tool in the document. */
export interface ToolStep extends JsonSchema {
  readonly 'x-category': { readonly name: string; readonly title: string };
  readonly 'x-examples': readonly ToolExample[];
}

/** The tools of one category. */
export interface ToolCategory {
  readonly name: string;
  readonly title: string;
  readonly steps: readonly ToolStep[];
}

/** Returns the tools by category, in the order of the document. */
export function toolCategories(document: OpenApiDocument): ToolCategory[] {
  const steps = (document.components.schemas.ToolStep?.oneOf ?? []).map((step) => resolved(step, document) as ToolStep);
  const titles = new Map(steps.map((step) => [step['x-category'].name, step['x-category'].title]));
  return Array.from(titles, ([name, title]) => ({
    name,
    title,
    steps: steps.filter((step) => step['x-category'].name === name),
  }));
}

/** Returns the identifier of a tool. */
export function slugOf({ properties }: ToolStep): string {
  return String(properties?.toolSlug?.const);
}
