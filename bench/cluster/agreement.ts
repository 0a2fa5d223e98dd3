import { type Comparison, type Measurement, sampleOf } from '../row.js';
import { withoutPostgres, withPostgres } from './database.js';
import { revocationComparisons } from './revocations.js';
import { admissionBounds, admittedInTenMinutes, BucketGateways } from './shared-bucket.js';

/** In terms of the limit. */
const loads = [0.9, 1, 2, 10];

/** P18: how exactly gateways keep one burst limit, and how soon all of them know that a key is revoked. */
export const agreement: Measurement = {
  ids: ['P18'],
  async run(context) {
    const admissions = [1, 2, 3, 5].flatMap(admissionComparisons);
    const reason = withoutPostgres();
    const revocations =
      reason === undefined ? await withPostgres((postgres) => revocationComparisons(postgres, context)) : [];
    return [
      {
        id: 'P18',
        title: 'several gateways keep one limit, and know of a revocation',
        comparisons: [...admissions, ...revocations],
        notes: [
          `Bursts are measured in ten simulated minutes at ${loads.join(', ')} times the limit, with one exchange a ` +
            'second. The least is compared with the requests that the limit allows, the most with what one gateway ' +
            'may admit: its burst too.',
          reason === undefined
            ? 'A revocation counts as effective once all gateways have refused the key to a client that keeps asking.'
            : `Revocations were not measured: ${reason}.`,
        ],
      },
    ];
  },
};

/** Returns the least and the most that a number of gateways admits, over all loads. */
export function admissionComparisons(gateways: number): Comparison[] {
  const least: number[] = [];
  const most: number[] = [];
  for (const load of loads) {
    const admitted = admittedInTenMinutes(new BucketGateways(gateways), load);
    const { offered, ofOneBucket } = admissionBounds(gateways, load);
    least.push((100 * admitted) / offered);
    most.push((100 * admitted) / ofOneBucket);
  }
  const name = gateways === 1 ? '1 gateway' : `${gateways} gateways`;
  const of = { unit: '%', valueUnit: '%' } as const;
  return [
    {
      name: `${name}, least admitted`,
      ...of,
      ours: sampleOf(least),
      value: Math.min(...least),
      target: { atLeast: 95 },
    },
    {
      name: `${name}, most admitted`,
      ...of,
      ours: sampleOf(most),
      value: Math.max(...most),
      target: { atMost: 100 + 10 * (gateways - 1) },
    },
  ];
}
