/**
 * `node:http` without an import, which reads all its exports. One of them is `WebSocket`, for which Node.js loads undici:
 * 20 ms of a start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
