import { issueConsoleKey } from '../session/console-key.js';
import { markedSession } from '../session/session-mark.js';
import { element, elements } from './element.js';

/** Most of a body that is shown, in characters: more would block the page. */
const maxShown = 200_000;

/** Shows the forms that send a request. The key stays in the fields of the page; it is never stored. */
export function enableForms(): void {
  for (const details of elements('details', '.try')) {
    const form = details.querySelector('form');
    const outcome = details.querySelector<HTMLElement>('.outcome');
    if (form === null || outcome === null) continue;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (form.ariaBusy !== 'true') void send(form, outcome);
    });
    details.hidden = false;
  }
  shareSecrets();
}

/** A key that is typed into one form is in all forms of the page that need one. */
function shareSecrets(): void {
  const fields = elements('input', '[name="secret"]');
  for (const field of fields) {
    field.addEventListener('input', () => {
      for (const other of fields) if (other.dataset.secret === field.dataset.secret) other.value = field.value;
    });
  }
}

async function send(form: HTMLFormElement, outcome: HTMLElement): Promise<void> {
  form.ariaBusy = 'true';
  const began = performance.now();
  try {
    const response = await responseOf(form);
    const body = await response.text();
    outcome.replaceChildren(...shown(response, body, Math.round(performance.now() - began)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    outcome.replaceChildren(element('p', 'wrong', `The request could not be sent: ${reason}`));
  } finally {
    form.ariaBusy = null;
  }
}

/** A user who is signed in to the console needs no key: cookies go along, and where only a key is accepted, the console's. */
async function responseOf(form: HTMLFormElement): Promise<Response> {
  const field = form.querySelector<HTMLInputElement>('[data-secret="KEY"]');
  if (field?.value !== '') return fetch(...requestOf(form));
  const { header = '', prefix = '' } = field.dataset;
  const key = await keyOfSession();
  if (key === '') return fetch(...requestOf(form));
  const response = await fetch(...requestOf(form, { [header]: prefix + key }));
  if (response.status !== 401) return response;
  forgetKeyOfSession();
  return fetch(...requestOf(form, { [header]: prefix + (await keyOfSession()) }));
}

/** To the gateway that serves the page. */
function requestOf(form: HTMLFormElement, secret: Readonly<Record<string, string>> = {}): [string, RequestInit] {
  const headers = new Headers(secret);
  const query = new URLSearchParams();
  let path = form.dataset.path ?? '';
  for (const { name, value, dataset } of elements('input', '', form)) {
    if (value === '') continue;
    if (dataset.header !== undefined) headers.set(dataset.header, (dataset.prefix ?? '') + value.trim());
    else if (dataset.in === 'query') query.set(name, value);
    else if (dataset.in === 'header') headers.set(name, value);
    else path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  const body = form.querySelector('textarea')?.value.trim() ?? '';
  if (body !== '') headers.set('Content-Type', 'application/json');
  const address = query.size === 0 ? path : `${path}?${query}`;
  const method = form.dataset.method ?? 'GET';
  const options: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store', redirect: 'manual' };
  return [address, body === '' ? options : { ...options, body }];
}

function shown(response: Response, body: string, tookMs: number): HTMLElement[] {
  const line = element('p', response.ok ? 'status' : 'status wrong');
  line.append(element('strong', '', `${response.status} ${response.statusText}`), ` in ${tookMs} ms`);
  const headers = element('details');
  const list = element('pre', '', Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join('\n'));
  headers.append(element('summary', '', 'Headers'), list);
  const text = formatted(body);
  const result = element('pre', 'body', text.slice(0, maxShown));
  for (const block of [list, result]) block.tabIndex = 0;
  if (text.length <= maxShown) return body === '' ? [line, headers] : [line, headers, result];
  const rest = `The first ${maxShown.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`;
  return [line, headers, result, element('p', 'fine', rest)];
}

function formatted(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}

let issued: { readonly session: string; readonly key: Promise<string> } | undefined;

/** Returns the key with which the console runs texts for the signed-in user; '' without one. */
function keyOfSession(): Promise<string> {
  const session = markedSession();
  if (session === '') return Promise.resolve('');
  // On another page, another user may have signed in since.
  if (issued?.session === session) return issued.key;
  const key = issueKey().then(
    (secret) => {
      if (secret === '') forgetKeyOfSession();
      return secret;
    },
    (error: unknown) => {
      forgetKeyOfSession();
      throw error;
    },
  );
  issued = { session, key };
  return key;
}

/** Another page has given the key a new secret, or it was revoked: the next request gets another one. */
function forgetKeyOfSession(): void {
  issued = undefined;
}

async function issueKey(): Promise<string> {
  const response = await fetch('/sessions/current', { cache: 'no-store', headers: sessionHeader() });
  // The session has ended.
  if (response.status === 401) return '';
  const { role, error }: { role: string; error: string } = await response.json();
  if (!response.ok) throw new Error(error);
  return issueConsoleKey(sendWithSession, role === 'owner');
}

/** Names the session that is meant: a program on another port of the host may have replaced its cookie. */
function sessionHeader(): Record<string, string> {
  return { 'x-session-id': markedSession() };
}

/** @throws with the sentence of the gateway. */
async function sendWithSession<Body>(method: string, path: string, body?: object): Promise<Body> {
  const options: RequestInit = { method, cache: 'no-store', headers: sessionHeader() };
  const written = { headers: { ...sessionHeader(), 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, body === undefined ? options : { ...options, ...written });
  const content = await response.json();
  if (!response.ok) throw new Error(content.error);
  return content;
}
