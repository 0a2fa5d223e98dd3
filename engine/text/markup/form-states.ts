import type { HtmlElement } from './html-tree.js';

type ElementTest = (element: HtmlElement) => boolean;

const controls = new Set(['button', 'input', 'select', 'textarea']);
const disableable = new Set([...controls, 'optgroup', 'option', 'fieldset']);
/** Types of `input` that take text or numbers, as `readonly` does; an unknown type is `text`. */
const withoutReadOnly = new Set('hidden range color checkbox radio file submit image reset button'.split(' '));

/**
 * Returns the pseudo-classes that depend on the state of a control, as the HTML Standard defines them (section 4.16.3):
 * controls in a disabled `fieldset` are disabled, except in its first `legend`, and whatever nobody can type into is
 * read-only.
 */
export function statePseudoClasses() {
  const isBelowDisabled = inherited((element, above) => {
    const { parent } = element;
    const isDisabling = parent?.name === 'fieldset' && parent.attributes.has('disabled');
    return isDisabling && firstLegend(parent) !== element ? true : above;
  });
  const isEditable = inherited((element, above) => {
    const value = element.attributes.get('contenteditable')?.toLowerCase();
    if (value === undefined) return above;
    return value === 'false' ? false : ['', 'true', 'plaintext-only'].includes(value) || above;
  });
  const isDisabled: ElementTest = (element) => {
    if (!disableable.has(element.name)) return false;
    if (element.attributes.has('disabled')) return true;
    const { name, parent } = element;
    if (name === 'option') return parent?.name === 'optgroup' && parent.attributes.has('disabled');
    return name !== 'optgroup' && isBelowDisabled(element);
  };
  const isWritable: ElementTest = (element) => {
    const { name, attributes } = element;
    const isText = name === 'textarea' || (name === 'input' && !withoutReadOnly.has(typeOf(element)));
    if (isText) return !attributes.has('readonly') && !isDisabled(element);
    return name !== 'input' && isEditable(element);
  };
  return {
    'state-disabled': isDisabled,
    'state-enabled': (element: HtmlElement) => disableable.has(element.name) && !isDisabled(element),
    'state-read-write': isWritable,
    'state-read-only': (element: HtmlElement) => !isWritable(element),
  };
}

/** The pseudo-classes of {@link statePseudoClasses} by their names in a selector. */
export const stateNames: ReadonlyMap<string, string> = new Map(
  ['disabled', 'enabled', 'read-write', 'read-only'].map((name) => [name, `state-${name}`]),
);

function typeOf({ attributes }: HtmlElement): string {
  return (attributes.get('type') ?? '').trim().toLowerCase();
}

function firstLegend({ children }: HtmlElement): HtmlElement | undefined {
  return children.find((child): child is HtmlElement => typeof child !== 'string' && child.name === 'legend');
}

/** Returns a test that depends on what it says about the parent; each element is asked once. */
function inherited(test: (element: HtmlElement, above: boolean) => boolean): ElementTest {
  const known = new WeakMap<HtmlElement, boolean>();
  // Not deeper than HTML may be nested.
  const result = (element: HtmlElement): boolean => {
    let is = known.get(element);
    if (is === undefined) {
      is = test(element, element.parent === undefined ? false : result(element.parent));
      known.set(element, is);
    }
    return is;
  };
  return result;
}
