/** Creates an element with a text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}

/** Returns the elements that match a selector, in the order of the page. */
export function elements<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  selector = '',
  within: ParentNode = document,
): HTMLElementTagNameMap[Name][] {
  return [...within.querySelectorAll<HTMLElementTagNameMap[Name]>(name + selector)];
}
