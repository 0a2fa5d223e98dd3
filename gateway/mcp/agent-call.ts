import type { CallToolResult } from '@modelcontextprotocol/server';
import { RequestError, unknownOption } from '../../engine/core/errors.js';
import { lazyValidator, type SchemaProblem } from '../../engine/core/validation.js';
import { withHint } from './hints.js';
import type { AgentTool } from './tools/agent-tool.js';
import type { CallContext } from './tools/call-context.js';
import type { Fields } from './tools/text-engine.js';

/** Runs the calls of one tool. */
export type AgentCall = (args: Record<string, unknown>, context: CallContext) => Promise<CallToolResult>;

/**
 * Runs a tool's calls in the form of the protocol. Validates the arguments, and returns a refusal as a result with a
 * hint, so that the model reads it and not only its host.
 */
export function agentCall(tool: AgentTool): AgentCall {
  const validate = lazyValidator(tool.input);
  const parameters = Object.keys(tool.input.properties);
  return async (args, context) => {
    try {
      const problem = validate(args);
      if (problem !== undefined) throw refused(problem, tool.name, parameters);
      return success(await tool.call(args, context));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const hint = withHint(error.problem, { name: tool.name, parameters, arguments: args });
      const text = [hint, ...keptText(args.input, error, context)].join(' ');
      return { content: [{ type: 'text', text }], isError: true };
    }
  };
}

/** A text that is shorter is sent again sooner than the model reads how not to. */
const longText = 500;

/** Keeps the text of a refused call, which the corrected one need not send again. */
function keptText(input: unknown, { problem }: RequestError, context: CallContext): readonly string[] {
  const isKept = typeof input === 'string' && input.length >= longText && problem.code !== 'only-one-of';
  const id = isKept ? context.keep(input) : undefined;
  return id === undefined ? [] : [`The text is kept: pass input_id "${id}" in place of input.`];
}

/**
 * Returns the result as one text of JSON. Structured content is for tools that declare a schema of their results, and
 * hosts that show only text need it as text too: the model would pay twice.
 */
function success(response: Fields): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(response) }] };
}

/** Renames `option` to `argument`: to a model, the options of the called tool are arguments. */
function refused(problem: SchemaProblem, tool: string, parameters: readonly string[]): RequestError {
  if (problem.code !== 'unknown-field') return new RequestError(problem);
  const { path, field } = problem.details;
  return path === field ? unknownOption(tool, field, parameters, { path }) : new RequestError(problem);
}
