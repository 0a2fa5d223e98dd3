// Bytes that have a meaning in JSON, in lines and in URLs.

export const lineFeed: u32 = 0x0a;
export const carriageReturn: u32 = 0x0d;
export const blank: u32 = 0x20;
export const quote: u32 = 0x22;
export const numberSign: u32 = 0x23;
export const ampersand: u32 = 0x26;
export const plus: u32 = 0x2b;
export const comma: u32 = 0x2c;
export const equalsSign: u32 = 0x3d;
export const questionMark: u32 = 0x3f;
export const backslash: u32 = 0x5c;
export const closingBracket: u32 = 0x5d;
