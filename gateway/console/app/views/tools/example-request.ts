import { curlText } from '../../../curl-text.js';
import type { Tool } from '../../session/tool.js';
import type { ToolStep } from '../../session/workflow-address.js';

type Example = Tool['examples'][number];

/** Returns the step of an example. */
export function stepOf(slug: string, { config = {} }: Example): ToolStep {
  return { toolSlug: slug, ...(Object.keys(config).length > 0 && { config }) };
}

/** Returns a command that sends an example to this gateway. */
export function exampleCurl(slug: string, example: Example): string {
  const step = stepOf(slug, example);
  const body = { input: example.input, steps: [step.config === undefined ? slug : step] };
  return curlText({ address: `${location.origin}/v1/run`, secret: 'KEY', body });
}
