import { InvalidArgumentError } from 'commander';

/** Parses an option that is the name of a file. An empty one, of a variable that is not set, would be the folder. */
export function fileName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}
