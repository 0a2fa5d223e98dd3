import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SinglePeerCache } from '#gateway/server/http/single-peer-cache.js';

const [home, away] = [Uint8Array.of(127, 0, 0, 1), Uint8Array.of(192, 0, 2, 7)];
const gone = new Uint8Array(0);

/** Connections that open (an address) and close (`undefined`), and the only address afterwards. */
const histories: [name: string, events: (Uint8Array | undefined)[], only: Uint8Array | undefined][] = [
  ['nobody', [], undefined],
  ['one connection', [home], home],
  ['several from one address', [home, Uint8Array.from(home), home], home],
  ['from two addresses', [home, away], undefined],
  ['a connection from one of two addresses has closed, but it is unknown which', [home, away, undefined], undefined],
  ['both have closed', [home, away, undefined, undefined], undefined],
  ['another address after all have closed', [home, undefined, away], away],
  ['two addresses, and another one after all have closed', [home, away, undefined, undefined, away], away],
  ['a connection that closed before its address could be read', [gone], undefined],
  ['such a connection after another one', [home, gone], undefined],
  ['another one after such a connection', [gone, home], undefined],
  [
    'an address and the beginning of it',
    [home, Uint8Array.of(127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
    undefined,
  ],
];

describe('the only address of all open connections', () => {
  for (const [name, events, only] of histories) {
    test(name, () => {
      const peers = new SinglePeerCache();
      for (const event of events) {
        if (event === undefined) peers.closed();
        else peers.opened(event);
      }
      assert.deepEqual(peers.address, only);
    });
  }
});
