import { Type } from '../../core/schema.js';
import { defineTool } from '../../core/tool.js';
import { removeControlSequences } from './remove-ansi-codes/control-sequences.js';

export default defineTool({
  slug: 'remove-ansi-codes',
  title: 'Remove ANSI codes',
  description:
    'Removes the escape sequences of terminals (ECMA-48) from logs and recorded sessions: colours, cursor movements, window titles, links. Their effects are not replayed, so text that was overwritten on the screen stays.',
  config: Type.Object({
    allControls: Type.Boolean({
      default: false,
      description: 'Also removes the control characters that belong to no sequence, such as BEL, backspace and NUL',
    }),
    keepLineBreaks: Type.Boolean({
      default: true,
      description: 'With allControls: keeps line ends and tabs',
    }),
  }),
  examples: [
    { input: '\x1b[1;32m✔\x1b[0m 12 passing \x1b[90m(35ms)\x1b[0m', output: '✔ 12 passing (35ms)' },
    { input: '\x1b]0;build\x07\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\\n', output: 'link\n' },
    { input: '50%\x07\r\n\x1b[2Kdone\0', config: { allControls: true }, output: '50%\r\ndone' },
    { input: 'a\n\tb\n', config: { allControls: true, keepLineBreaks: false }, output: 'ab' },
    { input: 'cut off: \x1b[38;5;1', output: 'cut off: ' },
  ],
  run(input, { allControls, keepLineBreaks }) {
    const text = removeControlSequences(input);
    if (!allControls) return text;
    return text.replace(keepLineBreaks ? /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]+/g : /[\0-\x1f\x7f-\x9f]+/g, '');
  },
});
