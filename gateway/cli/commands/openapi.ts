import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { version } from '../../core/version.js';
import { type Io, jsonText, print } from '../core/io.js';

/** `textmill openapi`. */
export function addOpenApi(program: Command, io: Io): void {
  program
    .command('openapi')
    .summary('print the OpenAPI document of the HTTP API')
    .description(
      'Prints the OpenAPI 3.1 document of the HTTP API, the same that a gateway serves at /openapi.json, without ' +
        'starting one: for client generators and API tools.',
    )
    .option('-o, --output <file>', 'write it to a file instead')
    .addHelpText(
      'after',
      '\nExamples:\n  $ textmill openapi --output openapi.json\n  $ textmill openapi | jq -r ".paths | keys[]"',
    )
    .action((options: { output?: string }) => printDocument(io, options.output));
}

async function printDocument({ stdout, workingFolder }: Io, file: string | undefined): Promise<void> {
  const [{ loadCatalogue }, { openApiDocument }, { endpoints }] = await Promise.all([
    import('../../../engine/catalogue/catalogue.js'),
    import('../../openapi/document.js'),
    import('../../api/endpoints.js'),
  ]);
  const text = jsonText(openApiDocument(await loadCatalogue(), version, endpoints));
  if (file === undefined) await print({ stdout }, text);
  else await writeFile(resolve(workingFolder, file), text);
}
