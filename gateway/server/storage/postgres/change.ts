import { type ActingSession, SessionEndedError } from '../session-table.js';
import { type Queries, run } from './connection.js';

/**
 * Makes a change by calling one function of the database. In a session, the same statement first makes sure that it has
 * not ended, and keeps it from ending until the change is committed.
 *
 * @param by - the session in which the change is made; undefined for the admin token and the command line.
 * @param call - the call, such as `revoke_key($1, $2)`.
 * @param values - those of the parameters in the call.
 * @returns what the function returns; null if that is nothing.
 * @throws {SessionEndedError} if the session has ended: the function was not called.
 */
export async function change<Value>(
  queries: Queries,
  by: ActingSession | undefined,
  call: string,
  values: readonly unknown[],
): Promise<Value | null> {
  const name = call.slice(0, call.indexOf('('));
  if (by === undefined) {
    const [reply] = await run<{ value: Value | null }>(queries, name, `SELECT ${call} AS value`, values);
    return reply?.value ?? null;
  }
  const parameters = [1, 2, 3].map((index) => `$${values.length + index}`).join(', ');
  const [reply] = await run<{ holds: boolean; value: Value | null }>(
    queries,
    `${name}_in_session`,
    `SELECT holds, CASE WHEN holds THEN ${call} END AS value FROM hold_session(${parameters}) AS holds`,
    [...values, by.id, by.idleSince, by.begunSince],
  );
  if (reply?.holds !== true) throw new SessionEndedError();
  return reply.value;
}
