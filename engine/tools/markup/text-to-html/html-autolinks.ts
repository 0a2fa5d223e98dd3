import { escapeHtml } from '../../../text/markup/html-escape.js';
import { emailAddresses } from '../../../text/urls/email-addresses.js';
import { urlsInText } from '../../../text/urls/web-addresses.js';

const search = { schemes: new Set(['http', 'https']), bare: true, stripPunctuation: true };

/** Returns text as HTML in which web and e-mail addresses are links. */
export function linkedHtml(text: string): string {
  let html = '';
  let end = 0;
  for (const span of urlsInText(text, search)) {
    const url = text.slice(span.start, span.end);
    html += withEmailLinks(text.slice(end, span.start));
    html += link(/^www\./i.test(url) ? `https://${url}` : url, url);
    end = span.end;
  }
  return html + withEmailLinks(text.slice(end));
}

function withEmailLinks(text: string): string {
  let html = '';
  let end = 0;
  for (const span of emailAddresses(text)) {
    const address = text.slice(span.start, span.end);
    html += escapeHtml(text.slice(end, span.start)) + link(`mailto:${address}`, address);
    end = span.end;
  }
  return html + escapeHtml(text.slice(end));
}

function link(address: string, text: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
}
