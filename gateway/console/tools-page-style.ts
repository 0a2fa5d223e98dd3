import { Html } from './html.js';

/** The style sheet of the tools' page. Its colours follow the light or dark theme of the system. */
export const toolsPageStyle = new Html(`
:root {
  color-scheme: light dark;
  --text: light-dark(#1d2127, #e4e6ea);
  --muted: light-dark(#5a6370, #9aa3b0);
  --line: light-dark(#dde1e7, #30353d);
  --ground: light-dark(#ffffff, #16181c);
  --panel: light-dark(#f5f6f8, #1e2127);
  --accent: light-dark(#0b5cad, #7db8f5);
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); color: var(--text); background: var(--ground);
  font: 1rem/1.55 system-ui, sans-serif; }
a { color: inherit; text-decoration: none; }
a:hover { color: var(--accent); text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
code, pre { font: .875rem/1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; background: var(--panel);
  border-right: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: .75rem; }
.brand svg { flex: none; width: 2.25rem; height: 2.25rem; fill: var(--accent); }
nav h1 { margin: 0; font-size: 1.25rem; line-height: 1.2; }
nav .brand p { margin: 0; }
nav p { margin: .25rem 0 1rem; color: var(--muted); font-size: .875rem; }
nav h2 { margin: 1.25rem 0 .25rem; font-size: .875rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; font-size: .875rem; color: var(--muted); }
nav li a { display: block; padding: .1rem 0; overflow-wrap: anywhere; }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 6rem; max-width: 66rem; }
main h2 { margin: 3.5rem 0 1rem; font-size: 1.5rem; }
section:first-child h2 { margin-top: 0; }
article { padding: 1.5rem 0; border-top: 1px solid var(--line); }
h3 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin: 0; font-size: 1.125rem; }
h3 code { color: var(--muted); font-weight: 400; }
article > p { margin: .5rem 0 1rem; max-width: 46rem; }
table { width: 100%; margin: 0 0 1rem; border-collapse: collapse; font-size: .875rem; }
th { color: var(--muted); font-weight: 500; text-align: left; }
th, td { padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:nth-child(1) { white-space: nowrap; }
td:nth-child(2) { width: 24%; color: var(--muted); overflow-wrap: anywhere; }
td:nth-child(3) { width: 14%; overflow-wrap: anywhere; }
td code { white-space: pre-wrap; }
figure { margin: 0 0 .75rem; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
figcaption { padding: .4rem .75rem; border-bottom: 1px solid var(--line); color: var(--muted); overflow-wrap: anywhere; }
figure div { display: grid; grid-template-columns: 1fr 1fr; }
pre { margin: 0; padding: .6rem .75rem; min-height: 2.5rem; max-height: 24rem; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; }
pre + pre { border-left: 1px solid var(--line); background: var(--panel); }
pre i { color: var(--muted); }
@media (forced-colors: active) { .brand svg { fill: LinkText; } }
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  figure div { grid-template-columns: 1fr; }
  pre + pre { border-left: 0; border-top: 1px solid var(--line); }
  thead { display: none; }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td:nth-child(3):has(> code)::before { content: "default "; color: var(--muted); }
  td, td:nth-child(2), td:nth-child(3) { display: block; width: auto; padding: .1rem 0; border: 0; }
}
`);
