import { Type } from '../core/schema.js';
import { simpleConditions } from '../text/parts/condition.js';
import { namedParts, onErrorChoices, optionedParts } from '../text/parts/part-cutter.js';

const RequestedTool = Type.Object(
  {
    toolSlug: Type.String({ description: 'Tool identifier' }),
    config: Type.Optional(Type.Object({}, { additionalProperties: true, description: "The tool's options" })),
  },
  { additionalProperties: false },
);

/** A step that is no group. */
export const PlainStep = Type.Union([Type.String(), RequestedTool]);

/** A group is validated when the workflow is: its errors name what was likely meant. See `checkedGroup`. */
const isGroup = { type: 'object', required: ['steps'], not: { type: 'object', required: ['toolSlug'] } };

/** The schema of the steps in `POST /v1/run`. */
export const StepList = Type.Array(Type.Unknown({ if: isGroup, else: PlainStep }), {
  description:
    'The tools to run in order, at most 25: each an identifier, an object with options, or a group of steps for parts of the text',
});

/** What the members of a group may be, for descriptions. */
export const groupChoices = { namedParts, optionedParts, simpleConditions, onErrorChoices };
