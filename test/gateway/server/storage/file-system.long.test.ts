import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineProgram } from '../../../support/command-line.js';
import { GatewayProcess, processSettings } from '../../../support/gateway-process.js';
import { startPostgres, withoutPostgres } from '../../../support/postgres.js';
import { runProgram } from '../../../support/program.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const skip = process.platform !== 'linux' && 'the type of a file system is told on Linux alone';

/** A module after which all files seem to be on a file system of a type. */
function pretending(type: number): string {
  const source = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    fs.statfsSync = () => ({ type: ${type} }); syncBuiltinESMExports();`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

for (const [name, type] of [
  ['NFS', 0x6969],
  ['SMB', 0xff534d42],
  // As a 32-bit system shows it.
  ['SMB', 0xff534d42 | 0],
] as const) {
  test(`a data folder on ${name} (${type}) is refused in one sentence`, { skip }, async (t) => {
    const gateway = new GatewayProcess(t, processSettings, undefined, { preloaded: [pretending(type)] });
    const { status, stderr } = await gateway.ended;
    assert.equal(status, 1);
    assert.match(
      stderr,
      new RegExp(`^textmill: DATA_DIR is ".*/data", which is on a network file system \\(${name}\\), where .*\\n$`),
    );
  });
}

test('a data folder on a file system that may be that of another machine is named in the log', { skip }, async (t) => {
  const gateway = new GatewayProcess(t, processSettings, undefined, { preloaded: [pretending(0x65735546)] });
  await gateway.ready();
  const [warning, ...others] = gateway.log.filter(({ msg }) => msg.startsWith('DATA_DIR is '));
  assert.deepEqual(others, []);
  assert.match(warning?.msg ?? '', /^DATA_DIR is ".*", which is on a file system of the type FUSE: /);
});

test('check-config names such a data folder, too', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  const check = (type: number) => {
    const program = ['--import', pretending(type), ...commandLineProgram(), 'check-config'];
    return runProgram(process.execPath, program, { cwd: folder, environment: { DATA_DIR: folder } });
  };
  const refused = await check(0x6969);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^textmill: DATA_DIR is ".*", which is on a network file system \(NFS\), where .*\n$/);
  const doubtful = await check(0x65735546);
  assert.equal(doubtful.status, 0);
  assert.match(doubtful.stderr, /^textmill: DATA_DIR is ".*", which is on a file system of the type FUSE: .*\n$/);
});

test('with DATABASE_URL the data folder may be anywhere', { skip: skip || withoutPostgres }, async (t) => {
  const postgres = await startPostgres(t);
  const settings = { ...processSettings, DATABASE_URL: await postgres.createDatabase('anywhere') };
  const gateway = new GatewayProcess(t, settings, undefined, { preloaded: [pretending(0x6969)] });
  await gateway.ready();
  assert.deepEqual(
    gateway.log.filter(({ msg }) => msg.startsWith('DATA_DIR is ')),
    [],
  );
});
