import { createHash } from 'node:crypto';
import { Html } from './html.js';
import { toolsPageStyle } from './tools-page-style.js';

const additions = `
html { scroll-behavior: auto; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--panel); }
.skip:focus { left: 0; top: 0; z-index: 1; }
nav .brand { margin: 0; color: var(--text); font-size: 1.25rem; font-weight: 600; }
nav .group { margin: 1.25rem 0 .25rem; color: var(--text); font-weight: 600; }
main { outline-offset: -2px; }
main h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
main header p { max-width: 46rem; }
section > p { max-width: 46rem; }
section > h3 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
article h3 { gap: .25rem .75rem; font-weight: 500; }
article h3 a { font-weight: 600; }
h3 a code { color: inherit; font-weight: inherit; font-size: 1em; overflow-wrap: anywhere; }
article > .note { margin: -.5rem 0 .75rem; color: var(--muted); font-size: .875rem; }
h4 { margin: 1.25rem 0 .4rem; font-size: .9375rem; font-weight: 600; }
.method { color: var(--accent); font: 600 .8125em ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.link { color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
table.two td:nth-child(2), table.answer td:nth-child(3), table.errors td:nth-child(3) { width: auto; color: inherit; }
table.errors td:nth-child(2) { width: 45%; color: inherit; }
pre { max-height: 32rem; }
figcaption { font-size: .875rem; }
figure .one { grid-template-columns: 1fr; }
.command { border: 1px solid var(--line); border-radius: 6px; background: var(--panel); }
details { margin: 1rem 0 0; }
summary { cursor: pointer; font-size: .9375rem; font-weight: 600; }
details > table { margin-top: .5rem; }
.tool { margin: 0; border-top: 1px solid var(--line); }
.tool > summary { padding: .5rem 0; font-weight: 400; }
.tool > summary code { font-weight: 600; overflow-wrap: anywhere; }
.tool > summary span { color: var(--muted); }
.tool > div { padding: 0 0 1.5rem; scroll-margin-top: 4rem; }
.tool > div > p { margin: .25rem 0 1rem; max-width: 46rem; }
@media (max-width: 52rem) {
  td:first-child { white-space: normal; overflow-wrap: anywhere; }
  figure .pair { grid-template-columns: 1fr; }
  .two td:nth-child(2), .errors td:nth-child(3) { margin: 0; }
}
`;

/** The style sheet of the reference, based on that of the tools' page. */
export const referenceStyle = new Html(toolsPageStyle.text + additions);

/** Its source in a Content-Security-Policy. */
export const styleSource = `'sha256-${createHash('sha256').update(referenceStyle.text).digest('base64')}'`;
