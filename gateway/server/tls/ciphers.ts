const suitesOf12 = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];
const suitesOf13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

/**
 * The cipher suites of TLS 1.2, as a list of OpenSSL: those with forward secrecy and authenticated encryption (the
 * "intermediate" list of Mozilla, without DHE). TLS 1.3 has no others.
 */
export const ciphersOf12 = suitesOf12.join(':');

/** The same for Node.js, whose list must name the suites of TLS 1.3: without one, it turns TLS 1.3 off. */
export const ciphersForNode = [...suitesOf13, ...suitesOf12].join(':');
