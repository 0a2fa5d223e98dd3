import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CatalogueEntry } from '#engine/catalogue/catalogue.js';
import { RequestError, shortName, unknownOption, unknownTool } from '#engine/core/errors.js';
import { stackFrames } from '#engine/core/stack-frames.js';
import { lazyValidator, type SchemaProblem } from '#engine/core/validation.js';
import { httpErrors } from '#gateway/core/errors.js';
import { version } from '#gateway/core/version.js';
import { withHint } from './hints.js';
import { patterns, patternsPrompt } from './patterns.js';
import type { AgentCatalogue } from './tools/agent-catalogue.js';
import { type AgentFiles, fileTools, withFiles } from './tools/agent-files.js';
import { type AgentTool, type Caller, toolDefinition } from './tools/agent-tool.js';
import { CallContext } from './tools/call-context.js';
import { describeTextTool } from './tools/describe-text-tool.js';
import { listTextTools } from './tools/list-text-tools.js';
import { exposedTool, runTextWorkflow } from './tools/run-text-workflow.js';
import { sanitizeUrls } from './tools/sanitize-urls.js';
import { sortDedupeLines } from './tools/sort-dedupe-lines.js';
import type { Fields, TextEngine } from './tools/text-engine.js';
import type { TextStore } from './tools/text-store.js';

export interface AgentServerOptions {
  readonly catalogue: AgentCatalogue;
  /** Slugs of the text tools that are also agent tools. They are loaded. */
  readonly exposed: readonly string[];
  /** The texts of earlier calls. */
  readonly texts: TextStore;
  /** The files that the agent may use; undefined if there are none. */
  readonly files?: AgentFiles;
  /** Called with the stack frames of a bug, without its message, which may quote a text. */
  readonly report?: (trace: string) => void;
}

const instructions = [
  'Textmill changes and measures text exactly: the same call always returns the same result, and every character counts.',
  'Prefer it to rewriting, sorting, counting, converting or encoding text yourself, above all long text.',
  'Find a tool with list_text_tools, look up its options with describe_text_tool, and run one or several in a row with run_text_workflow.',
  'sanitize_urls removes tracking parameters from URLs, and sort_dedupe_lines puts lists in order.',
  'A refused call says what to do next. A long result comes in pages. Texts and results are kept for an hour: pass input_id or result_id of a response as input_id to use one again.',
].join(' ');

const fileInstructions =
  ' For files call list_files and describe_file first; with input_file and output_file a text of any size never passes through you.';

/** How long a host may cache the list of tools. It changes with the version and the exposed tools. */
const listTtlMs = 3_600_000;

/**
 * Creates servers of the Model Context Protocol that offer Textmill's tools. Everything that they share is made once:
 * the gateway needs a server for each request, and may spend 20 µs on one. That is why it uses the low-level server of
 * the package: the other one builds each tool again, with its own validators and messages.
 *
 * @returns a function that creates a server. Its `args`, if given, are the arguments of the only call: see `envelope.ts`.
 * @throws {Error} if a tool does not exist or cannot be exposed; see {@link exposedTool}.
 */
export function agentServerFactory({
  catalogue,
  exposed,
  texts,
  files,
  report,
}: AgentServerOptions): (engine: TextEngine, args?: Record<string, unknown>) => Server {
  const tools = [
    listTextTools(catalogue),
    describeTextTool(catalogue),
    ...(files === undefined
      ? [runTextWorkflow, sanitizeUrls, sortDedupeLines]
      : [
          ...fileTools(files),
          withFiles(runTextWorkflow, 'run', files),
          withFiles(sanitizeUrls, 'sanitize', files, 'urls'),
          withFiles(sortDedupeLines, 'sort-dedupe', files, 'lines'),
        ]),
    ...exposed.map((slug) => exposedTool(loaded(catalogue, slug))),
  ];
  const list = { tools: tools.map(toolDefinition) };
  const calls = new Map(tools.map((tool) => [tool.name, agentCall(tool)]));
  const slugs = new Set(catalogue.keys());

  return (engine, args) => {
    const context = new CallContext(engine, texts);
    const server = new Server(
      { name: 'textmill', title: 'Textmill', version },
      {
        capabilities: { tools: {}, prompts: {} },
        instructions: files === undefined ? instructions : instructions + fileInstructions,
        cacheHints: {
          'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' },
          'prompts/list': { ttlMs: listTtlMs, cacheScope: 'private' },
        },
      },
    );
    server.setRequestHandler('tools/list', () => list);
    server.setRequestHandler('prompts/list', () => ({ prompts: [patternsPrompt] }));
    server.setRequestHandler('prompts/get', ({ params: { name, arguments: { task } = {} } }) => {
      if (name !== patternsPrompt.name) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownPrompt(name));
      const text = task === undefined ? patterns : `${patterns}\nThe task: ${task}\n`;
      return { description: patternsPrompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
    });
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: sent = {} } }, { mcpReq }) => {
      const call = calls.get(name);
      if (call === undefined) throw unknownCall(name, [...calls.keys()], slugs);
      try {
        return await call(args ?? sent, context, callerOf(mcpReq));
      } catch (error) {
        // A bug: its message may contain details of this machine.
        report?.(stackFrames(error));
        throw new ProtocolError(ProtocolErrorCode.InternalError, httpErrors['internal-error'].sentence);
      }
    });
    return server;
  };
}

function loaded(catalogue: AgentCatalogue, slug: string): CatalogueEntry {
  const entry = catalogue.get(slug);
  if (entry === undefined) throw unknownTool(slug, catalogue.keys());
  return entry;
}

const longestSlug = 100;

/** An unknown tool is an error of the protocol, not of a tool: `tools/list` lists the tools. */
function unknownCall(name: string, names: readonly string[], slugs: ReadonlySet<string>): ProtocolError {
  // Some hosts write names only with _. No slug is longer, and to replace four million takes a second.
  const slug = name.slice(0, longestSlug + 1).replaceAll('_', '-');
  const sentence = slugs.has(slug)
    ? `${unknownTool(name, []).message}. It is a text tool: run it with run_text_workflow, steps ["${slug}"]`
    : unknownTool(name, names).message;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}

function unknownPrompt(name: string): string {
  return `Unknown prompt: ${shortName(name)}. There is ${patternsPrompt.name}`;
}

/** Runs the calls of one tool. */
type AgentCall = (args: Record<string, unknown>, context: CallContext, caller: Caller) => Promise<CallToolResult>;

/** Notifications of progress go to whoever gave a token for them. */
function callerOf({ signal, _meta, notify }: ServerContext['mcpReq']): Caller {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { signal };
  return {
    signal,
    progressed(progress, total) {
      // A host that has gone needs none.
      notify({ method: 'notifications/progress', params: { progressToken, progress, total } }).catch(() => undefined);
    },
  };
}

/**
 * Runs a tool's calls in the form of the protocol. Validates the arguments, and returns a refusal as a result with a
 * hint, so that the model reads it and not only its host.
 */
function agentCall(tool: AgentTool): AgentCall {
  const validate = lazyValidator(tool.input);
  const parameters = Object.keys(tool.input.properties);
  return async (args, context, caller) => {
    try {
      const problem = validate(args);
      if (problem !== undefined) throw refused(problem, tool.name, parameters);
      return success(await tool.call(args, context, caller));
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
