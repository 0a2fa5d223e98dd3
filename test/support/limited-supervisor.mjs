// @ts-check
// A process like gateway/server/main.ts with other pauses between restarts. Its arguments are the URL of
// gateway/supervisor in dist, and the changed limits as JSON.
const [, , folder = '', limits = ''] = process.argv;
const { restartLimits } = await import(`${folder}restart-policy.js`);
const { supervise } = await import(`${folder}supervise.js`);
await supervise({ ...restartLimits, ...JSON.parse(limits) });
