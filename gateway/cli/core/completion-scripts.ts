/** A shell with completion. */
export type Shell = 'bash' | 'zsh' | 'fish';

/**
 * The script of each shell. It gets the words from `textmill complete`, and completes files when there are none.
 */
export const completionScripts: Readonly<Record<Shell, string>> = {
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
