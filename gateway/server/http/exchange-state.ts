/**
 * What is being done with a request, in this order; a state that a request does not need is left out. The exchange is open
 * in the first two: a client waits for a response that is not made yet.
 *
 * - `reading`: its handler was called, and its body, if it has one, has not been handed over.
 * - `handling`: its reader has the whole body.
 * - `responding`: its response is made, and not written: it waits for the others of a turn of the event loop, or for the
 *   rest of a body that nobody reads.
 * - `writing`: its response goes out, as the client takes it.
 * - `discarding`: its response was written before all of the request had arrived. The rest is read and dropped before the
 *   connection closes.
 * - `closed`: the response is out, or the client has left. Everything is freed.
 */
export type ExchangeState = 'reading' | 'handling' | 'responding' | 'writing' | 'discarding' | 'closed';
