/** No code unit takes more bytes in UTF-8, but for a byte order mark of three. */
const bytesPerCharacter = 3;

/**
 * Reads a text file as the service would: strict UTF-8. A byte order mark at its beginning is no part of the text.
 *
 * @param maxCharacters - in UTF-16 code units.
 * @throws {Error} with a sentence for the person at the screen: too long, not UTF-8, or unreadable.
 */
export async function readTextFile(file: Blob, maxCharacters: number): Promise<string> {
  // Told before a film is read into memory.
  if (file.size > (maxCharacters + 1) * bytesPerCharacter) throw tooLong(maxCharacters);
  const text = decoded(await bytesOf(file));
  if (text.length > maxCharacters) throw tooLong(maxCharacters);
  return text;
}

async function bytesOf(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch {
    throw new Error('The file cannot be read. Is it a folder, or has it changed?');
  }
}

function decoded(bytes: ArrayBuffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The file is not text in UTF-8. Save it as UTF-8 and choose it again.');
  }
  // No text has it, and most other files do.
  if (text.includes('\0')) throw new Error('This is not a text file: it has NUL characters.');
  return text;
}

function tooLong(maxCharacters: number): Error {
  return new Error(`The file is too long: at most ${maxCharacters.toLocaleString('en')} characters fit.`);
}
