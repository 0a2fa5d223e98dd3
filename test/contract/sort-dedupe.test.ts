import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { overEachServer, sharedTestGateway } from '../support/gateway.js';

overEachServer(async (_start, httpServer) => {
  const service = await sharedTestGateway(httpServer);
  const key = (await service.key()).secret;

  const sort = (body: unknown) => service.post('/v1/sort-dedupe', body, key);
  const given = ['apple', 'banana', 'apple', ' cherry ', '', 'Banana'];

  describe('POST /v1/sort-dedupe responds with 200', () => {
    const cases: [name: string, body: object, lines: string[]][] = [
      ['the given example', { lines: given, ignoreCase: true }, ['apple', 'banana', 'cherry']],
      ['case-sensitively, in collation order', { lines: given }, ['apple', 'banana', 'Banana', 'cherry']],
      ['descending', { input: 'a\nb\r\nc\r', direction: 'desc' }, ['c', 'b', 'a']],
      ['alphabetical', { lines: ['éclair', 'Eclair', 'eclair'] }, ['eclair', 'Eclair', 'éclair']],
      [
        'nothing to do',
        { lines: [' b', 'a', '', ' b'], trimLines: false, dropBlank: false, dedupe: false, sort: false },
        [' b', 'a', '', ' b'],
      ],
      ['only blank lines', { input: ' \n\n' }, []],
      ['line ends within elements', { lines: ['b\r\na', 'c\rd\n'] }, ['a', 'b', 'c', 'd']],
      ['whitespace-only lines are blank without trimLines too', { lines: ['  ', ' a'], trimLines: false }, [' a']],
      ['5,000 lines', { lines: Array(5_000).fill('x') }, ['x']],
    ];
    for (const [name, body, lines] of cases) {
      test(name, async () => {
        const { status, json } = await sort(body);
        assert.deepEqual([status, json], [200, { output: lines.join('\n'), lines: lines.length }]);
      });
    }
  });

  describe('POST /v1/sort-dedupe responds with 400', () => {
    const cases: [message: string, body: unknown][] = [
      ['No lines provided', {}],
      ['No lines provided', { lines: [] }],
      ['No lines provided', { input: '' }],
      ['Provide only one of lines, input', { lines: ['a'], input: 'b' }],
      ['Too many lines: 5001 (maximum 5000)', { lines: Array(5_001).fill('x') }],
      ['Too many lines: 5001 (maximum 5000)', { input: 'x\n'.repeat(5_001) }],
      ['Input too large: 1000001 characters (maximum 1000000)', { input: 'x'.repeat(1_000_001) }],
      ['direction must be one of: asc, desc', { lines: ['a'], direction: 'up' }],
      ['trimLines must be a boolean', { lines: ['a'], trimLines: 'yes' }],
      ['lines[0] must be a string', { lines: [null] }],
      ['Unknown field: trimlines', { lines: ['a'], trimlines: true }],
    ];
    for (const [message, body] of cases) {
      test(`${message}: ${JSON.stringify(body).slice(0, 60)}`, async () => {
        const { status, json } = await sort(body);
        assert.deepEqual([status, json], [400, { error: message }]);
      });
    }
  });
});
