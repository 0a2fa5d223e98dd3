// @ts-check
// Measures CyberChef in this process; see cyberchef.ts.
const { bake } = await import(process.argv[2] ?? '');

let input = '';
/** @type {object[]} */
let recipe = [];

process.on('message', async (/** @type {{ input?: string, recipe?: object[], turnMs?: number }} */ message) => {
  if (message.turnMs === undefined) {
    ({ input = '', recipe = [] } = message);
    process.send?.(String(await bake(input, recipe)));
  } else process.send?.(await medianTime(message.turnMs));
});
process.send?.('ready');

/** @param {number} turnMs */
async function medianTime(turnMs) {
  /** @type {number[]} */
  const times = [];
  for (const end = performance.now() + turnMs; times.length < 3 || performance.now() < end; ) {
    const began = performance.now();
    String(await bake(input, recipe));
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
