import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { loadCatalogue } from '#engine/catalogue/catalogue.js';
import { catalogueDocument } from '#engine/catalogue/tool-documents.js';
import { controlOf } from '#gateway/console/app/forms/control.js';
import { choiceLabel, labelOf } from '#gateway/console/app/forms/label.js';
import { writings } from '#gateway/console/app/forms/notation.js';
import type { ConfigSchema, OptionSchema, Tool } from '#gateway/console/app/session/tool.js';
import { accessibilityViolations, assertLooksRight } from '../../support/accessibility.js';
import { type BrowserPage, sharedBrowser, unlessBrowser } from '../../support/browser.js';
import { reportedBy, serveOptionsForm, showForm } from '../../support/options-form-page.js';
import { assertQuick, keystrokes, typingTimes } from '../../support/typing.js';

const document = catalogueDocument((await loadCatalogue()).values());
const tools: readonly Tool[] = JSON.parse(JSON.stringify(document)).tools;

function configOf(slug: string): ConfigSchema {
  const tool = tools.find((each) => each.slug === slug);
  assert.ok(tool !== undefined, slug);
  return tool.config;
}

describe('the form of options', { skip: unlessBrowser }, async () => {
  const browser = sharedBrowser();
  const url = await serveOptionsForm({ after });
  let opened: BrowserPage;
  let page: Page;
  before(async () => {
    opened = await browser.open(url);
    page = opened.page;
  });
  after(() => opened.close());
  const reported = async () => (await reportedBy(page)).at(-1);

  test('every option of every tool has a control that shows its default, and an untouched form has no value', async () => {
    await showForm(page, configOf('upper-case'));
    const forms = await shownOn(page);
    for (const [index, { slug, config }] of tools.entries()) {
      const shown = forms[index];
      assert.ok(shown !== undefined);
      for (const [name, option] of Object.entries(config.properties)) {
        assert.deepEqual(shownIn(shown, name, option), defaultOf(option), `${slug}.${name}`);
      }
      assert.deepEqual(shown.reported, [], slug);
    }
  });

  test('changed options are reported, and options set back to their default are left out', async () => {
    await showForm(page, configOf('csv-json-converter'));
    await page.getByLabel('Has headers').uncheck();
    await page.getByRole('group', { name: 'Nested' }).getByLabel('json').check();
    await page.getByLabel('Direction').selectOption('json-to-csv');
    await page.getByLabel('Indent').fill('4');
    await page.getByLabel('Delimiter').fill(String.raw`\t`);
    const all = { delimiter: '\t', hasHeaders: false, direction: 'json-to-csv', indent: 4, nested: 'json' };
    assert.deepEqual(await reported(), all);
    await page.getByLabel('Has headers').check();
    await page.getByRole('group', { name: 'Nested' }).getByLabel('flatten').check();
    await page.getByLabel('Direction').selectOption('auto');
    await page.getByLabel('Indent').fill('2');
    await page.getByLabel('Delimiter').fill(',');
    assert.deepEqual(await reported(), {});
  });

  test('a number out of bounds shows the bounds until it is valid', async () => {
    await showForm(page, configOf('csv-json-converter'));
    const indent = page.getByLabel('Indent');
    await indent.fill('9');
    await page.getByText('A whole number from 0 to 8.').waitFor();
    assert.equal(await indent.getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await accessibilityViolations(page), []);
    await indent.fill('8');
    await page.getByText('A whole number from 0 to 8.').waitFor({ state: 'detached' });
    await indent.fill('');
    assert.deepEqual(await reported(), {});
    assert.equal(await indent.getAttribute('placeholder'), '2');
    await indent.fill('5');
    await indent.press('ControlOrMeta+a');
    await indent.press('-');
    await page.getByText('A whole number from 0 to 8.').waitFor();
    assert.equal(await page.evaluate('document.activeElement.validity.badInput'), true);
    assert.deepEqual(await reported(), { indent: 5 });
    await indent.press('1');
    assert.deepEqual(await reported(), { indent: -1 });
  });

  test('a cleared text is the empty text if that is allowed, and the default otherwise', async () => {
    await showForm(page, configOf('line-break-remover'));
    await page.getByLabel('Replacement').fill('');
    assert.deepEqual(await reported(), { replacement: '' });
    await showForm(page, configOf('csv-json-converter'), { config: { delimiter: ';' } });
    await page.getByLabel('Delimiter').fill('');
    assert.deepEqual(await reported(), {});
    await showForm(page, configOf('csv-filter-rows'), { config: { column: 3 } });
    assert.equal(await page.getByLabel('Column').inputValue(), '3');
    await page.getByLabel('Column').fill('');
    assert.deepEqual(await reported(), {});
  });

  test('lists have one item per line, sets have checkboxes, and invalid JSON shows where', async () => {
    await showForm(page, configOf('json-pick-keys'));
    await page.getByLabel('Keys').pressSequentially('a\nb c\n');
    assert.deepEqual(await reported(), { keys: ['a', 'b c'] });
    assert.equal(await page.getByLabel('Keys').inputValue(), 'a\nb c\n');
    await showForm(page, configOf('url-defanger'));
    await page.getByRole('group', { name: 'Types' }).getByLabel('ip').uncheck();
    assert.deepEqual(await reported(), { types: ['url', 'domain', 'email'] });
    await showForm(page, configOf('multi-replace'));
    await page.getByLabel('Pairs').fill('[["a", "b"');
    await page.getByText('This is not JSON').waitFor();
    await page.getByLabel('Pairs').fill('[["a", "b"]]');
    await page.getByText('This is not JSON').waitFor({ state: 'detached' });
    assert.deepEqual(await reported(), { pairs: [['a', 'b']] });
    assert.equal(await page.getByLabel('Pairs').inputValue(), '[["a", "b"]]');
  });

  test('resetting restores the defaults, also over invalid input', async () => {
    await showForm(page, configOf('csv-json-converter'));
    const reset = page.getByRole('button', { name: 'Reset to defaults' });
    assert.equal(await reset.isDisabled(), true);
    await page.getByLabel('Has headers').uncheck();
    await page.getByLabel('Indent').fill('');
    await reset.click();
    assert.deepEqual(await reported(), {});
    assert.equal(await page.getByLabel('Indent').inputValue(), '2');
    assert.equal(await page.getByLabel('Has headers').isChecked(), true);
  });

  test('a new value from outside replaces the typed one', async () => {
    await showForm(page, configOf('extract-emails'));
    await page.getByLabel('Separator').fill(';');
    await page.evaluate(`setValue({ separator: ', ' })`);
    await page.getByText('now ,␣').waitFor();
    assert.equal(await page.getByLabel('Separator').inputValue(), ', ');
  });

  test("the gateway's error about an option is shown and read at the option", async () => {
    await showForm(page, configOf('find-replace'), { problems: { find: 'find is required' } });
    const field = page.getByLabel('Find');
    const hint = page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
    assert.match((await hint.textContent()) ?? '', /find is required/);
    assert.equal(await field.getAttribute('required'), '');
  });

  test('an error moves nothing', async () => {
    const { page, close } = await browser.open(url, { viewport: { width: 390, height: 844 } });
    await showForm(page, configOf('csv-json-converter'));
    const below = page.getByLabel('Escape formulas');
    const before = await below.boundingBox();
    await page.getByLabel('Indent').fill('99');
    await page.getByText('A whole number from 0 to 8.').waitFor();
    assert.deepEqual(await below.boundingBox(), before);
    await close();
  });

  test('typing the longest text takes little longer than in a bare field', async (t) => {
    await showForm(page, configOf('text-diff'), { config: { other: 'line of text\n'.repeat(38_000) } });
    assertQuick(t, await typingTimes(page, page.getByLabel('Other')));
    assert.equal((await reportedBy(page)).length, keystrokes);
  });

  test('forms are accessible and fit, in the light and in the dark, and on the narrowest phone', async () => {
    const opened = await browser.open(url);
    for (const slug of ['csv-filter-rows', 'csv-json-converter', 'pii-redactor', 'multi-replace', 'date-calculator']) {
      await showForm(opened.page, configOf(slug), { config: { indent: 99 } });
      await assertLooksRight(`form-${slug}`, opened, [1_280, 360]);
    }
    await opened.close();
  });
});

