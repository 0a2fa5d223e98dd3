import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runToEnd } from './child.js';
import { type Contestant, earlierRelease, program } from './servers.js';

const { standard }: { standard: Record<string, string[]> } = createRequire(import.meta.url)(
  '../../data/tracking-parameters.json',
);
const environment = { TRACKING_PARAMETERS: Object.values(standard).flat().join(',') };
/** Where compilers keep what they have made, so that only the first run takes minutes. */
const cache = join(tmpdir(), 'textmill-bench-peers');

interface Source {
  readonly name: string;
  /** In ../peers. */
  readonly folder: string;
  /** What the program needs to be compiled on Debian. */
  readonly packages: string;
  /** Returns the compiler's command, and the program that it makes. */
  command(target: string): { readonly command: string; readonly args: readonly string[]; readonly file: string };
}

const sources: readonly Source[] = [
  {
    name: 'Go',
    folder: 'go',
    packages: 'golang-go',
    command: (target) => ({
      command: 'go',
      args: ['build', '-o', join(target, 'peer'), '.'],
      file: join(target, 'peer'),
    }),
  },
  {
    name: 'Rust',
    folder: 'rust',
    packages: 'cargo, librust-hyper-dev, librust-tokio-dev, librust-serde-json-dev, librust-sha2-dev',
    command: (target) => ({
      command: 'cargo',
      args: [
        'build',
        '--release',
        '--offline',
        '--target-dir',
        target,
        '--config',
        'source.crates-io.replace-with="debian"',
        '--config',
        'source.debian.directory="/usr/share/cargo/registry"',
      ],
      file: join(target, 'release', 'textmill-bench-peer'),
    }),
  },
];

/** Services with the same three operations that can run here, and sentences about those that cannot. */
export interface Peers {
  readonly contestants: readonly Contestant[];
  readonly notes: readonly string[];
}

/** Compiles the services of ../peers. @param progress - shows what is being compiled. */
export async function compiledPeers(progress: (what: string) => void): Promise<Peers> {
  const contestants: Contestant[] = [];
  const notes: string[] = [];
  for (const { name, folder, packages, command } of sources) {
    progress(`compiling the service in ${name}`);
    const target = join(cache, folder);
    mkdirSync(target, { recursive: true });
    const { file, ...compiler } = command(target);
    const caches = { HOME: cache, GOCACHE: join(cache, 'go-build'), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    const rustup = process.env.RUSTUP_HOME ?? join(process.env.HOME ?? '', '.rustup');
    try {
      await runToEnd({
        ...compiler,
        environment: { ...caches, RUSTUP_HOME: rustup },
        folder: fileURLToPath(new URL(`../peers/${folder}`, import.meta.url)),
      });
      contestants.push(program(name, file, environment));
    } catch (error) {
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-1);
      notes.push(`Not compared with a service in ${name}, which needs Debian's ${packages}: ${reason}`);
    }
  }
  const before = process.env.RELEASE_BEFORE;
  if (before !== undefined) contestants.push(earlierRelease(before));
  return { contestants, notes };
}
