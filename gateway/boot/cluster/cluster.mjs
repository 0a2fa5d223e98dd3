// @ts-check
// `npm run cluster`: a PostgreSQL, three gateways and a balancer on this machine, for trying out. Everything ends with
// Ctrl-C. script.mjs says why this file imports late.
import { runAsScript, ScriptError } from '../script.mjs';

const usage = 'Usage: npm run cluster -- [--balancer haproxy|nginx|caddy|none]';

runAsScript(import.meta.url, async () => {
  const { ensureInstalled } = await import('../install.mjs');
  const { build } = await import('../build.mjs');
  await ensureInstalled({ development: false });
  build();
  const { balancerNames, installedBalancer } = await import('./balancer.mjs');
  const [option, value, ...more] = process.argv.slice(2);
  const named = balancerNames.find((name) => name === value);
  const isValid = option === '--balancer' && (named !== undefined || value === 'none') && more.length === 0;
  if (option !== undefined && !isValid) throw new ScriptError(usage);
  const { runCluster } = await import('./run-cluster.mjs');
  await runCluster(option === undefined ? installedBalancer() : named);
});
