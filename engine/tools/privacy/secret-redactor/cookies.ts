import type { Span } from '../../../text/span.js';
import { isMask } from './values.js';

/** What is before a list of cookies: a header, a member of that name, a statement of a script, an option of curl. */
const listStart =
  /(?:\b(?:set-?)?cookie2?["']?[ \t]{0,5}(?::|=(?!=))[ \t]{0,5}|--cookie[ \t]{1,5}|-b[ \t]{0,5})["'`]?/gi;
const listEnd = /[\r\n"'`]|$/g;

/** Cookies that sign somebody in or that are the secret of a form, by words of their names. */
const session =
  /sess|sid(?![a-z])|^_?(?:sid|s|xs|sb|sso|li_at|datr)$|auth|token|jwt|csrf|xsrf|login|logged|signed|remember|identity|account|credential|secret|clearance|passw/i;

/** Values without a telling name that look like keys. */
const mixed = /^(?=[^;]*\d)(?=[^;]*[A-Za-z])[\w+/=.%~-]{20,}$/;
/** Those of statistics, which sign nobody in. */
const statistics =
  /^(?:_ga|_gid|_gat|_gcl|_fbp|_fbc|__utm|_pk_|_hj|ajs_|amplitude|mp_|optimizely|consent|euconsent|cookie)/i;

/** A session as the parameter of a path, a form or a log. */
const named =
  /(?<![\w.-])(?:PHPSESSID|JSESSIONID|ASPSESSIONID[A-Z]{8}|ASP\.NET_SessionId|connect\.sid|sessionid|session_id|session_token)=/gi;
const namedValue = /[\w+/=.%~:!-]{8,}/y;

/** Finds the values of cookies that sign somebody in, in time linear in the text. */
export function* sessionCookies(text: string): Generator<Span> {
  let free = 0;
  for (const { 0: start, index } of text.matchAll(listStart)) {
    if (index < free || (start.startsWith('-b') && !isOptionOfCurl(text, index))) continue;
    const first = index + start.length;
    listEnd.lastIndex = first;
    free = listEnd.exec(text)?.index ?? text.length;
    yield* cookiesIn(text, first, free);
  }
  free = 0;
  for (const { 0: name, index } of text.matchAll(named)) {
    if (index < free) continue;
    const start = index + name.length;
    namedValue.lastIndex = start;
    const [value] = namedValue.exec(text) ?? [];
    if (value === undefined) continue;
    free = start + value.length;
    if (/\d/.test(value)) yield { start, end: free };
  }
}

function isOptionOfCurl(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at);
  return /[ \t]$/.test(before) && /\bcurl\b/.test(before.slice(before.lastIndexOf('\n') + 1));
}

function* cookiesIn(text: string, first: number, end: number): Generator<Span> {
  let at = first;
  for (const pair of text.slice(first, end).split(';')) {
    const nameEnd = pair.indexOf('=');
    const value = pair.slice(nameEnd + 1).trimEnd();
    if (nameEnd !== -1 && isSession(pair.slice(0, nameEnd).trim(), value)) {
      const start = at + nameEnd + 1;
      yield { start, end: start + value.length };
    }
    at += pair.length + 1;
  }
}

function isSession(name: string, value: string): boolean {
  if (value === '' || isMask(value) || /^(?:true|false|deleted|\d)$/i.test(value)) return false;
  return session.test(name) || (mixed.test(value) && !statistics.test(name));
}
