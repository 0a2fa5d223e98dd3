import type { Measurement, RowId } from './row.js';

/** A measurement that is loaded when it runs: some load a web framework, some a data set. */
export interface MeasurementEntry {
  /** The ids of the measurement; a test compares both. */
  readonly ids: readonly RowId[];
  load(): Promise<Measurement>;
}

/** All measurements of `npm run bench`, in their order. */
export const measurements: readonly MeasurementEntry[] = [
  { ids: ['P1', 'P2', 'P3'], load: async () => (await import('./http/small-requests.js')).smallRequests },
  { ids: ['P4'], load: async () => (await import('./engine/sanitize.js')).sanitize },
  { ids: ['P5'], load: async () => (await import('./engine/sort-dedupe.js')).sortDedupe },
  { ids: ['P6'], load: async () => (await import('./engine/sort-dedupe.js')).sortStep },
  { ids: ['P7'], load: async () => (await import('./engine/upper-case.js')).upperCase },
  { ids: ['P8'], load: async () => (await import('./http/large-jobs.js')).largeJobs },
  { ids: ['P9'], load: async () => (await import('./http/latency-under-load.js')).latencyUnderLoad },
  { ids: ['P10'], load: async () => (await import('./http/memory.js')).memory },
  { ids: ['P11'], load: async () => (await import('./http/start-time.js')).startTime },
  { ids: ['P12'], load: async () => (await import('./engine/tools.js')).tools },
  { ids: ['P13'], load: async () => (await import('./engine/pipeline.js')).pipeline },
  { ids: ['P14', 'P15'], load: async () => (await import('./http/pooled-jobs.js')).pooledJobs },
  { ids: ['P16'], load: async () => (await import('./cluster/several-gateways.js')).severalGateways },
  { ids: ['P17'], load: async () => (await import('./cluster/shared-store.js')).sharedStore },
  { ids: ['P18'], load: async () => (await import('./cluster/agreement.js')).agreement },
  { ids: ['P19'], load: async () => (await import('./command-line/sort-file.js')).sortFile },
  { ids: ['P20'], load: async () => (await import('./engine/inline-hold.js')).inlineHold },
  { ids: ['P21'], load: async () => (await import('./http/whole-services.js')).wholeServices },
  { ids: ['P22'], load: async () => (await import('./http/many-keys.js')).manyKeys },
  { ids: ['P23'], load: async () => (await import('./http/idle.js')).idle },
  { ids: ['P24'], load: async () => (await import('./engine/csv-column.js')).csvColumn },
  { ids: ['P25'], load: async () => (await import('./http/compressed-bodies.js')).compressedBodies },
];
