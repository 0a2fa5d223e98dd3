// @ts-check
// `npm run pack:mcpb`: makes the bundle for desktop hosts of agents, textmill-<version>.mcpb, and server.json, the entry for
// the public registry of MCP servers.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { copyIfThere, writeFiles, writeNotices } from './build.mjs';
import { bundleAgent } from './bundle.mjs';
import { releasesFolder, unfinishedName } from './releases.mjs';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';
import { listFiles } from './sources.mjs';

const entry = 'server/agent.mjs';
const what = 'Exact text tools: clean, convert, sort, redact and measure texts and files of any size';

/** What a host replaces. */
const variable = (/** @type {string} */ name) => `\${${name}}`;

/**
 * @typedef {{ readonly name: string, readonly version: string, readonly mcpName: string, readonly license: string,
 *   readonly author: string, readonly repository: { readonly type: string, readonly url: string } }} PackageSettings
 */

/**
 * Returns the manifest of the bundle (version 0.3 of its format).
 *
 * @param {PackageSettings} settings - package.json.
 * @param {object} offered - the members `tools` and `prompts`.
 */
export function manifestOf({ name, version, license, author, repository }, offered) {
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Textmill',
    version,
    description: what,
    long_description:
      'More than two hundred text tools that always return the same result. Everything runs on this computer: no account, ' +
      'no network. An agent can work on the files of the folders that you choose, and their text need not pass through it.',
    author: { name: author },
    repository,
    license,
    server: {
      type: 'node',
      entry_point: entry,
      mcp_config: {
        command: 'node',
        args: [
          `${variable('__dirname')}/${entry}`,
          `--read-only=${variable('user_config.read_only')}`,
          variable('user_config.folders'),
        ],
        env: {},
      },
    },
    ...offered,
    keywords: ['text', 'csv', 'json', 'clean', 'redact', 'files'],
    compatibility: { platforms: ['darwin', 'linux'], runtimes: { node: '>=22.16.0' } },
    user_config: {
      folders: {
        type: 'directory',
        title: 'Folders',
        description: 'Folders whose files agents may work on. Without one they work on texts that they are given',
        multiple: true,
        required: false,
        default: [],
      },
      read_only: {
        type: 'boolean',
        title: 'Only read',
        description: 'Agents may read the files, and not write any',
        required: false,
        default: false,
      },
    },
  };
}

/**
 * Returns the entry for the registry.
 *
 * @param {PackageSettings} settings - package.json.
 */
export function registryEntry({ name, version, mcpName, repository }) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Textmill',
    description: what,
    repository: { url: repository.url.replace(/^git\+|\.git$/g, ''), source: 'github' },
    version,
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          {
            type: 'named',
            name: '--files',
            description: 'A folder whose files the agent may read and write; with :ro behind it only read',
            format: 'filepath',
            isRepeated: true,
          },
        ],
      },
    ],
  };
}

/**
 * Writes the content of the bundle.
 *
 * @param {string} directory - the folder of package.json.
 * @param {string} target - a folder, which it creates.
 * @returns the files that it was made of.
 */
export async function writeAgent(directory, target) {
  const { files, inputs } = await bundleAgent(directory);
  writeFiles(join(target, 'server'), files);
  mkdirSync(join(target, 'server', 'data'));
  const data = join('data', 'tracking-parameters.json');
  copyIfThere(join(directory, data), join(target, 'server', data));
  copyIfThere(join(directory, 'LICENSE'), join(target, 'LICENSE'));
  writeNotices(directory, target, inputs);
  const settings = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const { name, version, license } = settings;
  write(join(target, 'package.json'), { name, version, license, type: 'module', private: true });
  write(join(target, 'manifest.json'), manifestOf(settings, offeredBy(target)));
  return inputs;
}

/**
 * Asks the server of a bundle what it offers with a folder.
 *
 * @param {string} target
 */
function offeredBy(target) {
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pack', version: '1' } };
  const calls = [
    { method: 'initialize', params: initialize },
    { method: 'tools/list' },
    { method: 'prompts/list' },
    { method: 'prompts/get', params: { name: 'text_work', arguments: { task: variable('arguments.task') } } },
  ];
  const input = calls.map((call, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...call })}\n`).join('');
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(target, entry), target], {
    input,
    encoding: 'utf8',
  });
  if (status !== 0 || stderr !== '') throw new ScriptError(`The bundle does not work: ${stderr}`);
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [, { tools }, { prompts }, { messages }] = calls.map((_, id) => results.find((each) => each.id === id).result);
  const [{ name, description }] = prompts;
  return {
    tools: tools.map((/** @type {Record<string, string>} */ tool) => ({
      name: tool.name,
      description: /^.*?[.](?=\s|$)/s.exec(tool.description ?? '')?.[0] ?? tool.title,
    })),
    prompts: [{ name, description, arguments: ['task'], text: messages[0].content.text }],
  };
}

/**
 * Returns a ZIP file (deflate, without dates: the same files make the same bytes).
 *
 * @param {readonly { readonly path: string, readonly contents: Uint8Array }[]} files
 */
export function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { path, contents } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(contents, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // The name is UTF-8.
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    // The first of January 1980.
    fields.writeUInt16LE(33, 8);
    fields.writeUInt32LE(crc32(contents), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(contents.length, 18);
    fields.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), fields, name, packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, more, name);
    offset += 4 + fields.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from('PK\u0005\u0006'), end]);
}

/**
 * @param {string} file
 * @param {object} content
 */
function write(file, content) {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}

runAsScript(import.meta.url, async () => {
  const folder = join(releasesFolder(projectDirectory), unfinishedName('package'));
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await writeAgent(projectDirectory, folder);
    const settings = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'));
    const files = listFiles(folder).map((path) => ({ path, contents: readFileSync(join(folder, path)) }));
    const name = `${settings.name}-${settings.version}.mcpb`;
    const zip = zipOf(files);
    writeFileSync(join(projectDirectory, name), zip);
    write(join(projectDirectory, 'server.json'), registryEntry(settings));
    say(`wrote ${name}, ${(zip.length / 1e6).toFixed(1)} MB, and server.json`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
