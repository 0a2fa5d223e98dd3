// @ts-check
// A process like gateway/server/main.ts with other pauses between restarts. Its arguments are the URL of
// gateway/supervisor, in the sources or in dist, and the changed limits as JSON.
const [, , folder = '', limits = ''] = process.argv;
const extension = folder.includes('/dist/') ? 'js' : 'ts';
const { restartLimits } = await import(`${folder}restart-policy.${extension}`);
const { supervise } = await import(`${folder}supervise.${extension}`);
await supervise({ ...restartLimits, ...JSON.parse(limits) });
