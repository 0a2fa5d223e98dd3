import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { loadCatalogue } from '../../../engine/catalogue/catalogue.js';
import { endpoints } from '../../../gateway/api/endpoints.js';
import { defaultServer, referencePage } from '../../../gateway/console/reference-page.js';
import { openApiDocument } from '../../../gateway/openapi/document.js';
import { adminToken, overEachServer, startTestGateway } from '../../support/gateway.js';
import { runProgram } from '../../support/program.js';
import { answerTo, RawConnection } from '../../support/raw-http.js';

const catalogue = await loadCatalogue();
const document = openApiDocument(catalogue, '1.4.0', endpoints);
const source = referencePage(document);
const page = read(source);

overEachServer(async (start) => {
  const service = await start({ after });
  const get = (fields = '') => answerTo(service.port, `GET /docs HTTP/1.1\r\nHost: a\r\n${fields}\r\n`);

  test('GET /docs is the page, with headers that allow its style sheet and nothing else', async () => {
    const { status, headers, body } = await get('Origin: https://any.example\r\n');
    assert.equal(status, 200);
    assert.equal(body, referencePage(document, 'http://a'));
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    assert.deepEqual(headers.get('content-security-policy')?.split('; '), [
      "default-src 'none'",
      `style-src 'sha256-${digest}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('access-control-allow-origin'), undefined);
  });

  test('HEAD, gzip and 304', async () => {
    const plain = await get();
    const connection = await RawConnection.open(service.port);
    const head = await connection.write('HEAD /docs HTTP/1.1\r\nHost: a\r\n\r\n').answer({ head: true });
    connection.destroy();
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(plain.bytes.length)]);
    const compressed = await get('Accept-Encoding: gzip\r\n');
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    assert.deepEqual(gunzipSync(compressed.bytes), Buffer.from(plain.bytes));
    const known = await get(`If-None-Match: ${plain.headers.get('etag')}\r\n`);
    assert.deepEqual([known.status, known.body], [304, '']);
  });

  const under = (host: string, to = service) =>
    answerTo(to.port, `GET /docs HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: another-host.invalid\r\n\r\n`);

  for (const [host, server] of [
    ['mill.lan:8080', 'http://mill.lan:8080'],
    ['Mill.Example:80', 'http://mill.example'],
    ['[::1]:9000', 'http://[::1]:9000'],
    ['192.0.2.7', 'http://192.0.2.7'],
  ] as const) {
    test(`shows ${server} to requests for ${host}, and forbids shared caches to keep it`, async () => {
      const { status, headers, body } = await under(host);
      assert.equal(status, 200);
      assert.equal(body, referencePage(document, server));
      assert.equal(headers.get('cache-control'), 'private, no-cache');
      assert.ok(!body.includes(defaultServer) && !body.includes('another-host.invalid'));
    });
  }

  // Bytes that are valid in the host of a URL, and special in a shell or in HTML.
  for (const host of [
    'a$(id)',
    'a`id`',
    "a'b",
    'a"b',
    'a&b',
    'a;b',
    'a*',
    'a=b',
    'a!b',
    'a..',
    '-a',
    '999999999999',
    'a:99999',
  ]) {
    test(`shows nothing of the hostile Host ${host}`, async () => {
      const { status, headers, body } = await under(host);
      // The framing check refuses an invalid Host header.
      if (status === 400) return;
      assert.equal(status, 200);
      assert.equal(body, source);
      assert.equal(headers.get('cache-control'), 'no-cache');
    });
  }

  test('a page for one host is never sent to another, for any number of hosts', async () => {
    const hosts = Array.from({ length: 12 }, (_, number) => `host-${number % 6}.example`);
    const answers = await Promise.all(hosts.map((host) => under(host)));
    for (const [index, { body, headers }] of answers.entries()) {
      assert.equal(body, referencePage(document, `http://${hosts[index]}`));
      const known = await answerTo(
        service.port,
        `GET /docs HTTP/1.1\r\nHost: other.example\r\nIf-None-Match: ${headers.get('etag')}\r\n\r\n`,
      );
      assert.equal(known.status, 200, 'the page of another host is not the one that the client knows');
    }
  });

  test('shows PUBLIC_URL for every host, and caches may keep it', async (t) => {
    const behindProxy = await start(t, { settings: { PUBLIC_URL: 'https://text.example.com' } });
    for (const host of ['127.0.0.1:8080', 'evil.example', 'a$(id)']) {
      const { body, headers } = await under(host, behindProxy);
      assert.equal(body, referencePage(document, 'https://text.example.com'));
      assert.equal(headers.get('cache-control'), 'no-cache');
    }
  });
});

describe('the page', () => {
  test('needs nothing else: no script, no other file, no style outside its sheet', () => {
    const names = new Set(page.elements.map(({ name }) => name));
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'base', 'form', 'svg']) {
      assert.ok(!names.has(name), name);
    }
    for (const { name, attributes } of page.elements) {
      for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^on|^src|^style$/, name);
    }
    assert.doesNotMatch(source.slice(0, source.indexOf('</style>')), /url\(|@import/);
  });

  test('every link leads to a place on the page, or to the document', () => {
    const links = page.elements.flatMap(({ attributes }) => attributes.href ?? []);
    assert.ok(links.length > 60);
    for (const link of links) {
      assert.ok(link === '/openapi.json' || (link.startsWith('#') && page.ids.includes(link.slice(1))), link);
    }
    assert.equal(new Set(page.ids).size, page.ids.length, 'an anchor is there twice');
    for (const { attributes } of page.elements) {
      const label = attributes['aria-labelledby'];
      assert.ok(label === undefined || page.ids.includes(label), label);
    }
  });

  test('has landmarks, a link past the contents, and no skipped heading level', () => {
    const names = page.elements.map(({ name }) => name);
    for (const name of ['nav', 'main', 'h1']) assert.equal(names.filter((other) => other === name).length, 1, name);
    const [firstLink] = page.elements.filter(({ name }) => name === 'a');
    assert.equal(firstLink?.attributes.href, '#content');
    const levels = names.filter((name) => /^h[1-6]$/.test(name)).map((name) => Number(name[1]));
    for (const [index, level] of levels.entries()) assert.ok(level <= (levels[index - 1] ?? 0) + 1, `heading ${index}`);
  });

  test('documents every endpoint with its statuses and messages', () => {
    const articles = page.sections.filter(({ name }) => name === 'article');
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { summary, responses }] of Object.entries(item)) {
        if (method === 'head') continue;
        const text = articles.find(({ text: all }) => all.includes(`${method.toUpperCase()} ${path} ${summary}`))?.text;
        assert.ok(text, `${method} ${path}`);
        for (const [status, response] of Object.entries(responses)) {
          assert.ok(text.includes(status), `${method} ${path} ${status}`);
          const name = '$ref' in response ? (response.$ref.split('/').at(-1) ?? '') : '';
          const examples = document.components.responses[name]?.content?.['application/json']?.examples ?? {};
          for (const { summary: when, value } of Object.values(examples)) {
            assert.ok(text.includes((value as { error: string }).error) && text.includes(when), when);
          }
        }
      }
    }
  });

  test('documents every tool with its options and examples', () => {
    const tools = page.sections.filter(({ name }) => name === 'details');
    for (const { tool } of catalogue.values()) {
      const text = tools.find(({ text: all }) => all.trimStart().startsWith(`${tool.slug} ${tool.title}`))?.text ?? '';
      assert.ok(text.includes(tool.description), tool.slug);
      assert.ok(page.ids.includes(`tool-${tool.slug}`), tool.slug);
      for (const option of Object.keys(tool.config.properties)) assert.ok(text.includes(option), option);
      for (const { output } of tool.examples) assert.ok(text.includes(output.replace(/\r\n?/g, '\n')), tool.slug);
    }
  });

  test('escapes text that looks like HTML', () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;';
    const [first] = document.tags;
    const path = `/v1/${hostile}`;
    const run = document.paths['/v1/run'];
    assert.ok(first && run?.post);
    const step = { ...document.components.schemas.TrimLinesStep, title: hostile, description: hostile };
    const changed = referencePage({
      ...document,
      info: { ...document.info, description: `${hostile}\n\n[link](javascript:alert(1))`, version: hostile },
      tags: [{ ...first, description: hostile }],
      paths: { [path]: { post: { ...run.post, summary: hostile, description: hostile } } },
      components: { ...document.components, schemas: { ...document.components.schemas, TrimLinesStep: step } },
    });
    const { elements, ids, sections } = read(changed);
    assert.deepEqual(
      elements.filter(({ name }) => name === 'script' || name === 'img'),
      [],
    );
    const links = elements.flatMap(({ attributes }) => attributes.href ?? []);
    assert.deepEqual(
      links.filter((link) => link !== '/openapi.json' && !ids.includes(link.slice(1))),
      [],
    );
    assert.ok(sections.some(({ text }) => text.includes(hostile)));
  });
});

