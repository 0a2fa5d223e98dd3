import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { type UrlRules, useUrlRules } from '#engine/core/url-rules.js';
import { createLazyEngine } from '#engine/lazy-engine.js';
import { folderTools } from '#engine/own-tools/tool-set.js';
import { systemClock } from '#gateway/core/clock.js';
import { agentServerFactory } from '#gateway/mcp/agent-server.js';
import { exposureProblem } from '#gateway/mcp/exposed-tools.js';
import { inProcessEngine } from '#gateway/mcp/in-process-engine.js';
import { lazyAgentCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
import type { AgentFiles } from '#gateway/mcp/tools/agent-files.js';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import { CommandError, type Io, UsageError } from '../core/io.js';
import { ownToolSet } from '../core/own-tools.js';
import { urlRulesOf } from '../core/url-rules.js';
import { AgentTransport } from './agent-transport.js';
import { MessageTooLongError } from './message-lines.js';

/**
 * The longest message, in bytes. 10 MB are enough for every valid call, but a longer message ends the connection. With
 * this bound a text that is too long is read and refused with a message.
 */
const maxMessageBytes = 32 * 1024 * 1024;
/** The most bytes of the texts that are kept for an hour. */
const maxTextBytes = 64 * 1024 * 1024;

/** The options of `textmill mcp`. */
export interface AgentOptions {
  /** Slugs of text tools. */
  readonly expose?: readonly string[];
  /** Folders, each with `:ro` behind it if it may only be read. */
  readonly files?: readonly string[];
  readonly toolsDir?: string;
}

/**
 * Serves an agent over standard input and output, until the input has ended and all calls are finished, or the reader
 * has closed the output.
 *
 * @throws {UsageError} if there is no such text tool, or no such folder.
 * @throws {CommandError} if a message is too long to read.
 */
export async function serveAgent(io: Io, { expose: exposed = [], files = [], toolsDir }: AgentOptions): Promise<void> {
  const tools = new LazyCatalogue();
  const toolSet = await ownToolSet(io, toolsDir);
  if (toolSet !== undefined) tools.useOwn(folderTools(toolSet.folder, (slug) => tools.isBuiltIn(slug)));
  const catalogue = lazyAgentCatalogue(tools);
  await catalogue.load(exposed);
  const problem = exposureProblem(exposed, catalogue);
  if (problem !== undefined) throw new UsageError(problem);

  const say = (sentence: string): void => void io.stderr.write(`textmill: ${sentence}\n`);
  if (io.stdin.isTTY === true) say(hint);
  const report = (trace: string): void => say(`a call failed by a fault of Textmill: ${trace}`);
  const texts = new TextStore({ clock: systemClock, maxBytes: maxTextBytes });
  const rules = await urlRulesOf(io);
  const serverFor = agentServerFactory({
    catalogue,
    exposed,
    texts,
    ...(await filesOf(io, files, tools, rules)),
    report,
  });
  const lazyEngine = createLazyEngine(undefined, undefined, { current: rules });
  if (toolSet !== undefined) await lazyEngine.useTools(toolSet.folder);
  const engine = inProcessEngine(lazyEngine, report);
  const transport = new AgentTransport(io.stdin, io.stdout, maxMessageBytes);
  let tooLong: MessageTooLongError | undefined;
  serveStdio(() => serverFor(engine), {
    transport,
    onerror: (error) => {
      if (error instanceof MessageTooLongError) tooLong = error;
      // Not its message, which may quote the request. A reader that has gone is not an error.
      else if (!('code' in error)) say(`ignored a message that is not of the protocol (${error.name})`);
    },
  });
  await transport.closed;
  if (tooLong !== undefined) throw new CommandError(tooLong.message);
}

/** Opens the folders of an agent. Loads what works on files only if there are any. */
async function filesOf(
  { environment, workingFolder }: Io,
  options: readonly string[],
  tools: LazyCatalogue,
  rules: UrlRules,
): Promise<{ readonly files?: AgentFiles }> {
  if (options.length === 0) return {};
  const [{ FilesOfAgent }, { OpenFolders }] = await Promise.all([
    import('../agent-files/agent-files.js'),
    import('../agent-files/open-folders.js'),
  ]);
  useUrlRules(rules);
  return { files: new FilesOfAgent(new OpenFolders(options, workingFolder), tools, environment.TMPDIR || undefined) };
}

const hint =
  'this speaks the Model Context Protocol: an agent host starts it and sends it lines of JSON on standard input. ' +
  'How to set up a host: gateway/mcp/README.md, "For AI agents". Ctrl-C ends it.';
