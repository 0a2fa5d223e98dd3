import { Argument, type Command } from 'commander';
import { candidates } from '../core/completion.js';
import { type Io, print } from '../core/io.js';

/** A shell with completion. */
type Shell = 'bash' | 'zsh' | 'fish';

/**
 * The script of each shell. It gets the words from `textmill complete`, and completes files when there are none.
 */
const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `# textmill: source this, or put it into ~/.local/share/bash-completion/completions/textmill
_textmill() {
  local words line
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("\${line%%$'\\t'*}"); done < <(textmill complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _textmill textmill
`,
  zsh: `#compdef textmill
# textmill: source this, or put it as _textmill into a folder of $fpath
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
_textmill() {
  local -a found
  local line
  while IFS= read -r line; do found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); done < <(textmill complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe textmill found; else _files; fi
}
compdef _textmill textmill
`,
  fish: `# textmill: put this into ~/.config/fish/completions/textmill.fish
function __textmill_complete
    set -l words (commandline -opc) (commandline -ct)
    textmill complete -- $words[2..-1] 2>/dev/null
end
complete -c textmill -n '__textmill_complete | string length -q' -f
complete -c textmill -a '(__textmill_complete)'
`,
};

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
        candidates(program, words, io)
          .map(({ value, description }) => (description === '' ? `${value}\n` : `${value}\t${description}\n`))
          .join(''),
      ),
    );
}