/** What the controls of a form show, by their labels. */
interface Shown {
  /** The recorded values. */
  readonly reported: readonly unknown[];
  /** Of fields: their text, or the label of the chosen value. */
  readonly texts: Readonly<Record<string, string>>;
  readonly switches: Readonly<Record<string, boolean>>;
  /** Of groups: the labels of what is checked. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
}

/** Shows the form of each tool, all by one call: each call takes longer than a form. */
function shownOn(page: Page): Promise<Shown[]> {
  return page.evaluate(`(async () => {
    const labelOf = (field) => field.labels[0].textContent.trim();
    const forms = [];
    for (const config of ${JSON.stringify(tools.map(({ config }) => config))}) {
      showForm(config, [], {});
      await new Promise((resolve) => setTimeout(resolve));
      forms.push(readForm());
    }
    return forms;

    function readForm() {
      const texts = {}, switches = {}, groups = {};
      for (const group of document.querySelectorAll('.options fieldset')) {
        groups[group.querySelector('.option-name').textContent] = [...group.querySelectorAll(':checked')].map(labelOf);
      }
      for (const field of document.querySelectorAll('.options :is(input, select, textarea):not(fieldset *)')) {
        if (field.type === 'checkbox') switches[labelOf(field)] = field.checked;
        else texts[labelOf(field)] = field.matches('select') ? field.selectedOptions[0].textContent : field.value;
      }
      return { texts, switches, groups, reported: [...reported] };
    }
  })()`);
}

/** Returns the value that a control shows, in the form of {@link defaultOf}. */
function shownIn({ texts, switches, groups }: Shown, name: string, schema: OptionSchema): unknown {
  const label = labelOf(name);
  switch (controlOf(schema).kind) {
    case 'switch':
      return switches[label];
    case 'choice':
      return groups[label] ?? [texts[label]];
    case 'choices':
      return groups[label];
    default:
      return texts[label];
  }
}

function defaultOf(schema: OptionSchema): unknown {
  const control = controlOf(schema);
  const { default: value } = schema;
  switch (control.kind) {
    case 'switch':
      return value;
    case 'choice':
      return [value === undefined ? 'Not set' : choiceLabel(value)];
    case 'choices':
      return control.values.filter((each) => Array.isArray(value) && value.includes(each));
    case 'number':
      return value === undefined ? '' : String(value);
    case 'typed':
      return value === undefined ? '' : writings[control.notation].write(value);
  }
}
