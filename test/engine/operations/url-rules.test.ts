import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { noUrlRules, type ReplaceableUrlRules, type UrlRules } from '#engine/core/url-rules.js';
import { createEngine } from '#engine/execute.js';
import type { OperationName } from '#engine/operations/operation.js';
import { parseUrlRules, UrlRulesError } from '#engine/operations/url-rules.js';
import { maxRulesFileBytes, RulesFileError, readUrlRulesFile } from '#engine/url-rules-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const catalogue = await loadCatalogue();

function rulesOf(file: object): UrlRules {
  return parseUrlRules(JSON.stringify(file));
}

function runWith(urlRules: ReplaceableUrlRules) {
  const engine = createEngine(catalogue, {}, urlRules);
  return (operation: OperationName, request: object): Record<string, unknown> => {
    const { status, body } = engine.execute(operation, Buffer.from(JSON.stringify(request)));
    assert.equal(status, 200, Buffer.from(body).toString());
    return JSON.parse(Buffer.from(body).toString());
  };
}

function clean(file: object, url: string, options: object = { profile: 'careful' }): unknown {
  const { sanitized } = runWith({ current: rulesOf(file) })('sanitize', { ...options, urls: [url, 'x'] });
  return (sanitized as string[])[0];
}

describe('rules of an operator', () => {
  const same = undefined;
  const rule = (more: object) => ({ rules: [{ rule: 'shop', hosts: ['shop.example'], ...more }] });
  const sid = rule({ names: ['sid', 'a b'] });
  const rows: [title: string, file: object, url: string, cleaned: string | undefined, options?: object][] = [
    ['names', sid, 'https://shop.example/?id=1&sid=2&a+b=3', 'https://shop.example/?id=1'],
    ['below the host', sid, 'https://www.shop.example/?sid=2', 'https://www.shop.example/'],
    ['another host', sid, 'https://myshop.example/?sid=2', same],
    ['another case', sid, 'https://shop.example/?SID=2', same],
    [
      'ignoreCase',
      sid,
      'https://shop.example/?SID=2',
      'https://shop.example/',
      { profile: 'extended', ignoreCase: true },
    ],
    ['keepParams', sid, 'https://shop.example/?sid=2', same, { profile: 'careful', keepParams: ['sid'] }],
    ['standard', sid, 'https://shop.example/?sid=2', same, {}],
    ['conservative', sid, 'https://shop.example/?sid=2', same, { profile: 'conservative' }],
    ['standard with affiliateTags', sid, 'https://shop.example/?sid=2', same, { affiliateTags: true }],
    ['signed', sid, 'https://shop.example/?sid=2&Signature=x', same],
    [
      'prefixes',
      rule({ prefixes: ['__x', 'T_'] }),
      'https://shop.example/?__xa=1&T_b=2&t_c=3',
      'https://shop.example/?t_c=3',
    ],
    ['segments', rule({ pathSegments: ['ref='] }), 'https://shop.example/a/ref=b?c', 'https://shop.example/a?c'],
    [
      'paths',
      rule({ names: ['sid'], paths: ['/a'], exceptPaths: ['/a/b'] }),
      'https://shop.example/a/c?sid=1',
      'https://shop.example/a/c',
    ],
    ['elsewhere', rule({ names: ['sid'], paths: ['/a'] }), 'https://shop.example/ab?sid=1', same],
    [
      'except paths',
      rule({ names: ['sid'], paths: ['/a'], exceptPaths: ['/a/b'] }),
      'https://shop.example/a/b?sid=1',
      same,
    ],
    ['every host', { rules: [{ rule: 'all', names: ['cid'] }] }, 'https://a.example/?cid=1&b', 'https://a.example/?b'],
    ['every host, a path alone', { rules: [{ rule: 'all', names: ['cid'] }] }, '/p?cid=1&b', '/p?b'],
    [
      'every host, where others have rules',
      { rules: [...sid.rules, { rule: 'all', names: ['cid'] }] },
      'https://shop.example/?cid=1&sid=2',
      'https://shop.example/',
    ],
    [
      'of a host above, and its own',
      { rules: [...sid.rules, { rule: 'm', hosts: ['m.shop.example'], names: ['m'] }] },
      'https://m.shop.example/?m=1&sid=2',
      'https://m.shop.example/',
    ],
    [
      'beside the built-in ones of a host',
      { rules: [{ rule: 'yt', hosts: ['www.youtube.com'], names: ['t'] }] },
      'https://www.youtube.com/watch?v=1&t=2&si=3',
      'https://www.youtube.com/watch?v=1',
    ],
    ['affiliate stays', rule({ names: ['aff'], affiliate: true }), 'https://shop.example/?aff=1', same],
    [
      'affiliate with affiliateTags',
      rule({ names: ['aff'], affiliate: true }),
      'https://shop.example/?aff=1',
      'https://shop.example/',
      { affiliateTags: true },
    ],
    [
      'an exception to a list',
      { exceptions: [{ hosts: ['a.example'], names: ['utm_source'] }] },
      'https://b.a.example/?utm_source=1&utm_id=2',
      'https://b.a.example/?utm_source=1',
    ],
    [
      'an exception is none for standard',
      { exceptions: [{ hosts: ['a.example'], names: ['utm_source'] }] },
      'https://a.example/?utm_source=1',
      'https://a.example/',
      {},
    ],
    [
      'an exception to a built-in rule',
      { exceptions: [{ hosts: ['youtube.com'], names: ['si'] }] },
      'https://youtube.com/?si=1&pp=2',
      'https://youtube.com/?si=1',
    ],
    [
      'an exception to a prefix of a built-in rule',
      { exceptions: [{ hosts: ['amazon.com'], names: ['pd_rd_w'] }] },
      'https://amazon.com/?pd_rd_w=1&pd_rd_r=2',
      'https://amazon.com/?pd_rd_w=1',
    ],
    [
      'an exception to a rule of the operator',
      { ...sid, exceptions: [{ hosts: ['m.shop.example'], names: ['sid'] }] },
      'https://m.shop.example/?sid=1&utm_id=2',
      'https://m.shop.example/?sid=1',
    ],
    [
      'an exception beside a built-in one',
      { exceptions: [{ hosts: ['www.google.com'], names: ['gclid'] }] },
      'https://www.google.com/maps?gclid=1&utm_campaign=2&utm_id=3',
      'https://www.google.com/maps?gclid=1&utm_campaign=2',
    ],
    [
      'an exception for all',
      { ...sid, exceptions: [{ hosts: ['shop.example'], all: true, paths: ['/a'] }] },
      'https://shop.example/a?sid=1&utm_id=2',
      same,
    ],
    [
      'an exception for all of another path',
      { ...sid, exceptions: [{ hosts: ['shop.example'], all: true, paths: ['/a'] }] },
      'https://shop.example/b?sid=1&utm_id=2',
      'https://shop.example/b',
    ],
    [
      'an exception is none for the names of the request',
      { exceptions: [{ hosts: ['a.example'], all: true }] },
      'https://a.example/?b=1&utm_id=2',
      'https://a.example/?utm_id=2',
      { profile: 'careful', extraParams: ['b'] },
    ],
    [
      'a redirector',
      { redirectors: [{ rule: 'go', hosts: ['go.example'], paths: ['/out'], names: ['to', 'u'] }] },
      'https://go.example/out?u=https%3A%2F%2Fb.org%2F%3Fgclid%3D1',
      'https://b.org/',
      { unwrap: true },
    ],
    [
      'a redirector without unwrap',
      { redirectors: [{ rule: 'go', hosts: ['go.example'], names: ['u'] }] },
      'https://go.example/out?u=https%3A%2F%2Fb.org',
      same,
    ],
    [
      'a redirector to a private network',
      { redirectors: [{ rule: 'go', hosts: ['go.example'], names: ['u'] }] },
      'https://go.example/?u=http%3A%2F%2F10.0.0.1%2F',
      same,
      { unwrap: true },
    ],
    [
      'a redirector comes before the built-in ones',
      { redirectors: [{ rule: 'own', hosts: ['l.facebook.com'], names: ['v'] }] },
      'https://l.facebook.com/?u=https://b.org/&v=https://c.org/',
      'https://c.org/',
      { unwrap: true },
    ],
    [
      'and does not replace them',
      { redirectors: [{ rule: 'own', hosts: ['l.facebook.com'], names: ['v'] }] },
      'https://l.facebook.com/?u=https://b.org/',
      'https://b.org/',
      { unwrap: true },
    ],
  ];
  for (const [title, file, url, cleaned = url, options] of rows) {
    test(title, () => {
      assert.equal(clean(file, url, options), cleaned);
      assert.equal(clean(file, cleaned, options), cleaned);
    });
  }

  test('explain names them', () => {
    const file = {
      rules: [{ rule: 'our shop', hosts: ['shop.example'], names: ['sid'], pathSegments: ['ref='] }],
      redirectors: [{ rule: 'our exit', hosts: ['go.example'], names: ['u'] }],
    };
    const run = runWith({ current: rulesOf(file) });
    const url = 'https://go.example/?u=https://shop.example/ref=1?sid=2';
    const { removed } = run('sanitize', { url, profile: 'careful', unwrap: true, explain: true });
    assert.deepEqual(removed, [
      [
        { name: 'go.example', list: 'redirector', rule: 'our exit' },
        { name: '/ref=', list: 'operator', rule: 'our shop' },
        { name: 'sid', list: 'operator', rule: 'our shop' },
      ],
    ]);
  });

  test('the tool url-cleaner uses them', () => {
    const run = runWith({
      current: rulesOf({ ...sid, redirectors: [{ rule: 'go', hosts: ['go.example'], names: ['u'] }] }),
    });
    const input = 'See https://shop.example/?sid=1 or https://go.example/?u=https%3A%2F%2Fb.org%2F.';
    const steps = [{ toolSlug: 'url-cleaner', config: { profile: 'careful', unwrap: true } }];
    assert.equal(run('run', { input, steps }).result, 'See https://shop.example/ or https://b.org/.');
  });
});

