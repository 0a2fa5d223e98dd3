import type { ErrorEntry } from '../openapi/error-list.js';
import { detailMembers } from '../openapi/problem-schema.js';
import { type Html, html } from './html.js';
import { inlineMarkdown } from './markdown.js';
import { referenceStyle } from './reference-style.js';

/** Returns the page that explains every error code, each at its anchor: what the `type` of an error leads to. */
export function errorsPage(errors: readonly ErrorEntry[]): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Textmill: errors</title>
<style>${referenceStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="brand"><a href="#content">Textmill</a></p>
<p><a href="/docs">The HTTP API</a></p>
<p class="group">Errors</p>
<ul>${errors.map(({ code }) => html`<li><a href="#${code}">${code}</a></li>`)}</ul>
</nav>
<main id="content" tabindex="-1">
<header>
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
</main>
</body>
</html>
`.text;
}

function errorArticle({ code, status, title, sentences, members }: ErrorEntry): Html {
  return html`<article aria-labelledby="${code}">
<h3 id="${code}"><a href="#${code}"><span class="method">${status}</span> <code>${code}</code></a> ${title}</h3>
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
