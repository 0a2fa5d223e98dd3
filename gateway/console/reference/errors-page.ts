import type { ErrorEntry } from '#gateway/server/endpoints/openapi/error-list.js';
import { detailMembers } from '#gateway/server/endpoints/openapi/problem-schema.js';
import { type Html, html } from '../html.js';
import { inlineMarkdown } from '../markdown.js';

/** The codes in the navigation. */
export function errorEntries(errors: readonly ErrorEntry[]): Html {
  return html`
<ul>${errors.map(
    ({ code }) => html`<li><a href="#${code}">${code}</a></li>
`,
  )}</ul>`;
}

/** Explains every error code, each at its anchor: what the `type` of an error leads to. */
export function errorsContent(errors: readonly ErrorEntry[]): Html {
  return html`<header class="page-head">
<h1>Errors</h1>
<p>Every error has a code, which never changes. The sentence is for people, and the same in both forms of the body:
<code>{ "error": "…" }</code>, or for requests whose <code>Accept</code> names <code>application/problem+json</code> the
form of RFC 9457, with the code as <code>code</code>, the sentence as <code>detail</code>, and what the sentence names as
members of their own.</p>
</header>
${errors.map(errorArticle)}<section aria-labelledby="members">
<h2 id="members">Members</h2>
<table class="two">
<thead><tr><th scope="col">Member</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${Object.entries(detailMembers).map(
  ([name, { description = '' }]) => html`<tr><td><code>${name}</code></td><td>${inlineMarkdown(description)}</td></tr>
`,
)}</tbody>
</table>
</section>
`;
}

function errorArticle({ code, status, title, sentences, members }: ErrorEntry): Html {
  return html`<article class="error" aria-labelledby="${code}">
<h2 id="${code}"><a href="#${code}"><span class="method">${status}</span> <code>${code}</code></a> <span>${title}</span></h2>
<table class="two">
<thead><tr><th scope="col">Sentence</th><th scope="col">When</th></tr></thead>
<tbody>
${sentences.map(
  ({ template, when }) => html`<tr><td><code>${template}</code></td><td>${inlineMarkdown(when)}</td></tr>
`,
)}</tbody>
</table>
${
  members.length > 0 &&
  html`<p>Members: ${members.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}</p>
`
}</article>
`;
}