test('replaced rules hold from the next request on, for shapes that are known too', () => {
  const inUse: ReplaceableUrlRules = { current: noUrlRules };
  const run = runWith(inUse);
  const other = runWith({ current: rulesOf({ rules: [{ rule: 'x', names: ['c'] }] }) });
  const input = 'https://a.example/?a=1&b=2';
  const requests: [OperationName, object, string][] = [
    ['sanitize', { input, profile: 'careful' }, 'sanitized'],
    ['sanitize', { input, profile: 'careful', explain: true }, 'sanitized'],
    ['run', { input, steps: [{ toolSlug: 'url-cleaner', config: { profile: 'careful' } }] }, 'result'],
  ];
  const expectAll = (url: string) => {
    for (const [operation, request, member] of requests) {
      for (let times = 0; times < 2; times++) {
        assert.equal([run(operation, request)[member]].flat()[0], url);
        // An engine of the same process with other rules changes nothing.
        assert.equal([other(operation, request)[member]].flat()[0], input);
      }
    }
  };
  expectAll(input);
  inUse.current = rulesOf({ rules: [{ rule: 'x', names: ['a'] }] });
  expectAll('https://a.example/?b=2');
  inUse.current = rulesOf({ rules: [{ rule: 'x', names: ['b'] }] });
  expectAll('https://a.example/?a=1');
  inUse.current = noUrlRules;
  expectAll(input);
});

