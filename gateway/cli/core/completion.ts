import { readdirSync } from 'node:fs';
import type { Command, Option } from 'commander';
import { toolFiles, toolsDirectory } from '#engine/catalogue/tool-files.js';
import { isToolFile, slugOfFile } from '#engine/own-tools/tool-folder.js';
import type { Io } from './io.js';
import { toolsDirOf } from './own-tools.js';

type ToolPlace = Pick<Io, 'environment' | 'workingFolder'>;

/** A word that can complete the one at the cursor. */
export interface Candidate {
  readonly value: string;
  /** A short description, or ''. */
  readonly description: string;
}

/**
 * Returns the possible words at the end of a command line.
 *
 * @param words - after the name of the program. The last one is the beginning of the word at the cursor, or ''.
 * @param place - where the operator's tools are, unless the words say it.
 * @returns nothing where a file or any text is possible: the shell then completes files.
 */
export function candidates(program: Command, words: readonly string[], place: ToolPlace): Candidate[] {
  const { before, typed, prefix } = atCursor(words);
  const { command, option, position, isBehindDashes } = walk(program, before);
  if (isBehindDashes) return [];
  return possible(command, option, position, typed, () => tools(before, place))
    .filter(({ value }) => value.startsWith(typed))
    .map(({ value, description }) => ({ value: prefix + value, description: description.replace(/\s+/g, ' ') }));
}

/**
 * Splits the typed word from the whole words before it. `--option=value` is one word in zsh and fish, three in bash:
 * both are read as `--option value`, and only the former needs the part before the value in its completions.
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

function possible(
  command: Command,
  option: Option | undefined,
  position: number,
  typed: string,
  allTools: () => readonly Candidate[],
): readonly Candidate[] {
  if (option?.name() === 'expose') return afterCommas(allTools(), typed);
  if (option !== undefined) return (option.argChoices ?? []).map((value) => ({ value, description: '' }));
  if (typed.startsWith('-')) {
    return command
      .createHelp()
      .visibleOptions(command)
      .map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
  }
  const { registeredArguments } = command;
  const commands = position > 0 ? [] : commandsOf(command);
  if (commands.length > 0 && registeredArguments.length === 0) return commands;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[position] ?? (last?.variadic ? last : undefined);
  if (argument?.argChoices) return argument.argChoices.map((value) => ({ value, description: '' }));
  return argument?.name() === 'step' || argument?.name() === 'slug' ? [...commands, ...allTools()] : [];
}

function commandsOf(command: Command): readonly Candidate[] {
  if (command.commands.length === 0) return [];
  return command
    .createHelp()
    .visibleCommands(command)
    .map((child) => ({ value: child.name(), description: child.summary() }));
}

interface Place {
  readonly command: Command;
  /** The option whose value is typed. */
  readonly option: Option | undefined;
  /** Arguments of the command before this one. */
  readonly position: number;
  /** Whether the word comes after `--`, where only files are possible. */
  readonly isBehindDashes: boolean;
}

/** Follows the complete words to their command. */
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

/** Uses the names of the files: loading all tools for their titles would take too long. @param before - the whole words. */
function tools(before: readonly string[], place: ToolPlace): readonly Candidate[] {
  const [, named] = /(?:^|\n)--tools-dir[=\n](.+)/.exec(before.join('\n')) ?? [];
  const directory = toolsDirOf(place, named);
  const builtIn = toolFiles(toolsDirectory).map(({ slug, category }) => ({ value: slug, description: category }));
  return directory === undefined ? builtIn : [...ownTools(directory), ...builtIn];
}

/** An invalid folder has none: the command itself says why. */
function ownTools(directory: string): readonly Candidate[] {
  try {
    const names = readdirSync(directory).filter(isToolFile).sort();
    return names.map((name) => ({ value: slugOfFile(name), description: 'own' }));
  } catch {
    return [];
  }
}

/** The tools behind those before the cursor in a list with commas. */
function afterCommas(all: readonly Candidate[], typed: string): Candidate[] {
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  return all.map(({ value, description }) => ({ value: before + value, description }));
}
