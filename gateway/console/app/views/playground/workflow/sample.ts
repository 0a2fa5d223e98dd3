import { newStep, type Workflow } from './workflow.js';

/** The sample for a first visit: some names, and steps that make a list of them. */
export const firstWorkflow: Workflow = [
  newStep('trim-lines', { removeBlank: true }),
  newStep('title-case-converter'),
  newStep('dedupe-sort'),
];
export const firstText = [
  '  grace hopper',
  'ALAN TURING',
  'ada lovelace  ',
  'katherine johnson',
  'Grace Hopper',
  '',
  '  alan turing',
  'ADA LOVELACE',
  '',
].join('\n');
