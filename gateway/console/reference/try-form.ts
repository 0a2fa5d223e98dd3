import type { OpenApiDocument } from '../../openapi/types.js';
import { type Html, html } from '../html.js';
import { type Endpoint, exampleRequest, firstExample, isForSessionsOnly, successOf } from './example-request.js';

/**
 * A form that sends a request to this gateway. Only the script can send it, so it is hidden until that shows it. There
 * is none for preflights, which browsers send themselves, and for pages.
 */
export function tryForm(endpoint: Endpoint, document: OpenApiDocument): Html | undefined {
  const { path, method, operation } = endpoint;
  const success = successOf(operation, document);
  const isPage = Object.keys(success.content ?? {}).some((type) => /^(text\/html|image\/)/.test(type));
  if (method === 'OPTIONS' || isPage || success.content === undefined) return undefined;
  const isForSessions = isForSessionsOnly(operation, document);
  const secret = isForSessions ? undefined : exampleRequest(endpoint, document, '').secret;
  const body = operation.requestBody && firstExample(operation.requestBody.content)?.value;
  return html`<details class="try" hidden>
<summary>Try it</summary>
<form class="stack" data-method="${method}" data-path="${path}">
${
  isForSessions &&
  html`<p class="fine">Sent with your session, if you are signed in to the console.</p>
`
}${
  secret &&
  html`<label class="field"><span>${secret.variable === 'TOKEN' ? 'Admin token' : 'API key'}, sent as <code>${secret.header}</code>; not needed while you are signed in to the console</span>
<input type="password" name="secret" data-header="${secret.header}" data-prefix="${secret.prefix}" data-secret="${secret.variable}" autocomplete="off"></label>
`
}${(operation.parameters ?? []).map(
  ({ name, in: place, example }) => html`<label class="field"><span><code>${name}</code>, in the ${place}</span>
<input name="${name}" data-in="${place}"${place === 'path' && ' required'} value="${example === undefined ? '' : String(example)}" autocomplete="off" spellcheck="false"></label>
`,
)}${
  operation.requestBody &&
  html`<label class="field"><span>Body</span>
<textarea name="body" rows="8" spellcheck="false">
${body === undefined ? '' : JSON.stringify(body, undefined, 2)}</textarea></label>
`
}<button type="submit" class="button primary">Send</button>
</form>
<div class="outcome" role="status"></div>
</details>
`;
}
