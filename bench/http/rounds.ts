/**
 * Measures several contestants alternately, A B C A B C …, so that changes on the machine affect all of them.
 *
 * @returns the values of each contestant, one per round.
 */
export async function interleaved<Thing>(
  things: readonly Thing[],
  rounds: number,
  measure: (thing: Thing, round: number) => Promise<number>,
): Promise<Map<Thing, number[]>> {
  const values = new Map<Thing, number[]>(things.map((thing) => [thing, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [thing, measured] of values) measured.push(await measure(thing, round));
  }
  return values;
}
