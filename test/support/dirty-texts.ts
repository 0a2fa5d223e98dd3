/** The rows of a shop's export; every third customer writes an address in other letters, dates are in three forms. */
export function shopExport(rows: number): string {
  const people = ['Ann O’Neil', 'GRIGORI IVANOV', 'maría pérez', 'Bob Lee', 'Chloé Martin'];
  const lines = Array.from({ length: rows }, (_, index) => {
    const at = index % 900;
    const name = people[at % people.length] ?? '';
    const mail = `customer${at}@example.com`;
    const day = (at % 28) + 1;
    const two = String(day).padStart(2, '0');
    const date = [`2026-03-${two}`, `${day}.3.2026`, `Mar ${day}, 2026`][index % 3] ?? '';
    const total = `${at % 7 === 0 ? '1.' : ''}${200 + (at % 700)},${String(at % 100).padStart(2, '0')} €`;
    const written = index % 11 === 0 ? mail.toUpperCase() : mail;
    return [
      String(10_000 + index),
      index % 4 === 0 ? `  ${name} ` : name,
      `${written}${index % 9 === 0 ? ' ' : ''}`,
      index % 5 === 0 ? `030 ${1_000_000 + at}` : `+49 30 ${1_000_000 + at}`,
      date,
      total,
      index % 6 === 0 ? '"gift; wrapped"' : 'standard ',
    ].join(';');
  });
  // Some orders were exported twice.
  const twice = lines.flatMap((line, index) => (index % 100 === 99 ? [line, line] : [line]));
  return `order;name;email;phone;date;total;note\n${twice.join('\n')}\n`;
}

/** Texts, and what the page suggests to clean them. */
export const dirtyTexts: readonly (readonly [name: string, text: string, labels: readonly string[]])[] = [
  [
    'the export of a shop',
    shopExport(3_000),
    [
      '3 columns have blanks at their ends: Trim',
      '1,200 cells of name in another letter case: Write as names',
      '388 mails repeat by letter case: Write in lower case',
      'phone has numbers in 2 forms: Write as +49…, others as of DE',
      'date has dates in 3 formats: Write as 2026-03-01',
      '3,030 numbers of total with a decimal comma: Write as 1234.50',
      '30 rows repeat an earlier one: Remove',
    ],
  ],
  ['clean CSV', 'a,b\n1,2\n3,4\n', []],
  ['blanks', 'a;b;c\n x;1 ;2\ny;1;2\n z;1;2\n', ['2 columns have blanks at their ends: Trim']],
  ['blanks around quotes', '"a" ;"b"\n"1" ;"x;y"\n"1" ;"x;y"\n', ['1 row repeats an earlier one: Remove']],
  [
    'mails',
    'email,x\nAnn@example.com,1\nann@example.com,2\nbob@example.com,3\nBOB@example.com,4\n',
    ['2 mails repeat by letter case: Write in lower case'],
  ],
  [
    'dates',
    'id,born\n1,2026-03-01\n2,13/4/2026\n3,\n4,3/4/2026\n',
    ['born has dates in 2 formats: Write as 2026-03-01'],
  ],
  [
    'dates that do not',
    'id,born\n1,2026-03-01\n2,3/4/2026\n',
    [
      'born has dates in 2 formats: Write as 2026-03-01, the day first',
      'born has dates in 2 formats: Write as 2026-03-01, the month first',
    ],
  ],
  [
    'dates with times',
    'id,at\n1,2026-03-01T10:00:00Z\n2,1.3.2026 9:30\n',
    ['at has dates in 2 formats: Write as 2026-03-01 09:30:00'],
  ],
  ['numbers', 'id;sum\n1;1.234,50 €\n2;7\n3;12,00\n', ['2 numbers of sum with a decimal comma: Write as 1234.50']],
  ['numbers of two kinds', 'id;sum\n1;12.50\n2;12,75\n', ['sum has numbers with two decimal signs: Write as 1234.50']],
  [
    'numbers with currencies',
    'id;sum\n1;$1,234.50\n2;$7\n',
    ['2 numbers of sum with signs of currencies or thousands: Write as 1234.50'],
  ],
  [
    'phones',
    'name,phone\na,+49 30 1234567\nb,030 7654321\nc,(030) 7654321\n',
    ['phone has numbers in 3 forms: Write as +49…, others as of DE'],
  ],
  [
    'names',
    'name,x\nann lee,1\nBOB LEE,2\nCleo Poe,3\nDan Roe,4\n',
    ['2 cells of name in another letter case: Write as names'],
  ],
  [
    'rows',
    'a;b;c;d\n1;2;;\n1;2;;\n;;;\na;b;c;d\n3;4;5;\n\n',
    ['the header repeats once: Remove', '1 row is empty: Remove', '1 row repeats an earlier one: Remove'],
  ],
  ['uneven rows', 'a;b;c\n1;2;3\n1;2\n4;5;6\n7;8;9\n8;9;1\n', ['1 row has another number of cells: Fill up']],
  [
    'cells of the web',
    'id,text\n1,<b>x</b> &amp; y\n2,https://a.example/?utm_source=x&b=1\n3,write to ann@example.com now\n',
    [
      '1 cell of text has HTML tags: Remove',
      '1 cell of text has HTML entities: Decode',
      '1 cell of text has addresses with tracking parameters: Remove them',
      '1 cell of text with mail addresses in texts: Redact',
    ],
  ],
  [
    'invisible characters and line ends',
    '\ufeffa,b\r\n1\u200b,2\u00a03\n4,5\n',
    ['3 invisible characters or no-break spaces: Remove', 'line ends of 2 kinds: Write as one'],
  ],
  [
    'records',
    '{"name":" ann","at":"2026-03-01"}\n{"name":"bob","at":"1.3.2026"}\n{"name":"bob","at":"1.3.2026"}\n',
    [
      '1 line repeats an earlier one: Remove',
      '1 cell of name has blanks at its ends: Trim',
      'at has dates in 2 formats: Write as 2026-03-01',
    ],
  ],
  ['an array', '[{"name":" ann","id":1},{"name":"bob","id":2}]', ['1 cell of name has blanks at its ends: Trim']],
  [
    'lines',
    '  ann\nbob\n\nbob\nBob \n',
    ['2 lines have blanks at their ends: Trim', '1 line is empty: Remove', '1 line repeats an earlier one: Remove'],
  ],
  ['a list of dates', '2026-03-01\n1.3.2026\n2.3.2026\n', ['dates in 2 formats: Write as 2026-03-01']],
  [
    'prose',
    'Write to ann@example.com, or see https://a.example/?utm_source=x&utm_medium=y.\n\n\n\nIt is an example of a text with lines that go on for more than a hundred characters, as prose does. &amp; so on.\n',
    [
      'several empty lines in a row: Keep one of each',
      '1 HTML entity: Decode',
      '1 address has tracking parameters: Remove them',
      '1 mail address: Redact',
    ],
  ],
  [
    'code',
    'if (a) {\n\tb();\n    c();\n}\nconst key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";\n',
    ['1 line indented by tabs, 1 by spaces: Use spaces', '1 key or token: Redact'],
  ],
];
