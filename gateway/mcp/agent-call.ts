import type { CallToolResult } from '@modelcontextprotocol/server';
import { RequestError, unknownOption } from '../../engine/core/errors.js';
import { lazyValidator, type SchemaProblem } from '../../engine/core/validation.js';
import { withHint } from './hints.js';
import type { AgentTool, Fields } from './tools/agent-tool.js';
import type { TextEngine } from './tools/text-engine.js';

/** Runs the calls of one tool. */
export type AgentCall = (args: Record<string, unknown>, engine: TextEngine) => Promise<CallToolResult>;

/**
 * Runs a tool's calls in the form of the protocol. Validates the arguments, and returns a refusal as a result with a
 * hint, so that the model reads it and not only its host.
 */
export function agentCall(tool: AgentTool): AgentCall {
  const validate = lazyValidator(tool.input);
  const parameters = Object.keys(tool.input.properties);
  return async (args, engine) => {
    try {
      const problem = validate(args);
      if (problem !== undefined) throw refused(problem, tool.name, parameters);
      return success(await tool.call(args, engine));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const text = withHint(error.problem, { name: tool.name, parameters, arguments: args });
      return { content: [{ type: 'text', text }], isError: true };
    }
  };
}

/** Returns the result as structured content, and as text for hosts that show only text to the model. */
function success(answer: Fields): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
}

/** Renames `option` to `argument`: to a model, the options of the called tool are arguments. */
function refused(problem: SchemaProblem, tool: string, parameters: readonly string[]): RequestError {
  if (problem.code !== 'unknown-field') return new RequestError(problem);
  const { path, field } = problem.details;
  return path === field ? unknownOption(tool, field, parameters, { path }) : new RequestError(problem);
}
