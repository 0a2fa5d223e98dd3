import { statfsSync } from 'node:fs';

/**
 * Types of file systems that several machines share, by their number in statfs(2) on Linux.
 *
 * The write-ahead log of SQLite takes shared memory between all processes that have the database open, so they must run on
 * one machine (https://www.sqlite.org/wal.html). Such a file system does not prevent that one runs on another machine, and
 * many neither lock nor flush files reliably: one gateway alone may lose keys and quotas.
 */
const shared: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x19830326, 'BeeGFS'],
]);

/** Types that may be local, or a folder of another machine or of the host. */
const perhapsShared: ReadonlyMap<number, string> = new Map([
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
  [0xbacbacbc, 'HGFS'],
  [0x786f4256, 'vboxsf'],
]);

/**
 * Checks the file system of the data folder, for SQLite; only on Linux, where its type can be told.
 *
 * @returns a warning, in one sentence, if it may be one that machines share.
 * @throws {Error} with one sentence that names the setting, if it is.
 */
export function checkFileSystem(dataDir: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const type = statfsSync(dataDir).type >>> 0;
  const setting = `DATA_DIR is ${JSON.stringify(dataDir)}`;
  const name = shared.get(type);
  if (name !== undefined) {
    throw new Error(
      `${setting}, which is on a network file system (${name}), where SQLite may lose data: use a folder on a local disk, ` +
        'or DATABASE_URL for a PostgreSQL',
    );
  }
  const doubtful = perhapsShared.get(type);
  if (doubtful === undefined) return undefined;
  return (
    `${setting}, which is on a file system of the type ${doubtful}: if its files are on another machine, SQLite may lose ` +
    'data; then use a folder on a local disk, or DATABASE_URL for a PostgreSQL'
  );
}
