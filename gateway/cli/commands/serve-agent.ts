import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createLazyEngine } from '../../../engine/lazy-engine.js';
import { agentServerFactory } from '../../mcp/agent-server.js';
import { exposureProblem } from '../../mcp/exposed-tools.js';
import { inProcessEngine } from '../../mcp/in-process-engine.js';
import { lazyAgentCatalogue } from '../../mcp/tools/agent-catalogue.js';
import { CommandError, type Io, UsageError } from '../core/io.js';
import { AgentTransport } from './agent-transport.js';

/**
 * The longest message that is read, in bytes. The package's 10 MB are enough for every call that is not refused, but a
 * longer message ends the connection without a word: so a text that is too long should still be read, and refused.
 */
const maxMessageBytes = 32 * 1024 * 1024;

/**
 * Serves an agent over standard input and output, until the input has ended and all is answered, or nobody reads the
 * output any more.
 *
 * @param exposed - slugs of text tools.
 * @throws {UsageError} if there is no such text tool.
 * @throws {CommandError} if a message is too long to be read.
 */
export async function serveAgent(io: Io, exposed: readonly string[]): Promise<void> {
  const catalogue = lazyAgentCatalogue();
  await catalogue.load(exposed);
  const problem = exposureProblem(exposed, catalogue);
  if (problem !== undefined) throw new UsageError(problem);

  const say = (sentence: string): void => void io.stderr.write(`textmill: ${sentence}\n`);
  if (io.stdin.isTTY === true) say(hint);
  const report = (trace: string): void => say(`a call failed by a fault of Textmill: ${trace}`);
  const serverFor = agentServerFactory({ catalogue, exposed, report });
  const engine = inProcessEngine(createLazyEngine(), report);
  const transport = new AgentTransport(io.stdin, io.stdout, maxMessageBytes);
  let tooLong = false;
  serveStdio(() => serverFor(engine), {
    transport,
    onerror: (error) => {
      if (error.message.startsWith('ReadBuffer exceeded')) tooLong = true;
      // Not its message, which may quote what was sent. A reader that is gone is nobody's mistake.
      else if (!('code' in error)) say(`a message was left out: it is none of the protocol (${error.name})`);
    },
  });
  await transport.closed;
  if (tooLong) throw new CommandError(`A message was longer than ${maxMessageBytes} bytes`);
}

const hint =
  'this speaks the Model Context Protocol: an agent host starts it and sends it lines of JSON on standard input. ' +
  'How to set up a host: gateway/mcp/README.md, "For AI agents". Ctrl-C ends it.';
