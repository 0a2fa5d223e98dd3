import { type BodyTable, runBody } from '../../support/json-bodies.js';

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth);
const step = (slug: string, config: string) => `[{"toolSlug":"${slug}","config":${config}}]`;
const schemaStep = (schema: string) => step('json-schema-validator', `{"schema":${schema}}`);
const deep = 100_000;
/** As many levels as there is room for in a request of operators. */
const operatorLevels = { arrays: 32_000, objects: 10_000 };
const tooDeep = 'steps[0].config must be nested at most 1000 levels deep';

/** Nesting, repeated names, and numbers at the edges. */
export const values: readonly BodyTable[] = [
  {
    endpoint: 'run',
    status: 400,
    rows: [
      ['100,000 arrays', () => arrays(deep), 'Request body must be a JSON object'],
      ['100,000 arrays that do not end', () => '['.repeat(deep), 'Invalid JSON body'],
      ['100,000 objects', () => objects(deep), 'input is required'],
      ['100,000 objects that do not end', () => '{"a":'.repeat(deep), 'Invalid JSON body'],
      ['100,000 arrays in input', () => runBody(arrays(deep)), 'input must be a string'],
      ['100,000 arrays in steps', () => runBody('"a"', arrays(deep)), 'steps[0] must be a string or an object'],
      ['100,000 objects in steps', () => runBody('"a"', objects(deep)), 'steps must be an array'],
      ['100,000 objects in a step', () => runBody('"a"', `[${objects(deep)}]`), 'steps[0].toolSlug is required'],
      [
        '100,000 arrays in an option that does not exist',
        () => runBody('"a"', step('upper-case', `{"x":${arrays(deep)}}`)),
        'Unknown option for upper-case: x',
      ],
      [
        '100,000 objects for the options',
        () => runBody('"a"', step('upper-case', objects(deep))),
        'Unknown option for upper-case: a',
      ],
      [
        '100,000 arrays in an option that takes a text',
        () => runBody('"a"', step('csv-json-converter', `{"delimiter":${arrays(deep)}}`)),
        'steps[0].config.delimiter must be a string',
      ],
      ['100,000 objects in an option that takes any object', () => runBody('"{}"', schemaStep(objects(deep))), tooDeep],
      ['1,001 levels of options', () => runBody('"{}"', schemaStep(objects(1_000))), tooDeep],
      [
        '101 levels of schemas',
        () => runBody('"{}"', schemaStep(`${'{"not":'.repeat(101)}{}${'}'.repeat(101)}`)),
        'Step 1 (json-schema-validator) failed: schema: nested deeper than 100 levels',
      ],
      [
        '100,000 arrays in a field that does not exist',
        () => `{"input":"a","steps":["upper-case"],"x":${arrays(deep)}}`,
        'Unknown field: x',
      ],
      [
        '100,000 objects in a field that does not exist',
        () => `{"input":"a","steps":["upper-case"],"x":${objects(deep)}}`,
        'Unknown field: x',
      ],
      ['an overflown number for the input', runBody('1e999'), 'input must be a string'],
      [
        'an overflown number for an option',
        runBody('"a"', step('repeat-text', '{"times":1e999}')),
        'steps[0].config.times must be an integer',
      ],
      [
        'a fraction for an integer',
        runBody('"a"', step('repeat-text', '{"times":1.5}')),
        'steps[0].config.times must be an integer',
      ],
      [
        'minus zero below a minimum',
        runBody('"a"', step('repeat-text', '{"times":-0}')),
        'steps[0].config.times must be at least 1',
      ],
      [
        'almost nothing for an integer: 1e-400 is zero',
        runBody('"a"', step('repeat-text', '{"times":1e-400}')),
        'steps[0].config.times must be at least 1',
      ],
      [
        'a huge integer above a maximum',
        runBody('"a"', step('repeat-text', `{"times":${'9'.repeat(300)}}`)),
        'steps[0].config.times must be at most 10000',
      ],
      ['the second of two names is wrong', '{"input":"a","input":1,"steps":["upper-case"]}', 'input must be a string'],
    ],
  },
  {
    endpoint: 'run',
    status: 200,
    rows: [
      ['input twice: the last counts', '{"input":"a","input":"b","steps":["upper-case"]}', 'B'],
      ['a wrong input and a right one', '{"input":1,"input":"b","steps":["upper-case"]}', 'B'],
      ['input twice, once in escapes', '{"input":"a","\\u0069nput":"b","steps":["upper-case"]}', 'B'],
      ['steps twice: the last count', '{"input":"a","steps":["none-such"],"steps":["upper-case"]}', 'A'],
      ['toolSlug twice', '{"input":"a","steps":[{"toolSlug":"none-such","toolSlug":"upper-case"}]}', 'A'],
      ['config twice', '{"input":"a","steps":[{"toolSlug":"upper-case","config":{"x":1},"config":{}}]}', 'A'],
      ['an option twice', runBody('"a"', step('repeat-text', '{"times":3,"times":1}')), 'a'],
      ['an integer as a fraction', runBody('"a"', step('repeat-text', '{"times":1.0}')), 'a'],
      ['an integer with an exponent', runBody('"a"', step('repeat-text', '{"times":10e-1}')), 'a'],
      ['1,000 levels of options', () => runBody('"{}"', schemaStep(objects(999))), 'Valid'],
      [
        'an overflown number is not null',
        runBody('"null"', schemaStep('{"const":1e999}')),
        '(root): must be equal to constant',
      ],
      ['nor is null one, asked for next', runBody('"null"', schemaStep('{"const":null}')), 'Valid'],
      [
        'an overflown number, once more',
        runBody('"null"', schemaStep('{"const":1e999}')),
        '(root): must be equal to constant',
      ],
    ],
  },
  {
    endpoint: 'sanitize',
    status: 400,
    rows: [
      ['100,000 arrays in urls', () => `{"urls":${arrays(deep)}}`, 'urls[0] must be a string'],
      ['100,000 objects in url', () => `{"url":${objects(deep)}}`, 'url must be a string'],
      ['two sources', '{"urls":["a"],"input":"b"}', 'Provide only one of urls, url, input'],
      ['three sources', '{"urls":["a"],"url":"b","input":"c"}', 'Provide only one of urls, url, input'],
      ['only blank entries', '{"urls":[""," ","\\n"]}', 'No URLs provided'],
      ['only empty sources', '{"urls":[],"url":"","input":""}', 'No URLs provided'],
    ],
  },
  {
    endpoint: 'sanitize',
    status: 200,
    rows: [
      ['url twice: the last counts', '{"url":"http://a/?s=1","url":"http://b/?s=1"}', 'http://b/'],
      ['one source and two empty ones', '{"urls":[],"url":"http://a/?s=1","input":""}', 'http://a/'],
    ],
  },
  {
    endpoint: 'sort-dedupe',
    status: 400,
    rows: [
      ['100,000 arrays in lines', () => `{"lines":${arrays(deep)}}`, 'lines[0] must be a string'],
      ['100,000 objects in input', () => `{"input":${objects(deep)}}`, 'input must be a string'],
      [
        '100,000 arrays in direction',
        () => `{"input":"a","direction":${arrays(deep)}}`,
        'direction must be one of: asc, desc',
      ],
      ['two sources', '{"lines":["a"],"input":"b"}', 'Provide only one of lines, input'],
      ['only empty sources', '{"lines":[],"input":""}', 'No lines provided'],
    ],
  },
  {
    endpoint: 'sort-dedupe',
    status: 200,
    rows: [
      ['lines twice: the last count', '{"lines":["a"],"lines":["b"]}', 'b'],
      ['an option twice', '{"lines":["a","b"],"direction":"asc","direction":"desc"}', 'b\na'],
      ['only blank lines', '{"lines":[""," "]}', ''],
    ],
  },
  {
    endpoint: 'keys',
    status: 400,
    rows: [
      [
        '32,000 arrays in origins',
        () => `{"plan":"pro","origins":${arrays(operatorLevels.arrays)}}`,
        'origins[0] must be a string',
      ],
      [
        '10,000 objects in a field that does not exist',
        () => `{"plan":"pro","x":${objects(operatorLevels.objects)}}`,
        'Unknown field: x',
      ],
      ['plan twice: the last counts', '{"plan":"pro","plan":"free"}', 'plan must be one of: pro'],
    ],
  },
  { endpoint: 'keys', status: 201, rows: [['plan twice, the right one last', '{"plan":1,"plan":"pro"}', '']] },
  {
    endpoint: 'rotate',
    status: 400,
    rows: [
      ['an overflown grace', '{"graceSeconds":1e999}', 'graceSeconds must be an integer'],
      ['a negative grace', '{"graceSeconds":-1}', 'graceSeconds must be at least 0'],
      ['a second too long', '{"graceSeconds":604801}', 'graceSeconds must be at most 604800'],
      ['32,000 arrays', () => `{"graceSeconds":${arrays(operatorLevels.arrays)}}`, 'graceSeconds must be an integer'],
    ],
  },
  {
    endpoint: 'rotate',
    status: 200,
    rows: [
      ['minus zero is zero', '{"graceSeconds":-0}', ''],
      ['1e-400 is zero', '{"graceSeconds":1e-400}', ''],
      ['the longest grace', '{"graceSeconds":604.8e3}', ''],
    ],
  },
];
