import { Argument, type Command } from 'commander';
import { candidates } from '../core/completion.js';
import { completionScripts, type Shell } from '../core/completion-scripts.js';
import { type Io, print } from '../core/io.js';

/** `textmill completion`, and the hidden command that its scripts call. */
export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .summary('print a script that completes this command in a shell')
    .description('Prints a script for the shell, which completes commands, options, their values and tools.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(completionScripts)))
    .addHelpText(
      'after',
      '\nExamples:\n  $ source <(textmill completion bash)\n' +
        '  $ source <(textmill completion zsh)\n' +
        '  $ textmill completion fish > ~/.config/fish/completions/textmill.fish',
    )
    .action((shell: Shell) => print(io, completionScripts[shell]));

  program
    .command('complete [words...]', { hidden: true })
    .description('print the words that can complete the one at the cursor, one per line')
    .action((words: readonly string[]) =>
      print(
        io,
        candidates(program, words)
          .map(({ value, description }) => (description === '' ? `${value}\n` : `${value}\t${description}\n`))
          .join(''),
      ),
    );
}
