// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main as compile } from 'assemblyscript/asc';
import { projectDirectory, runAsScript, ScriptError, say } from './script.mjs';

const folder = 'engine/kernels';
const source = `${folder}/assembly/index.ts`;
const compiled = join(projectDirectory, folder, 'compiled.ts');

/**
 * Compiles the kernels of the engine to engine/kernels/compiled.ts. With `--check` it only looks whether that file is what
 * the source gives.
 *
 * @throws {ScriptError} if the source has errors, which are written to standard error, or the file is not up to date.
 */
async function compileKernels() {
  const base64 = await compiledBase64();
  const text = `// Made by \`npm run kernels\` from ${source}.\nexport const compiled =\n  '${base64}';\n`;
  if (!process.argv.includes('--check')) {
    writeFileSync(compiled, text);
    say(`${folder}/compiled.ts: ${Buffer.from(base64, 'base64').byteLength} bytes`);
  } else if (readFileSync(compiled, 'utf8') !== text)
    throw new ScriptError(`${folder}/compiled.ts is not what ${source} gives: run npm run kernels.`);
}

/** Returns the module in Base64. */
async function compiledBase64() {
  /** @type {Uint8Array} */
  let module = new Uint8Array();
  const { error, stderr } = await compile(
    [
      source,
      '--baseDir',
      projectDirectory,
      '--outFile',
      'kernels.wasm',
      '-O3',
      '--noAssert',
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
      '--use',
      'abort=',
    ],
    {
      writeFile: (_, contents) => {
        if (typeof contents !== 'string') module = contents;
      },
    },
  );
  if (error !== null) throw new ScriptError(`${source} cannot be compiled:\n${stderr.toString()}`);
  return Buffer.from(module).toString('base64');
}

runAsScript(import.meta.url, compileKernels);
