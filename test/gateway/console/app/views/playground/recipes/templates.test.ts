import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { templates } from '#gateway/console/app/views/playground/recipes/templates.js';
import { sharedTestGateway } from '../../../../../../support/gateway.js';

/** What each template makes of its example. */
const results: Readonly<Record<string, string>> = {
  'Clean a CSV': `order;name;email;phone;date;total
1001;Ada Lovelace;ada@example.com;+49301234567;2026-03-01;1234.50
1002;Μαρία Βέλλου;maria@example.com;+49307654321;2026-03-01;19.90
1003;Софья Ковалевская;ada@example.com;unknown;2026-03-04;7.00
`,
  'Redact a CSV column': `customer;email;note
Ada;ada@example.com;"call [PHONE]; not before 9"
Grace;grace@example.com;write to [EMAIL]
`,
  'Redact one JSON member': `[
  {"id": 1, "from": "ada@example.com", "message": "Call me at [PHONE]."},
  {"id": 2, "from": "alan@example.com", "message": "My address is [EMAIL]."}
]
`,
  'Logs to a table': `┌────────────┬──────────┬───────┬───────────────────────────────────────┐
│ date       │ time     │ level │ message                               │
├────────────┼──────────┼───────┼───────────────────────────────────────┤
│ 2026-03-02 │ 09:14:07 │ INFO  │ server started on port 8080           │
│ 2026-03-02 │ 09:15:31 │ WARN  │ disk is 91% full                      │
│ 2026-03-02 │ 09:15:48 │ ERROR │ cannot reach db.example.com, retrying │
└────────────┴──────────┴───────┴───────────────────────────────────────┘`,
  'Count the errors of a log': `3	timeout after # ms
1	user # not found
`,
  'LLM output to JSON': `{
  "name": "Ada Lovelace",
  "born": 1815,
  "fields": [
    "mathematics",
    "computing"
  ]
}`,
  'Redact a mail': `Hi Grace,

please call me at [PHONE] or write to [EMAIL].
The staging server is [IP], and its settings are:

API_KEY=[SECRET]
DATABASE_URL=postgres://app:[URL_PASSWORD]@db.example.com/app

Ada
`,
  'A list to SQL': `name IN ('Ada', 'Alan', 'Grace', 'O''Brien')`,
  'CSV to SQL': `INSERT INTO "people" ("id", "name", "born") VALUES
  (1, 'Ada Lovelace', 1815),
  (2, 'Grace Hopper', 1906),
  (3, 'Maeve O''Brien', NULL);`,
  'Totals by group': `| city  | count | amount_sum |
| ----- | ----- | ---------- |
| Rome  | 2     | 31.10      |
| Paris | 2     | 19.75      |
| Oslo  | 1     | 4.00       |`,
  'JSON to CSV': `id,name,address.city,address.zip
1,Ada,London,
2,Grace,New York,10001`,
  'Web page to Markdown': `# Tea

The **best** kinds, by [taste](https://example.com/taste):

| Kind | Minutes |
| --- | --- |
| Assam | 4 |
| Sencha | 2 |

- Warm the pot.
- Wait.`,
  'Links of a text, cleaned': `https://news.example/article?id=7
https://shop.example/shoes?size=42`,
  'Repair garbled letters': `The café is "open" today - it's free.
Señor Müller says: 5 €, please.
`,
  'Unwrap a PDF or mail': `Line breaks that were made for paper are in the way on a screen.

This is another paragraph, and it stays one.`,
  'Mail merge': `Dear Ada,
please bring back the engine by 3 May.

---

Dear Grace,
thank you!`,
  'Look into a JWT': `{
  "iat": 1700000000,
  "role": "editor",
  "sub": "ada"
}`,
  'Titles to slugs': `creme-brulee-how
ein-schoener-tag
creme-brulee-how-2
`,
  'Paths to a tree': `src
├── parts
│   ├── button.ts
│   └── field.ts
└── main.ts
README.md`,
  'Dates of a table': `user,seen
ada,"14 Nov 2023, 23:13"
grace,"9 Mar 2024, 17:00"
`,
};

describe('the templates of the playground', async () => {
  const service = await sharedTestGateway();
  const { secret } = await service.key();

  test('are a dozen at least, each with a name of its own and one sentence', () => {
    assert.ok(templates.length >= 12);
    assert.deepEqual(
      templates.map(({ name }) => name),
      Object.keys(results),
    );
    for (const { about } of templates) assert.match(about, /^[A-Z].*\.$/);
  });

  for (const { name, input, steps } of templates) {
    test(`${name}: its steps make of its example what is expected`, async () => {
      const { status, json } = await service.post('/v1/run', { input, steps }, secret);
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal((json as { readonly result: string }).result, results[name]);
    });
  }
});
