// @ts-check
/**
 * Folders whose tests share a process in `npm run test:long`: one gateway and one browser for each.
 */
export const sharedLongProcesses = /** @type {const} */ ({
  'test/console/accounts/': ['.'],
  'test/console/texts/': ['.'],
});

/**
 * Folders whose short tests share a process, because loading the tools takes longer than most of the tests: one process for
 * those of `test/engine/`, and so on; `.` for all below. They must not change global state.
 */
export const sharedProcesses = /** @type {const} */ ({
  'test/engine/': ['catalogue', 'core', 'operations', 'text', 'tools'],
  'test/gateway/': ['cli/bench', 'client', 'console', 'core', 'deploy', 'mcp', 'server', 'supervisor'],
  'test/contract/': ['.'],
  'test/bench/': ['.'],
});
