// @ts-check
/**
 * Folders whose short tests share a process: they neither start a gateway nor change global state.
 * Loading the tools takes longer than most of the tests.
 */
export const sharedProcesses = /** @type {const} */ ({
  'test/engine/': ['catalogue', 'core', 'operations', 'text', 'tools'],
  'test/gateway/': [
    ...['api', 'client', 'config', 'console', 'core', 'keys', 'limits', 'mcp', 'observability', 'openapi', 'request'],
    ...['supervisor', 'tls'],
  ],
});
