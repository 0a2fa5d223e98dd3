/**
 * In the storage while this browser probably has a session: its identifier. Without it there would be a useless request
 * at each start, and pages would not learn that another page has signed out.
 */
export const markName = 'textmill-signed-in';

/** Returns the identifier of the session that this browser probably has; '' without one, or without storage. */
export function markedSession(): string {
  try {
    return localStorage.getItem(markName) ?? '';
  } catch {
    return '';
  }
}
