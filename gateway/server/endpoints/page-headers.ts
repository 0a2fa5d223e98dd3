import type { HeaderList } from '../http/server.js';

/**
 * Returns headers of a page. It loads its own script and style sheet and talks to its own gateway. Injected content can load,
 * run, send to and frame nothing else.
 *
 * @param trustedTypes - who may make addresses of scripts.
 */
function headersOf(trustedTypes: string): HeaderList {
  return [...policy(trustedTypes), ...otherHeaders];
}

function policy(trustedTypes: string): HeaderList {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ];
  return ['Content-Security-Policy', directives.join('; ')];
}

const otherHeaders: HeaderList = [
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy',
  'no-referrer',
  'X-Content-Type-Options',
  'nosniff',
];

/** Those of the reference. */
export const pageHeaders = headersOf("'none'");

/** Those of the console: its script may make one address, that of the worker that runs the engine. */
export const consoleHeaders = headersOf('textmill-engine');
