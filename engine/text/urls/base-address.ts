import { ToolError } from '../../core/errors.js';
import { Type } from '../../core/schema.js';
import { parseWhatwgUrl } from './whatwg-url.js';

/** The option of tools that make relative addresses absolute. See {@link baseAddress}. */
export const BaseAddress = Type.String({
  default: '',
  maxLength: 2000,
  description: 'The address of the page: relative addresses become absolute by it; empty leaves them as they are',
});

/**
 * Returns the base that the option names; undefined if it is empty.
 *
 * @throws {ToolError} if it is no absolute URL.
 */
export function baseAddress(option: string): URL | undefined {
  if (option === '') return undefined;
  const url = parseWhatwgUrl(option);
  if (url === undefined) throw new ToolError('base must be an absolute URL, such as https://example.com/docs/');
  return url;
}

/** Returns an address as an absolute URL; as it is without a base or if it cannot be resolved. */
export function absoluteAddress(address: string, base: URL | undefined): string {
  return base === undefined ? address : (parseWhatwgUrl(address, base)?.href ?? address);
}

/** A longer base would make each of many addresses long. */
const longestBase = 2000;

/**
 * Returns what addresses are relative to behind `<base href="…">`.
 *
 * @param page - the address of the page, if it is known.
 */
export function baseElementAddress(href: string, page: URL | undefined): URL | undefined {
  const base = href.length > longestBase ? undefined : parseWhatwgUrl(href.trim(), page);
  return base === undefined || /^(?:data|javascript):/.test(base.protocol) ? page : base;
}
