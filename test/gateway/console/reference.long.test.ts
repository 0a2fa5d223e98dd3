import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { Reference } from '#gateway/console/reference/reference.js';
import { type SearchFile, searchEntries } from '#gateway/console/search-kinds.js';
import { endpoints } from '#gateway/server/endpoints/endpoints.js';
import { openApiDocument } from '#gateway/server/endpoints/openapi/document.js';
import { errorList } from '#gateway/server/endpoints/openapi/error-list.js';
import type { OpenApiDocument } from '#gateway/server/endpoints/openapi/types.js';
import { sharedTestGateway, startTestGateway } from '../../support/gateway.js';
import { RawConnection, responseTo } from '../../support/raw-http.js';

/** The size limits of the script and of what the search loads, compressed. */
const [maxScriptBytes, maxIndexBytes] = [25 * 1024, 60 * 1024];

const catalogue = await loadCatalogue();
const document = openApiDocument(catalogue, '1.4.0', endpoints);
const defaultServer = 'http://127.0.0.1:8080';
const assets = {
  style: '/console/assets/reference.css',
  script: '/console/assets/reference.js',
  theme: '/console/assets/first-theme.js',
};
const reference = referenceOf(document);
const pages = reference.paths.map((path) => ({ path, ...read(reference.page(path, defaultServer) ?? '') }));
const everyPage = pages.map(({ path }) => path);

function referenceOf(described: OpenApiDocument): Reference {
  return new Reference(described, errorList(endpoints), assets);
}

/** A page with names of files that have no digests, as `reference` has them. */
function withoutDigests(body: string): string {
  return body.replace(/(\/console\/assets\/[\w-]+)-[0-9A-Z]{8}\./g, '$1.');
}

function expected(path: string, server = defaultServer): string | undefined {
  const cookie = `textmill-session${/:\d+$/.exec(server)?.[0].replace(':', '-') ?? ''}`;
  return reference.page(path, server)?.replaceAll('textmill-session-8080', cookie);
}

describe('over HTTP', async () => {
  const service = await sharedTestGateway();
  const get = (fields = '', path = '/docs') =>
    responseTo(service.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`);

  test('every page allows its own script, style sheet and gateway, and nothing else', async () => {
    for (const path of everyPage) {
      const { status, headers, body } = await get('Origin: https://any.example\r\n', path);
      assert.equal(status, 200);
      assert.equal(withoutDigests(body), expected(path, 'http://a'), path);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.deepEqual(headers.get('content-security-policy')?.split('; '), [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      const hasOrigin = body.includes('http://a/') || path === '/docs';
      assert.equal(headers.get('cache-control'), hasOrigin ? 'private, no-cache' : 'no-cache', path);
      assert.equal(headers.get('access-control-allow-origin'), undefined);
    }
  });

  test('there are no other pages', async () => {
    for (const path of [
      '/docs/',
      '/docs/other',
      '/docs/__proto__',
      '/docs/tools/other',
      '/docs/operations/a',
      '/docs/Keys',
    ]) {
      assert.deepEqual([(await get('', path)).status, path], [404, path]);
    }
  });

  test('its script is small, and so is what its search loads', async () => {
    const { body } = await get();
    const [script = ''] = /\/console\/assets\/reference-\w+\.js/.exec(body) ?? [];
    const compressed = await get('Accept-Encoding: gzip\r\n', script);
    assert.equal(compressed.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.ok(compressed.bytes.length <= maxScriptBytes, `${compressed.bytes.length} bytes`);
    const found = await get('Accept-Encoding: gzip\r\n', '/docs/search.json');
    assert.equal(found.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(found.headers.get('cache-control'), 'no-cache');
    assert.ok(found.bytes.length <= maxIndexBytes, `${found.bytes.length} bytes`);
  });

  test('HEAD, gzip and 304', async () => {
    const plain = await get();
    const connection = await RawConnection.open(service.port);
    const head = await connection.write('HEAD /docs HTTP/1.1\r\nHost: a\r\n\r\n').response({ head: true });
    connection.destroy();
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(plain.bytes.length)]);
    const compressed = await get('Accept-Encoding: gzip\r\n');
    assert.equal(compressed.headers.get('content-encoding'), 'gzip');
    assert.deepEqual(gunzipSync(compressed.bytes), Buffer.from(plain.bytes));
    const known = await get(`If-None-Match: ${plain.headers.get('etag')}\r\n`);
    assert.deepEqual([known.status, known.body], [304, '']);
  });

  const under = (host: string, to = service) =>
    responseTo(to.port, `GET /docs HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: another-host.invalid\r\n\r\n`);

  for (const [host, server] of [
    ['mill.lan:8080', 'http://mill.lan:8080'],
    ['Mill.Example:80', 'http://mill.example'],
    ['[::1]:9000', 'http://[::1]:9000'],
    ['192.0.2.7', 'http://192.0.2.7'],
  ] as const) {
    test(`shows ${server} to requests for ${host}, and forbids shared caches to keep it`, async () => {
      const { status, headers, body } = await under(host);
      assert.equal(status, 200);
      assert.equal(withoutDigests(body), expected('/docs', server));
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
      assert.equal(withoutDigests(body), expected('/docs'));
      assert.equal(headers.get('cache-control'), 'no-cache');
    });
  }

  test('a page for one host is never sent to another, for any number of hosts', async () => {
    const hosts = Array.from({ length: 12 }, (_, number) => `host-${number % 6}.example`);
    const responses = await Promise.all(hosts.map((host) => under(host)));
    for (const [index, { body, headers }] of responses.entries()) {
      assert.equal(withoutDigests(body), expected('/docs', `http://${hosts[index]}`));
      const known = await responseTo(
        service.port,
        `GET /docs HTTP/1.1\r\nHost: other.example\r\nIf-None-Match: ${headers.get('etag')}\r\n\r\n`,
      );
      assert.equal(known.status, 200, 'the page of another host is not the one that the client knows');
    }
  });

  test('shows PUBLIC_URL for every host, and caches may keep it', async (t) => {
    const behindProxy = await startTestGateway(t, { settings: { PUBLIC_URL: 'https://text.example.com' } });
    for (const host of ['127.0.0.1:8080', 'evil.example', 'a$(id)']) {
      const { body, headers } = await under(host, behindProxy);
      assert.equal(withoutDigests(body), expected('/docs', 'https://text.example.com'));
      assert.equal(headers.get('cache-control'), 'no-cache');
    }
  });
});

