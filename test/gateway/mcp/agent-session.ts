import { type CallToolResult, Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { SchemaObject } from 'ajv';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { createLazyEngine } from '#engine/lazy-engine.js';
import { systemClock } from '#gateway/core/clock.js';
import { agentServerFactory } from '#gateway/mcp/agent-server.js';
import { inProcessEngine } from '#gateway/mcp/in-process-engine.js';
import { loadedCatalogue } from '#gateway/mcp/tools/agent-catalogue.js';
import type { AgentFiles } from '#gateway/mcp/tools/agent-files.js';
import type { TextEngine } from '#gateway/mcp/tools/text-engine.js';
import { TextStore } from '#gateway/mcp/tools/text-store.js';
import { type CleanupScope, cleanUpAfter } from '../../support/cleanup.js';

export const catalogue = await loadCatalogue();

/** The protocol version that the client negotiates: the revision of 2026, or `initialize` of 2025. */
export type Era = 'modern' | 'legacy';

export const revisions: Readonly<Record<Era, string>> = { modern: '2026-07-28', legacy: '2025-06-18' };

/** The protocol's own client. */
export function newClient(era: Era = 'modern'): Client {
  const { modern, legacy } = revisions;
  return new Client(
    { name: 'tests', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: modern } } } : { supportedProtocolVersions: [legacy] },
  );
}

export interface SessionOptions {
  readonly exposed?: readonly string[];
  readonly engine?: TextEngine;
  readonly texts?: TextStore;
  readonly files?: AgentFiles;
  readonly era?: Era;
  /** Called with bugs. */
  readonly report?: (trace: string) => void;
}

/** Returns a client that is connected to a server in this process. */
export async function startSession(scope: CleanupScope, options: SessionOptions = {}): Promise<Client> {
  const { exposed = [], era, report = fail, engine = inProcessEngine(createLazyEngine(), report) } = options;
  const { texts = new TextStore({ clock: systemClock, maxBytes: 8_000_000 }), files } = options;
  const shared = { catalogue: loadedCatalogue(catalogue), exposed, texts, report };
  const serverFor = agentServerFactory(files === undefined ? shared : { ...shared, files });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const server = serveStdio(() => serverFor(engine), { transport: serverSide });
  const client = newClient(era);
  await client.connect(clientSide);
  cleanUpAfter(scope, async () => {
    await client.close();
    await server.close();
  });
  return client;
}

function fail(trace: string): never {
  throw new Error(trace);
}

/** For a server that hangs. The client's own minute is not enough for 20 MB of text on a busy machine. */
const options = { timeout: 300_000 };

/** Calls a tool. @returns the fields of its result. @throws {Error} if the call is refused. */
export async function callResult(client: Client, name: string, args: object): Promise<Record<string, unknown>> {
  const result = await client.callTool({ name, arguments: { ...args } }, options);
  if (result.isError === true) throw new Error(textOf(result));
  return JSON.parse(textOf(result));
}

/** Calls a tool that refuses. @returns its message. */
export async function refusalOf(client: Client, name: string, args: object): Promise<string> {
  const result = await client.callTool({ name, arguments: { ...args } }, options);
  if (result.isError !== true) throw new Error(`${name} did not refuse: ${textOf(result).slice(0, 200)}`);
  return textOf(result);
}

/** The text block of a result. */
export function textOf({ content: [block] }: CallToolResult): string {
  return block?.type === 'text' ? block.text : '';
}

/** Returns a schema of the server for ajv. */
export function schemaOf(schema: object = {}): SchemaObject {
  return { ...schema };
}
