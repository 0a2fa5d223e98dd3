/** The constructors whose prototypes objects, arrays, functions and so on inherit from. */
const prototypes: Readonly<Record<string, object>> = {
  Object: Object.prototype,
  Function: Function.prototype,
  Array: Array.prototype,
  String: String.prototype,
  Number: Number.prototype,
  Boolean: Boolean.prototype,
  Symbol: Symbol.prototype,
  BigInt: BigInt.prototype,
  RegExp: RegExp.prototype,
  Date: Date.prototype,
  Error: Error.prototype,
  Map: Map.prototype,
  Set: Set.prototype,
  WeakMap: WeakMap.prototype,
  Promise: Promise.prototype,
  Uint8Array: Uint8Array.prototype,
  TypedArray: Object.getPrototypeOf(Uint8Array.prototype) as object,
  ArrayBuffer: ArrayBuffer.prototype,
  Iterator: Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
  Buffer: Buffer.prototype,
  URL: URL.prototype,
  URLSearchParams: URLSearchParams.prototype,
};

/**
 * Describes the built-in prototypes of this thread and their constructors, as text that can cross threads: each
 * property by name, with its flags and value.
 */
export function prototypeState(): string[] {
  return Object.entries(prototypes).flatMap(([name, prototype]) => [
    ...propertiesOf(`${name}.prototype`, prototype),
    ...propertiesOf(name, prototype.constructor),
    `${name}.prototype is ${Object.isExtensible(prototype) ? 'open' : 'closed'}`,
  ]);
}

function propertiesOf(owner: string, object: object): string[] {
  return Reflect.ownKeys(object)
    .filter((key) => owner !== 'RegExp' || typeof key === 'symbol' || !/^(?:\$|input|last|left|right)/.test(key))
    .map((key) => {
      const { value, get, set, ...flags } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      return `${owner} ${String(key)} ${[value, get, set].map(shown).join(' ')} ${JSON.stringify(flags)}`;
    });
}

function shown(value: unknown): string {
  return typeof value === 'function'
    ? Function.prototype.toString.call(value)
    : typeof value === 'object'
      ? 'object'
      : String(value);
}
