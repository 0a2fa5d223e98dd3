import assert from 'node:assert/strict';
import { statusWith } from './gateway-process.js';

/** Clients that spend a quota together. */
export const spenders = 12;

/**
 * Sends requests until all are refused. Connections may break, and gateways may have no time.
 *
 * @param urls - gateways, asked in turn.
 * @param quota - of the key's account.
 * @param onAdmitted - told how many requests have been admitted, after each one.
 * @returns how many were admitted.
 */
export async function spend(
  urls: readonly string[],
  key: string,
  quota: number,
  onAdmitted: (admitted: number) => void = () => {},
): Promise<number> {
  let admitted = 0;
  let refused = 0;
  await Promise.all(
    Array.from({ length: spenders }, async (_, client) => {
      for (let sent = 0; refused < 20 * spenders && sent < 20 * quota; sent++) {
        const status = await statusWith(urls[(client + sent) % urls.length] ?? '', key).catch(() => 0);
        if (status === 200) onAdmitted(++admitted);
        else if (status === 429) refused++;
        else assert.ok(status === 0 || status === 503, `status ${status}`);
      }
    }),
  );
  return admitted;
}