describe('the pages', () => {
  test('need only their own files: no script or style in them, no other file', () => {
    for (const { path, elements } of pages) {
      const loaded = elements.flatMap(
        ({ attributes: { src, href }, name }) => src ?? (name === 'link' ? href : []) ?? [],
      );
      assert.deepEqual(loaded, ['/favicon.svg', assets.style, assets.theme, assets.script], path);
      for (const { name, attributes } of elements) {
        assert.ok(!['style', 'img', 'iframe', 'object', 'base'].includes(name), `${path} ${name}`);
        for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^on|^style$/, name);
      }
    }
  });

  test('every link leads to a place on a page, to the document, or to the console', () => {
    const places = new Set(pages.flatMap(({ path, ids }) => [path, ...ids.map((id) => `${path}#${id}`)]));
    const others = new Set(['/openapi.json', '/favicon.svg', assets.style, '/console/']);
    for (const { path, elements, ids } of pages) {
      assert.equal(new Set(ids).size, ids.length, `${path}: an anchor is there twice`);
      for (const { attributes } of elements) {
        const label = attributes['aria-labelledby'];
        assert.ok(label === undefined || ids.includes(label), label);
        for (const link of [attributes.href, attributes['data-page']]) {
          if (link === undefined || others.has(link)) continue;
          const [, slug = ''] = /^\/console\/tools\/(.+)$/.exec(link) ?? [];
          assert.ok(catalogue.has(slug) || places.has(link.startsWith('#') ? path + link : link), `${path}: ${link}`);
        }
      }
    }
  });

  test('have landmarks, a link past the contents, and no skipped heading level', () => {
    for (const { path, elements } of pages) {
      const names = elements.map(({ name }) => name);
      for (const name of ['nav', 'main', 'h1']) {
        assert.equal(names.filter((other) => other === name).length, 1, `${path} ${name}`);
      }
      const [firstLink] = elements.filter(({ name }) => name === 'a');
      assert.equal(firstLink?.attributes.href, '#content');
      const levels = names.filter((name) => /^h[1-6]$/.test(name)).map((name) => Number(name[1]));
      for (const [index, level] of levels.entries()) {
        assert.ok(level <= (levels[index - 1] ?? 0) + 1, `${path}: heading ${index}`);
      }
    }
  });

  test('document every endpoint with its statuses and messages', () => {
    const articles = pages.flatMap(({ sections }) => sections.filter(({ name }) => name === 'article'));
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

  test('document every tool with its options and examples', () => {
    for (const { tool, category } of catalogue.values()) {
      const { sections = [], ids = [] } = pages.find(({ path }) => path === `/docs/tools/${category}`) ?? {};
      assert.ok(ids.includes(`tool-${tool.slug}`), tool.slug);
      const articles = sections.filter(({ name }) => name === 'article');
      const text =
        articles.find(({ text: all }) => all.trimStart().startsWith(`${tool.slug} ${tool.title}`))?.text ?? '';
      assert.ok(text.includes(tool.description), tool.slug);
      for (const option of Object.keys(tool.config.properties)) assert.ok(text.includes(option), option);
      assert.ok(
        !text.includes('any JSON value') || tool.slug.startsWith('json'),
        `${tool.slug}: an option without type`,
      );
      for (const { output } of tool.examples) assert.ok(text.includes(output.replace(/\r\n?/g, '\n')), tool.slug);
    }
  });

  test('keep the anchors of the time when there was one page', () => {
    const [{ ids } = { ids: [] as string[] }] = pages;
    const operations = Object.values(document.paths).flatMap((item) => Object.entries(item));
    for (const [method, { operationId }] of operations) {
      if (method !== 'head') assert.ok(ids.includes(`endpoint-${operationId}`), operationId);
    }
    for (const { tool, category } of catalogue.values()) {
      assert.ok(ids.includes(`tool-${tool.slug}`) && ids.includes(`tools-${category}`), tool.slug);
    }
    for (const anchor of ['keys-and-tokens', 'tools', 'about-keys', 'about-operations'])
      assert.ok(ids.includes(anchor));
  });

  test('show no control that needs script, unless the script shows it', () => {
    for (const { path, controls } of pages) assert.deepEqual(controls, [], path);
  });

  test('what the search finds leads to a place on a page', () => {
    const found = searchEntries(JSON.parse(reference.searchIndex('/docs/search.json') ?? '') as SearchFile);
    const places = new Set(pages.flatMap(({ path, ids }) => ids.map((id) => `${path}#${id}`)));
    for (const [, name, , address] of found) assert.ok(places.has(address), `${name}: ${address}`);
    for (const name of ['POST /v1/run', 'trim-lines', 'step-failed', 'meta.inputLength', 'meta.trace', 'delimiter']) {
      assert.ok(
        found.some(([, other]) => other === name),
        name,
      );
    }
  });

  test('escape text that looks like HTML', () => {
    const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;';
    const [first] = document.tags;
    const run = document.paths['/v1/run'];
    assert.ok(first && run?.post);
    const step = { ...document.components.schemas.TrimLinesStep, title: hostile, description: hostile };
    const changed = referenceOf({
      ...document,
      info: { ...document.info, description: `${hostile}\n\n[link](javascript:alert(1))`, version: hostile },
      tags: [{ ...first, description: hostile }],
      paths: { [`/v1/${hostile}`]: { post: { ...run.post, summary: hostile, description: hostile } } },
      components: { ...document.components, schemas: { ...document.components.schemas, TrimLinesStep: step } },
    });
    for (const path of ['/docs', '/docs/operations', '/docs/tools/lines']) {
      const { elements, text } = read(changed.page(path, defaultServer) ?? '');
      assert.equal(elements.filter(({ name }) => name === 'script').length, 2);
      assert.deepEqual(
        elements.filter(({ name }) => name === 'img'),
        [],
      );
      for (const { attributes } of elements) assert.doesNotMatch(attributes.href ?? '', /^javascript/);
      assert.ok(text.includes(hostile), path);
    }
  });
});

interface Section {
  readonly name: string;
  text: string;
}

/** Returns the text that a browser shows, and the controls that it shows without script. */
function read(source: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const sections: Section[] = [];
  const open: Section[] = [];
  const ids: string[] = [];
  const controls: string[] = [];
  let text = '';
  let depth = 0;
  let hiddenAt = Number.POSITIVE_INFINITY;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (attributes.hidden !== undefined) hiddenAt = Math.min(hiddenAt, depth);
      elements.push({ name, attributes });
      if (attributes.id !== undefined) ids.push(attributes.id);
      const isControl = ['button', 'input', 'textarea', 'select', 'form'].includes(name) && attributes.type !== 'radio';
      if (isControl && depth < hiddenAt) controls.push(name);
      if (name !== 'article') return;
      const section = { name, text: '' };
      sections.push(section);
      open.push(section);
    },
    ontext(part) {
      text += part;
      for (const section of open) section.text += part;
    },
    onclosetag(name) {
      if (depth <= hiddenAt) hiddenAt = Number.POSITIVE_INFINITY;
      depth -= 1;
      if (name === 'article') open.pop();
    },
  });
  // An HTML parser normalises line ends.
  parser.end(source.replace(/\r\n?/g, '\n'));
  return { elements, sections, ids, controls, text };
}
