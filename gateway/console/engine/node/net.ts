const part = '(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const ipv4 = `${part}(?:\\.${part}){3}`;
const ipv4Only = new RegExp(`^${ipv4}$`);
const endsWithIpv4 = new RegExp(`(?<=:)${ipv4}$`);

export function isIPv4(text: string): boolean {
  return ipv4Only.test(text);
}

/** As in Node.js, also with a zone: `fe80::1%eth0`. */
export function isIPv6(text: string): boolean {
  const [, address = '', zone] = /^([^%]*)(%.*)?$/s.exec(text) ?? [];
  if (zone !== undefined && !/^%[\da-z.:-]+$/i.test(zone)) return false;
  const groups = address.replace(endsWithIpv4, '0:0');
  const isCompressed = groups.includes('::');
  if (groups.indexOf('::') !== groups.lastIndexOf('::') || groups.includes(':::')) return false;
  const written = groups.split(/::?/).filter((group) => group !== '');
  if (/^:[^:]|[^:]:$/.test(groups) || written.some((group) => !/^[\da-f]{1,4}$/i.test(group))) return false;
  return isCompressed ? written.length < 8 : written.length === 8;
}
