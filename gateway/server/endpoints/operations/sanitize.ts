import { maxUrls } from '#engine/core/limits.js';
import type { Vocabulary } from '../openapi/vocabulary.js';
import { listRequests, type OperationFacts, type WorkedExample } from './operation-facts.js';

/** `POST /v1/sanitize`. */
export const sanitizeFacts: OperationFacts = {
  operationId: 'sanitize',
  name: 'Sanitize',
  summary: 'Remove tracking parameters from URLs',
  description:
    'Parameters are removed by exact name; everything else stays byte for byte. A signed URL loses listed parameters too ' +
    'with the profile standard, and stays as it is with the others. ' +
    'Each URL is trimmed of white space. Relative and invalid URLs are accepted, and cleaned as text.',
  result: 'The cleaned URLs, in input order',
  badRequest: 'BadSanitize',
  forbidden: 'OperationRefused',
  isOnFreePlan: false,
  requestSchemas: (vocabulary) =>
    listRequests(vocabulary, 'Sanitize', 'sanitize', {
      // At least one URL that is not blank: `\S` matches what trimming leaves.
      urls: { minItems: 1, maxItems: maxUrls, contains: { pattern: '\\S' } },
      url: { pattern: '\\S' },
      input: { pattern: '\\S' },
    }),
  resultSchemas,
  examples,
};

function resultSchemas({ count, objectOf, text }: Vocabulary) {
  const removal = objectOf({
    name: text(
      'The name of the parameter, decoded; the start of a segment of the path, such as /ref=; or the host and path of a redirector',
    ),
    list: {
      type: 'string',
      enum: ['standard', 'extended', 'host', 'operator', 'extraParams', 'redirector'],
      description:
        'The list that has the name; host for the rules for single hosts; operator for rules of the operator of this server; redirector, with unwrap, for a URL whose target took its place',
    },
    rule: text(
      'The group of the list, the rule for the host or of the operator, or the redirector; with extraParams the name as it was given',
    ),
  });
  return {
    SanitizeResult: objectOf(
      {
        sanitized: {
          type: 'array',
          items: { type: 'string' },
          description: 'The cleaned URLs, in input order',
        },
        count: count('How many'),
        removed: {
          type: 'array',
          description:
            'With explain: for each URL the redirectors that were opened, in order, and what was removed, each thing once',
          items: { type: 'array', items: removal },
        },
        signedBy: {
          type: 'array',
          description:
            'With explain, if a URL stayed as it is because its query is signed: for each URL the name of the parameter that signs it, or null',
          items: { type: ['string', 'null'] },
        },
      },
      { optional: ['removed', 'signedBy'] },
    ),
  };
}

function examples(): Record<string, WorkedExample> {
  return {
    list: {
      summary: 'A list of URLs',
      request: { urls: ['https://example.com/p?id=7&utm_source=mail#top', 'https://example.com/?fbclid=x'] },
      response: { sanitized: ['https://example.com/p?id=7#top', 'https://example.com/'], count: 2 },
    },
    single: {
      summary: 'One URL, and parameters to keep',
      request: { url: 'https://example.com/?s=news&ref=x', keepParams: ['s'] },
      response: { sanitized: ['https://example.com/?s=news'], count: 1 },
    },
    text: {
      summary: 'One URL per line; blank lines are skipped',
      request: { input: 'https://a.example/?gclid=1\n\nhttps://b.example/?q=2' },
      response: { sanitized: ['https://a.example/', 'https://b.example/?q=2'], count: 2 },
    },
    explained: {
      summary: 'What was removed, and why',
      request: { url: 'https://youtu.be/dQw4?t=42&si=x&utm_id=7', profile: 'careful', explain: true },
      response: {
        sanitized: ['https://youtu.be/dQw4?t=42'],
        count: 1,
        removed: [
          [
            { name: 'si', list: 'host', rule: 'youtube' },
            { name: 'utm_id', list: 'extended', rule: 'utm' },
          ],
        ],
      },
    },
    unwrapped: {
      summary: 'The target of a redirector, cleaned',
      request: {
        url: 'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Fid%3D1%26fbclid%3Dx&h=AT0',
        unwrap: true,
        explain: true,
      },
      response: {
        sanitized: ['https://example.com/?id=1'],
        count: 1,
        removed: [
          [
            { name: 'l.facebook.com', list: 'redirector', rule: 'facebook' },
            { name: 'fbclid', list: 'standard', rule: 'facebook' },
          ],
        ],
      },
    },
  };
}
