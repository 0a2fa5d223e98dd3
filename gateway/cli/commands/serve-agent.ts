import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { LazyCatalogue } from '#engine/catalogue/lazy-catalogue.js';
import { createLazyEngine } from '#engine/lazy-engine.js';
import { folderTools } from '#engine/own-tools/tool-set.js';
import { systemClock } from '#gateway/core/clock.js';
import { agentServerFactory } from '#gateway/mcp/agent-server.js';
import { exposureProblem } from '#gateway/mcp/exposed-tools.js';
import { inProcessEngine } from '#gateway/mcp/in-process-engine.js';
import { lazyAgentCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
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

/**
 * Serves an agent over standard input and output, until the input has ended and all calls are finished, or the reader
 * has closed the output.
 *
 * @param exposed - slugs of text tools.
 * @param toolsDir - the value of `--tools-dir`.
 * @throws {UsageError} if there is no such text tool.
 * @throws {CommandError} if a message is too long to read.
 */
export async function serveAgent(io: Io, exposed: readonly string[], toolsDir?: string): Promise<void> {
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
  const serverFor = agentServerFactory({ catalogue, exposed, texts, report });
  const lazyEngine = createLazyEngine(undefined, undefined, { current: await urlRulesOf(io) });
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

const hint =
  'this speaks the Model Context Protocol: an agent host starts it and sends it lines of JSON on standard input. ' +
  'How to set up a host: gateway/mcp/README.md, "For AI agents". Ctrl-C ends it.';
