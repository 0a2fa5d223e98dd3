import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { CatalogueEntry } from '../../engine/catalogue/catalogue.js';
import { stackFrames, unknownTool } from '../../engine/core/errors.js';
import { httpErrors } from '../core/errors.js';
import { version } from '../core/version.js';
import { agentCall } from './agent-call.js';
import type { AgentCatalogue } from './tools/agent-catalogue.js';
import { toolDefinition } from './tools/agent-tool.js';
import { describeTextTool } from './tools/describe-text-tool.js';
import { exposedTool } from './tools/exposed-tool.js';
import { listTextTools } from './tools/list-text-tools.js';
import { runTextWorkflow } from './tools/run-text-workflow.js';
import { sanitizeUrls } from './tools/sanitize-urls.js';
import { sortDedupeLines } from './tools/sort-dedupe-lines.js';
import type { TextEngine } from './tools/text-engine.js';

export interface AgentServerOptions {
  readonly catalogue: AgentCatalogue;
  /** Slugs of the text tools that are tools of their own besides. They are loaded. */
  readonly exposed: readonly string[];
  /** Told where a bug happened: stack frames, without what may quote a text. */
  readonly report?: (trace: string) => void;
}

const instructions = [
  'Textmill changes and measures text exactly: the same call always gives the same answer, and every character counts.',
  'Prefer it to rewriting, sorting, counting, converting or encoding text yourself, above all long text.',
  'Find a tool with list_text_tools, look up its options with describe_text_tool, and run one or several in a row with run_text_workflow.',
  'sanitize_urls removes tracking parameters from URLs, and sort_dedupe_lines puts lists in order.',
  'A refused call says what to do next. A long result comes in parts.',
].join(' ');

/** How long a host may remember the list of tools: it changes with the version, and with what is exposed. */
const listTtlMs = 3_600_000;

/**
 * Servers of the Model Context Protocol that offer Textmill's tools. All that is the same for every one of them is made
 * here, once: the gateway needs a server for each request, and one takes a fiftieth of a millisecond at most. That is why
 * it is the package's low-level one: the other makes each tool anew, and has validators and messages of its own.
 *
 * @throws {Error} if a tool cannot be exposed, or is not there; see {@link exposedTool}.
 */
export function agentServerFactory({ catalogue, exposed, report }: AgentServerOptions): (engine: TextEngine) => Server {
  const tools = [
    ...[listTextTools(catalogue), describeTextTool(catalogue)],
    ...[runTextWorkflow, sanitizeUrls, sortDedupeLines],
    ...exposed.map((slug) => exposedTool(loaded(catalogue, slug))),
  ];
  const list = { tools: tools.map(toolDefinition) };
  const calls = new Map(tools.map((tool) => [tool.name, agentCall(tool)]));
  const slugs = new Set(catalogue.keys());

  return (engine) => {
    const server = new Server(
      { name: 'textmill', title: 'Textmill', version },
      {
        capabilities: { tools: {} },
        instructions,
        cacheHints: { 'tools/list': { ttlMs: listTtlMs, cacheScope: 'private' } },
      },
    );
    server.setRequestHandler('tools/list', () => list);
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }) => {
      const call = calls.get(name);
      if (call === undefined) throw unknownCall(name, [...calls.keys()], slugs);
      try {
        return await call(args, engine);
      } catch (error) {
        // A bug: its text may say something about this machine.
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

/** An unknown name is an error of the protocol, not of a tool: `tools/list` says what there is. */
function unknownCall(name: string, names: readonly string[], slugs: ReadonlySet<string>): ProtocolError {
  // Some hosts write names with _ only.
  const slug = name.replaceAll('_', '-');
  const sentence = slugs.has(slug)
    ? `${unknownTool(name, []).message}. It is a text tool: run it with run_text_workflow, steps ["${slug}"]`
    : unknownTool(name, names).message;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, sentence);
}
