import { effect, signal } from '@preact/signals';
import { forgetLinkProblem, linkProblem } from '../session/session-store.js';

// Inputs

/** Whether the dialog is open that signs in, or says who is signed in. */
export const isSignInShown = signal(false);

// Effects

function startEffects(): void {
  // A sign-in link does not work → the dialog says why.
  effect(() => {
    if (linkProblem.value !== '') showSignIn();
  });
}

// Actions

/** Opens the dialog. */
export function showSignIn(): void {
  isSignInShown.value = true;
}

/** Closes the dialog. What it said about a link is forgotten. */
export function closeSignIn(): void {
  isSignInShown.value = false;
  forgetLinkProblem();
}

startEffects();
