/** How an agent solves most tasks: the text of the prompt, and of SKILL.md. Tests run its calls in their order. */
export const patterns = `Textmill changes and measures text exactly. Let it do so: do not rewrite, sort, count or convert text yourself.

1. Look before you work. \`lines\` 0 shows none of the text, for files that may be private. Without list_files and
   describe_file no file is open: send the text as \`input\`, and later its \`input_id\`.

       describe_file {"file":"customers.csv","lines":3}

2. Find tools with list_text_tools and their options with describe_text_tool. Check the steps before you run them:
   \`anySize\` true means that a file may be larger than memory.

       run_text_workflow {"steps":["trim-lines",{"toolSlug":"find-replace","config":{"find":"Ltd","replace":"Limited"}}],"validate":true}

3. Run with \`input_file\` and \`output_file\`, and read only the preview. Write to a new file, unless the user wants the old
   one replaced (\`overwrite\`).

       run_text_workflow {"input_file":"customers.csv","output_file":"clean.csv","steps":["trim-lines"]}

4. Columns of a table: a group. \`onError\` keep, drop, blank or mark goes on behind a cell that fails, and meta.failed
   counts them.

       run_text_workflow {"input_file":"clean.csv","output_file":"mails.csv","steps":[{"each":{"csv":{"columns":["mail"],"delimiter":"auto"}},"steps":[{"toolSlug":"email-normalizer","config":{"invalid":"error"}}],"onError":"keep"}]}

   Fields of JSON lines: \`{"each":{"json":{"path":"$.user.mail","lines":true}}\`. Some lines only: \`{"each":"line",
   "when":{"contains":"ERROR"}\`.

5. Redact before you show: write a file without personal data and secrets, and look at that one.

       run_text_workflow {"input_file":"mails.csv","output_file":"shown.csv","steps":["pii-redactor","secret-redactor"]}
       describe_file {"file":"shown.csv"}

6. Lists: sort_dedupe_lines sorts and deduplicates lines, sanitize_urls removes trackers from URLs, files of any size.

       sort_dedupe_lines {"input_file":"customers.csv","output_file":"sorted.txt","dedupe":true}
`;

/** The prompt in `prompts/list`. */
export const patternsPrompt = {
  name: 'text_work',
  title: 'Work on text with Textmill',
  description: 'How to look at, check, clean and redact texts and files of any size',
  arguments: [{ name: 'task', description: 'What to do, in your words', required: false }],
};
