/** The information in a UUID. */
interface UuidFacts {
  readonly variant: 'RFC 9562' | 'NCS' | 'Microsoft' | 'future' | 'nil' | 'max';
  readonly version?: number;
  /** When it was created, in UTC and milliseconds. */
  readonly time?: string;
  readonly clockSequence?: number;
  /** Usually the MAC address of the machine. */
  readonly node?: string;
}

/** 100-nanosecond units from 15 October 1582, the beginning of the Gregorian calendar, to 1970. */
const gregorianOffset = 0x01b21dd213814000n;

/** Returns the information in a UUID by RFC 9562. @param hex - 32 digits in lower case. */
export function uuidFacts(hex: string): UuidFacts {
  if (/^0+$/.test(hex)) return { variant: 'nil' };
  if (/^f+$/.test(hex)) return { variant: 'max' };
  const variantBits = Number.parseInt(hex.charAt(16), 16);
  if (variantBits < 8) return { variant: 'NCS' };
  if (variantBits >= 12) return { variant: variantBits < 14 ? 'Microsoft' : 'future' };
  const version = Number.parseInt(hex.charAt(12), 16);
  return { variant: 'RFC 9562', version, ...versionFacts(hex, version) };
}

function versionFacts(hex: string, version: number): Partial<UuidFacts> {
  const machine = {
    clockSequence: Number.parseInt(hex.slice(16, 20), 16) & 0x3fff,
    node: hex.slice(20).replace(/..(?!$)/g, '$&:'),
  };
  switch (version) {
    case 1:
      return { time: gregorianTime(hex.slice(13, 16) + hex.slice(8, 12) + hex.slice(0, 8)), ...machine };
    case 6:
      return { time: gregorianTime(hex.slice(0, 12) + hex.slice(13, 16)), ...machine };
    case 7:
      return { time: new Date(Number.parseInt(hex.slice(0, 12), 16)).toJSON() };
    default:
      return {};
  }
}

/** @param ticks - 60 bits in hexadecimal. */
function gregorianTime(ticks: string): string {
  const sinceEpoch = BigInt(`0x${ticks}`) - gregorianOffset;
  // Rounds towards the past before 1970 as well, like the date.
  const milliseconds = (sinceEpoch - (((sinceEpoch % 10_000n) + 10_000n) % 10_000n)) / 10_000n;
  return new Date(Number(milliseconds)).toJSON();
}
