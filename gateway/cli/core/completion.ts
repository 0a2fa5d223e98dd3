import type { Command, Option } from 'commander';
import { toolFiles, toolsDirectory } from '../../../engine/catalogue/catalogue.js';

/** A word that may stand where the cursor is. */
export interface Candidate {
  readonly value: string;
  /** A few words, or ''. */
  readonly description: string;
}

/**
 * What may come at the end of a command line.
 *
 * @param words - behind the program's name; the last one is what has been typed of the word at the cursor, maybe ''.
 * @returns nothing where a file may stand, or where any text may: the shell completes files then.
 */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const { before, typed, prefix } = atCursor(words);
  const { command, option, position, isBehindDashes } = walk(program, before);
  if (isBehindDashes) return [];
  return possible(command, option, position, typed)
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, description }) => ({ value: prefix + value, description: description.replace(/\s+/g, ' ') }));
}

/**
 * What has been typed of a word, and the whole words in front of it. `--option=value` is one word to zsh and fish, three
 * to bash: both are read as `--option value`, and only the former has to be answered with what stands before the value.
 */
function atCursor(words: readonly string[]) {
  const [helped, ...rest] = words;
  const all = helped === 'help' && rest.length > 0 ? rest : words;
  const last = all.at(-1) ?? '';
  const [option, value] = /^(--[^=]+)=(.*)$/.exec(last)?.slice(1) ?? [];
  const before = all.slice(0, -1).filter((word) => word !== '=');
  if (option !== undefined) return { before: [...before, option], typed: value ?? '', prefix: `${option}=` };
  return { before, typed: last === '=' ? '' : last, prefix: '' };
}

function possible(command: Command, option: Option | undefined, position: number, typed: string): readonly Candidate[] {
  if (option?.name() === 'expose') return toolsAfterCommas(typed);
  if (option !== undefined) return (option.argChoices ?? []).map((value) => ({ value, description: '' }));
  if (typed.startsWith('-')) {
    return command
      .createHelp()
      .visibleOptions(command)
      .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
  }
  if (position === 0 && command.commands.length > 0) {
    return command
      .createHelp()
      .visibleCommands(command)
      .map((child) => ({ value: child.name(), description: child.summary() }));
  }
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[position] ?? (last?.variadic ? last : undefined);
  if (argument?.argChoices) return argument.argChoices.map((value) => ({ value, description: '' }));
  return argument?.name() === 'step' || argument?.name() === 'slug' ? tools() : [];
}

interface Place {
  readonly command: Command;
  /** The option whose value is being typed. */
  readonly option: Option | undefined;
  /** Arguments of the command before this one. */
  readonly position: number;
  /** Whether only files follow: the word stands behind `--`. */
  readonly isBehindDashes: boolean;
}

/** Follows the words that are complete to the command that they belong to. */
function walk(program: Command, words: readonly string[]): Place {
  let command = program;
  let option: Option | undefined;
  let position = 0;
  for (const word of words) {
    if (option !== undefined) {
      option = undefined;
    } else if (word === '--') {
      return { command, option, position, isBehindDashes: true };
    } else if (word.startsWith('-')) {
      const named = command.options.find(({ long, short }) => word === long || word === short);
      option = named?.required ? named : undefined;
    } else {
      const child = position === 0 ? command.commands.find((each) => each.name() === word) : undefined;
      if (child === undefined) position++;
      else command = child;
    }
  }
  return { command, option, position, isBehindDashes: false };
}

/** By the names of their files: loading the tools for their titles would take longer than a person waits. */
function tools(): Candidate[] {
  return toolFiles(toolsDirectory).map(({ slug, category }) => ({ value: slug, description: category }));
}

/** Behind the tools that stand there already, and their commas. */
function toolsAfterCommas(typed: string): Candidate[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  return tools().map(({ value, description }) => ({ value: before + value, description }));
}
