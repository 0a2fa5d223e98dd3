import { spawnSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';

/** The circumstances of a measurement: figures from different machines are not comparable. */
export interface Facts {
  /** The model of the processor. */
  readonly processor: string;
  readonly cores: number;
  /** In GiB, rounded. */
  readonly memoryGiB: number;
  readonly operatingSystem: string;
  readonly node: string;
  /** The short hash, followed by `+` if there were uncommitted changes. */
  readonly commit: string;
  readonly rounds: number;
  /** The time at which the row was finished, in ISO 8601. */
  readonly when: string;
}

/** Returns what figures depend on: the machine, Node and the commit they are measured with. */
export function factsOf({ rounds, when }: { readonly rounds: number; readonly when: Date }): Facts {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() || 'unknown processor',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    operatingSystem: `${type()} ${release()}`,
    node: process.version,
    commit: commit(),
    rounds,
    when: when.toISOString(),
  };
}

/** Formats the facts as the line below a table or a chart. */
export function factsLine({ processor, cores, memoryGiB, operatingSystem, node, commit, rounds, when }: Facts): string {
  const machine = `${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memoryGiB} GiB, ${operatingSystem}`;
  return `${machine}; Node ${node}; commit ${commit}; medians of ${rounds} rounds; ${when.slice(0, 10)}`;
}

function commit(): string {
  const hash = git('rev-parse', '--short', 'HEAD');
  if (hash === undefined) return 'unknown';
  // The results of this run do not change the measured code.
  const changed = git('status', '--porcelain', '--', ':/', ':(top,exclude)bench/results', ':(top,exclude)test/results');
  return changed === '' ? hash : `${hash}+`;
}

/** Returns the output of git; undefined without git, or outside a repository. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: new URL('.', import.meta.url), encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
