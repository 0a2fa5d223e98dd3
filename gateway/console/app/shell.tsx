import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { logoPath, logoSize, productClaim, productName } from '#gateway/core/brand.js';
import { Access } from './parts/access.js';
import { EncodingDialog } from './parts/encoding-dialog.js';
import { LinkDialog } from './parts/link-dialog.js';
import { PlaceDialog } from './parts/run-target.js';
import { reachable } from './session/reachability-store.js';
import { addressOf, followLinks, route } from './session/router-store.js';
import { isOwner, offeredLink } from './session/session-store.js';
import { base, isSite } from './session/site.js';
import { Shortcuts } from './shortcuts.js';
import { themes } from './theme/theme.js';
import { setTheme, theme } from './theme/theme-store.js';
import { OwnUsage } from './views/account/own-usage.js';
import { PlanView } from './views/account/plan-view.js';
import { KeysView } from './views/keys/keys-view.js';
import { SecretDialog } from './views/keys/secret-dialog.js';
import { shownSecret } from './views/keys/store.js';
import { PlaygroundView } from './views/playground/playground-view.js';
import { SanitizeView } from './views/sanitize/sanitize-view.js';
import { SortView } from './views/sort/sort-view.js';
import { ToolsView } from './views/tools/tools-view.js';
import { UsageView } from './views/usage/usage-view.js';

interface View {
  readonly name: string;
  readonly title: string;
  readonly component: ComponentType;
}

const allViews: readonly View[] = [
  { name: '', title: 'Playground', component: PlaygroundView },
  { name: 'sanitize', title: 'Sanitize URLs', component: SanitizeView },
  { name: 'sort-dedupe', title: 'Sort and dedupe', component: SortView },
  { name: 'tools', title: 'Tools', component: ToolsView },
  { name: 'keys', title: 'Keys', component: () => (isOwner.value ? <PlanView /> : <KeysView />) },
  { name: 'usage', title: 'Usage', component: () => (isOwner.value ? <OwnUsage /> : <UsageView />) },
];

/** A site of files has no gateway: no keys, and no usage. */
const views = isSite ? allViews.slice(0, 4) : allViews;

/** An owner has the keys of one account, and its plan. */
function titleOf({ name, title }: View): string {
  return name === 'keys' && isOwner.value ? 'Plan and API access' : title;
}

/** The frame around every view. */
export function Shell() {
  const [name = '', subject = ''] = route.value.split('/');
  const current = views.find((view) => view.name === name);
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const shown = useRef(subject);
  // Before the effects of the view, which may set a more precise title.
  useLayoutEffect(() => {
    document.title = current === undefined ? 'Textmill' : `${titleOf(current)} · Textmill`;
  }, [current]);
  useEffect(() => {
    // Screen readers announce the new view, but not at the first load. The view may have set the focus already.
    if (!isFirst.current && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    isFirst.current = false;
    // On a phone the row of links is wider than the screen.
    document.querySelector('.views [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  useEffect(() => {
    // The followed link is gone, and the view has not set the focus.
    if (document.activeElement === document.body && shown.current !== subject)
      main.current?.focus({ preventScroll: true });
    shown.current = subject;
  }, [subject]);
  const Current = current?.component ?? Missing;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it are pressed, by keys as well.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above.
    <div class="shell" onClick={followLinks}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top" data-owner={isOwner.value ? true : undefined}>
        <a class="brand" href={addressOf('')}>
          <Logo />
          <span>
            {productName} <span class="claim">{productClaim}</span>
          </span>
        </a>
        <nav class="views" aria-label="Views">
          <ul>
            {views.map((view) => (
              <li key={view.name}>
                <a href={addressOf(view.name)} aria-current={view === current ? 'page' : undefined}>
                  {titleOf(view)}
                </a>
              </li>
            ))}
            <li>
              {/* In a new tab: leaving the page forgets the texts of some views, and a key. */}
              <a href={isSite ? `${base}reference.html` : '/docs'} target="_blank" rel="noopener">
                {isSite ? 'Reference' : 'API reference'} <span aria-hidden="true">↗</span>
              </a>
            </li>
          </ul>
        </nav>
        <div class="top-actions">
          <Shortcuts />
          <ThemeSwitch />
          {!isSite && <Access />}
        </div>
      </header>
      <main ref={main} id="content" tabIndex={-1}>
        <Current />
      </main>
      {/* Rendered once for all views. */}
      {shownSecret.value !== undefined && <SecretDialog key={shownSecret.value.secret} shown={shownSecret.value} />}
      <EncodingDialog />
      <PlaceDialog />
      {offeredLink.value !== undefined && <LinkDialog key={offeredLink.value.link} offer={offeredLink.value} />}
      <div class="silence" role="status" data-shown={reachable.value ? undefined : true}>
        {!reachable.value && 'The gateway does not respond. Trying again…'}
      </div>
    </div>
  );
}

function Missing() {
  return (
    <div class="empty">
      <h1>Not found</h1>
      <p>
        There is no such view. <a href={addressOf('')}>Go to the playground</a>.
      </p>
    </div>
  );
}

/** The logo, beside the name of the product. */
function Logo() {
  return (
    <svg class="logo" viewBox={`0 0 ${logoSize} ${logoSize}`} aria-hidden="true" focusable="false">
      <path d={logoPath} />
    </svg>
  );
}

/** The button that changes between the colours of the system, light and dark ones. */
function ThemeSwitch() {
  const { title, next } = themes[theme.value];
  return (
    <button
      type="button"
      class="button quiet theme-switch"
      onClick={() => setTheme(next)}
      title="Change the colours of the page"
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        <path d="M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM8 3v10a5 5 0 0 1 0-10Z" />
      </svg>
      <span class="off-screen">Theme: </span>
      <span>{title}</span>
    </button>
  );
}
