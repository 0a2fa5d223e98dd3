import assert from 'node:assert/strict';
import { adminToken } from './gateway.js';

/** The values of `GET /metrics`, by name. */
export type MetricValues = ReadonlyMap<string, number>;

/** Returns the values that a gateway states at `GET /metrics`. */
export async function metricsOf(url: string): Promise<MetricValues> {
  const response = await fetch(`${url}/metrics`, { headers: { 'x-admin-token': adminToken } });
  assert.equal(response.status, 200);
  const samples = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

/** Returns one value, which must be present. */
export function metric(metrics: MetricValues, name: string): number {
  const value = metrics.get(name);
  assert.ok(value !== undefined, `there is no metric ${name}`);
  return value;
}
