import type { Command } from 'commander';
import { useUrlRules } from '#engine/core/url-rules.js';
import { type Io, say } from '../core/io.js';
import { urlRulesOf } from '../core/url-rules.js';
import type { GroupOptions } from '../text/group-options.js';
import { addTextOptions, type TextOptions, transformText } from '../text/text-command.js';
import { toolsDirOption } from './own-tools.js';

/** `textmill run`. */
export function addRun(program: Command, io: Io): void {
  const command = addStepOptions(program.command('run'))
    .summary('run text tools on a text')
    .description(
      'Runs text tools over a text, one after the other, as POST /v1/run does. A step is a tool, or a tool with its ' +
        'options in JSON: slug={"option":…}. If no step needs the whole text, it may have any length and memory ' +
        'stays small; otherwise it may have 4,000,000 characters. Works without a server. textmill tools lists the tools. Input files follow --; - is standard ' +
        'input, the default.',
    )
    .option('--line-by-line', 'refuse steps that need the whole text: the input is a part of a text')
    .option('--trace', 'write what each step did to standard error: its tool, time, and length of text after it')
    .addHelpText('after', examples)
    .action(async (steps: string[], options: RunOptions & TextOptions & RunFlags) => {
      const [{ compiledSteps, requestedSteps }, { requireLineByLine, workflowText }, { StepTimes }, { FailureNotes }] =
        await Promise.all([
          import('../text/steps.js'),
          import('../text/workflow-text.js'),
          import('../text/step-times.js'),
          import('#engine/operations/failure-notes.js'),
        ]);
      useUrlRules(await urlRulesOf(io));
      const workflow = await compiledSteps(io, requestedSteps(io, steps, options), options.toolsDir);
      if (options.lineByLine === true) requireLineByLine(workflow);
      const times = options.trace === true ? new StepTimes() : undefined;
      const notes = new FailureNotes();
      const reports = { observer: times, notes };
      try {
        await transformText(io, options.files, options, (pieces) => workflowText(pieces, workflow, reports));
      } finally {
        const failed = notes.text();
        if (failed !== '') await say(io, failed);
        if (times !== undefined) await say(io, times.text());
      }
    });
  addTextOptions(command);
}

const examples = `
What is done before a line fails is written already, unless it goes to --output. A byte order mark at the start is left
out.

Examples:
  $ textmill run trim-lines 'find-replace={"find":"a","replace":"b"}' < in.txt > out.txt
  # workflow.json: ["trim-lines", { "toolSlug": "sort-lines" }]
  $ textmill run --steps workflow.json -o out.txt -- in.txt
  $ textmill run csv-json-converter -- table.csv
  $ textmill run --each csv:name title-case-converter -- table.csv
  $ textmill run --each jsonl:'$.user.email' --on-error keep 'email-normalizer={"invalid":"error"}' < log.ndjson`;

interface RunFlags {
  readonly lineByLine?: true;
  readonly trace?: true;
}

/** The options in the form of commander. */
export interface RunOptions extends GroupOptions {
  readonly steps?: string;
  readonly toolsDir?: string;
  /** The arguments after `--`. */
  readonly files: readonly string[];
}

/**
 * Declares the steps of a workflow and, after `--`, the files to read. Both are lists of any length, and a file may
 * have the name of a tool, so something must separate them.
 *
 * @param onErrorOfRows - what the help says of `--on-error` for rows.
 */
export function addStepOptions(command: Command, onErrorOfRows = ''): Command {
  const parse = command.parseOptions.bind(command);
  // Commander joins the arguments before and after the dashes.
  command.parseOptions = (args) => {
    const dashes = args.indexOf('--');
    command.setOptionValue('files', dashes === -1 ? [] : args.slice(dashes + 1));
    return parse(dashes === -1 ? args : args.slice(0, dashes));
  };
  return command
    .argument('[step...]', 'tools, in order: slug, or slug={"option":…}')
    .usage('[options] [step...] [-- file...]')
    .option('--steps <file>', 'read the steps from a file: a JSON array as POST /v1/run takes it')
    .option(...toolsDirOption)
    .option(
      '--each <part>',
      'run the steps on each part of the text: line, paragraph, csv:COLUMN,…, field:NUMBER,…, json:PATH, jsonl:PATH (a path in each line) or match:PATTERN',
    )
    .option(
      '--when <condition>',
      'run them on some parts only: contains:TEXT, equals:TEXT, matches:PATTERN, longer-than:COUNT, blank, or not:CONDITION',
    )
    .option(
      '--on-error <choice>',
      `what becomes of a part that fails: error (the default), keep, drop, blank or mark${onErrorOfRows}`,
    );
}