test('its commands work', {
  skip: spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed',
}, async (t) => {
  const service = await startTestGateway(t);
  assert.equal(page.commands.length, Object.keys(document.paths).length + 2, 'two paths have two methods');
  // In the order of the page: the secret is not used after its rotation or revocation.
  for (const command of page.commands) {
    const { key, secret } = service.key();
    const script = `${command.replaceAll(defaultServer, service.url)} -o /dev/null -w '%{http_code}'`;
    const { stdout, stderr, status } = await runProgram('sh', ['-euc', script], {
      environment: { KEY: secret, TOKEN: adminToken, ID: command.includes('/accounts/') ? key.accountId : key.id },
    });
    assert.equal(status, 0, stderr);
    assert.match(stdout, command.endsWith(':8080/"') ? /^302$/ : /^20[01]$/, command);
  }
});

interface Section {
  readonly name: string;
  text: string;
}

/** Returns the text that a browser shows. */
function read(text: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const sections: Section[] = [];
  const open: Section[] = [];
  const commands: string[] = [];
  const ids: string[] = [];
  let inCommand = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      elements.push({ name, attributes });
      if (attributes.id !== undefined) ids.push(attributes.id);
      inCommand = attributes.class === 'command';
      if (inCommand) commands.push('');
      if (name !== 'article' && name !== 'details') return;
      const section = { name, text: '' };
      sections.push(section);
      open.push(section);
    },
    ontext(part) {
      for (const section of open) section.text += part;
      if (inCommand) commands.push((commands.pop() ?? '') + part);
    },
    onclosetag(name) {
      inCommand = false;
      if (name === 'article' || name === 'details') open.pop();
    },
  });
  // An HTML parser normalises line ends.
  parser.end(text.replace(/\r\n?/g, '\n'));
  return { elements, sections, commands, ids };
}
