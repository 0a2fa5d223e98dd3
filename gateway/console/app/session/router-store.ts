import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { base, isSite } from './site.js';

// Inputs

const pathname = signal(location.pathname);
const hash = signal(location.hash);
/** The fragment of the address, with its `#`; '' if it has none. */
export const fragment: ReadonlySignal<string> = hash;

// Computed

/** The path of the view: `''`, `sanitize`, `tools/csv-json-converter`. */
export const route = computed(() => routeOf(pathname.value));

// Effects

function startEffects(): void {
  // The user goes back or forward, or changes the fragment → the address is read.
  addEventListener('popstate', readAddress);
  addEventListener('hashchange', readAddress);
}

// Actions

function readAddress(): void {
  pathname.value = location.pathname;
  hash.value = location.hash;
}

/** Replaces the fragment of the address, without a new history entry. */
export function replaceFragment(given: string): void {
  history.replaceState(history.state, '', given === '' ? location.pathname : given);
  readAddress();
}

/** A page of the site is a file: `sanitize.html`, which some servers also show without its end. */
function routeOf(path: string): string {
  const target = decoded(path.slice(base.length)).replace(/\/$/, '');
  return isSite ? target.replace(/(?:^index)?\.html$/, '') : target;
}

/** An address that cannot be decoded stays as it is: it leads to the page for unknown addresses. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the address of a view. @param target - as in {@link route}. @param fragment - with its `#`, or ''. */
export function addressOf(target: string, fragment = ''): string {
  return base + target + (isSite && target !== '' ? '.html' : '') + fragment;
}

/** Shows another view, as its link would. */
export function show(target: string, fragment = ''): void {
  history.pushState(null, '', addressOf(target, fragment));
  readAddress();
  scrollTo(0, 0);
}

/** Follows links between views without loading the page again, which would forget texts, and a key. */
export function followLinks(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return;
  const link = event.target.closest('a');
  if (link === null || link.origin !== location.origin || !link.pathname.startsWith(base) || link.target !== '') return;
  event.preventDefault();
  // A place on this page: its fragment must not replace the workflow in the address.
  if (link.hash === '#content') document.getElementById('content')?.focus();
  else show(routeOf(link.pathname), link.hash);
}

startEffects();