describe('rules that are not valid', () => {
  const rows: [text: string, line: number, column: number, reason: string][] = [
    ['', 1, 1, 'expected a value, found the end of the text'],
    ['{\n  "rules": [,]\n}', 2, 13, 'expected a value, found ","'],
    ['[]', 1, 1, 'the file must be an object'],
    ['{"rules":[],\n "rule":[]}', 2, 2, 'Unknown field: rule'],
    ['{"rules":[],\n "rules":[]}', 2, 2, 'rules occurs twice'],
    ['{"rules":[{"rule":"a",\n"names":"b"}]}', 2, 1, 'rules[0].names must be an array'],
    ['{"rules":[{"rule":"a","names":["b",\n 7]}]}', 2, 2, 'rules[0].names[1] must be a string'],
    ['{"rules":[\n{"names":["b"]}]}', 2, 1, 'rules[0].rule is required'],
    ['{"rules":[\n{"rule":"a"}]}', 2, 1, 'rules[0] must have names, prefixes or pathSegments'],
    ['{"exceptions":[{"hosts":["a"]}]}', 1, 16, 'exceptions[0] must have names, or all: true'],
    [
      '{"rules":[{"rule":"a","names":["b"],"hosts":["b.example", "https://a"]}]}',
      1,
      59,
      'rules[0].hosts[1] must be a host in lower case, without a scheme, a port, a path and *: the hosts below it are included',
    ],
    [
      '{"rules":[{"rule":"a","names":["b%20c"]}]}',
      1,
      32,
      'rules[0].names[0] must have no &, =, #, % and control characters',
    ],
    [
      '{"rules":[{"rule":"a","names":["b"],"paths":["/a/"]}]}',
      1,
      46,
      'rules[0].paths[0] must start with / and end without one, and have no ? and #',
    ],
    [
      '{"rules":[{"rule":"a","pathSegments":["/b"]}]}',
      1,
      39,
      'rules[0].pathSegments[0] must have no /, ?, # and control characters',
    ],
    ['{"rules":[{"rule":"a\\u0007","names":["b"]}]}', 1, 12, 'rules[0].rule must have no control characters'],
  ];
  for (const [text, line, column, reason] of rows) {
    test(`${line}:${column} ${reason}`, () => {
      assert.throws(
        () => parseUrlRules(text),
        (error) => {
          assert.ok(error instanceof UrlRulesError);
          assert.deepEqual([error.message, error.place], [reason, { line, column }]);
          return true;
        },
      );
    });
  }

  for (const host of ['', '.a', 'a.', 'a..b', 'A.example', '*.example', 'a:8080', 'a/b', 'u@a', 'a b', 'a%20']) {
    test(`the host ${JSON.stringify(host)}`, () => {
      assert.throws(() => rulesOf({ rules: [{ rule: 'a', hosts: [host], names: ['b'] }] }), UrlRulesError);
    });
  }

  test('hosts of other scripts, a single label and addresses are hosts', () => {
    const file = {
      rules: [{ rule: 'a', hosts: ['bücher.example', 'intranet', '192.0.2.1', 'a_b.example'], names: ['b'] }],
    };
    assert.equal(clean(file, 'https://bücher.example/?b=1'), 'https://bücher.example/');
    assert.equal(clean(file, 'http://intranet/?b=1'), 'http://intranet/');
    assert.equal(clean(file, 'http://192.0.2.1:8080/?b=1'), 'http://192.0.2.1:8080/');
  });

  test('more rules than may be', () => {
    const rules = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ rule: 'a', hosts: [`h${index}.example`], names: ['b'] }));
    assert.equal(
      rulesOf({ rules: rules(9_999), redirectors: [{ rule: 'a', hosts: ['a'], names: ['b'] }] }).rules.length,
      9_999,
    );
    assert.throws(() => rulesOf({ rules: rules(10_001) }), /have 10001$/);
  });

  test('more rules for a host than may be', () => {
    const rules = (count: number, hosts?: string[]) =>
      Array.from({ length: count }, () => ({ rule: 'a', hosts, names: ['b'] }));
    assert.ok(rulesOf({ rules: [...rules(50), ...rules(49, ['a.example']), ...rules(1, ['b.a.example'])] }));
    assert.throws(
      () => rulesOf({ rules: [...rules(50), ...rules(50, ['a.example']), ...rules(1, ['b.a.example'])] }),
      /^UrlRulesError: rules\[100\]\.hosts\[0\] must be the host of at most 100 rules/,
    );
    assert.throws(() => rulesOf({ rules: rules(101) }), /at most 100 rules without hosts/);
  });
});

test('a file is read with a byte order mark, and refused with its name and the reason', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'rules.json');
  const refused = (content: string | Buffer, message: RegExp) => {
    writeFileSync(file, content);
    assert.throws(
      () => readUrlRulesFile(file),
      (error) => error instanceof RulesFileError && message.test(error.message),
    );
  };
  writeFileSync(file, '\ufeff{"rules":[{"rule":"a","names":["b"],"note":"why"}]}');
  assert.equal(readUrlRulesFile(file).rules[0]?.rule, 'a');
  assert.equal(readUrlRulesFile(undefined), noUrlRules);
  refused('{\n"rules": 1}', /rules\.json, line 2, column 1: rules must be an array$/);
  refused(Buffer.from('{\n"\xff"', 'latin1'), /rules\.json cannot be used: line 2 is not UTF-8$/);
  refused(' '.repeat(maxRulesFileBytes + 1), /cannot be used: it is longer than 1048576 bytes$/);
  mkdirSync(join(folder, 'folder'));
  assert.throws(() => readUrlRulesFile(join(folder, 'folder')), /it is not a file$/);
  assert.throws(() => readUrlRulesFile(join(folder, 'none')), /cannot be used: ENOENT/);
});
