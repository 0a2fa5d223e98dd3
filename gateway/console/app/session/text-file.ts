/** The most UTF-8 bytes of a UTF-16 code unit. A byte order mark has three more. */
const bytesPerCharacter = 3;

/**
 * Reads a text file as the gateway would: strict UTF-8, without a byte order mark.
 *
 * @param maxCharacters - in UTF-16 code units.
 * @throws {Error} with a message for the user: too long, not UTF-8, or unreadable.
 */
export async function readTextFile(file: Blob, maxCharacters: number): Promise<string> {
  // Checked before a huge file is read into memory.
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
  // Texts never contain it, and most other files do.
  if (text.includes('\0')) throw new Error('This is not a text file: it has NUL characters.');
  return text;
}

function tooLong(maxCharacters: number): Error {
  return new Error(`The file is too long: at most ${maxCharacters.toLocaleString('en')} characters fit.`);
}
