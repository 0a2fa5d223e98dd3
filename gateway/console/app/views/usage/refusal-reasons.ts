/** The reasons of refusals in metrics and in the history of an account, in words. */
const reasons: Readonly<Record<string, string>> = {
  quota: 'Daily quota used up',
  'burst-key': 'Burst limit of the key',
  'burst-address': 'Burst limit of the address',
  queue: 'Queue of jobs full',
  'queue-timeout': 'Waited too long in the queue',
  'body-memory': 'Memory for bodies used up',
  'requests-in-flight': 'Too many requests in flight',
  stopping: 'Gateway was stopping',
  'store-unavailable': 'Database of the keys unavailable',
};

/** Returns an unknown reason unchanged. */
export function refusalReason(name: string): string {
  return Object.hasOwn(reasons, name) ? (reasons[name] ?? name) : name;
}
