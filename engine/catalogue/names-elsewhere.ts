/** A step of a workflow: a tool, a tool with options, or a group. */
export type StepElsewhere = string | readonly [slug: string, config: object] | GroupElsewhere;

interface GroupElsewhere {
  readonly each?: 'line' | 'paragraph' | Readonly<Record<string, object>>;
  readonly when?: object;
  readonly steps: readonly StepElsewhere[];
}

/** A name, or several that mean the same with `; ` between them, and the steps that do it here. */
export type NameElsewhere = readonly [names: string, ...steps: readonly StepElsewhere[]];

/** A program whose names people know. */
export interface ProgramElsewhere {
  readonly program: string;
  /** Whether its names are commands: such a name counts inside of a longer question, too. */
  readonly isCommand?: true;
  readonly names: readonly NameElsewhere[];
  /** What has no equivalent here. */
  readonly missing: string;
}

/** The cells of a column `name`. */
const cells = (...steps: readonly StepElsewhere[]): GroupElsewhere => ({
  each: { csv: { columns: ['name'] } },
  steps,
});
const hash = (algorithm: string): StepElsewhere => ['hash-text', { algorithm }];
const checksum = (algorithm: string): StepElsewhere => ['checksum-text', { algorithm }];
const lists = (operation: string): StepElsewhere => ['compare-lists', { operation, separatorLine: '===' }];
const statistic = (stat: string): StepElsewhere => ['number-statistics', { stat }];
const decoded = (slug: string, config: object = {}): StepElsewhere => [slug, { direction: 'decode', ...config }];
const distance = (metric: string): StepElsewhere => [
  'text-similarity',
  { metric, output: 'distance', separatorLine: '===' },
];

/**
 * The names of other programs, and what does the same here. The search knows them, and `npm run docs` writes them as
 * engine/COMING-FROM.md. Texts and columns in options are examples.
 */
export const programsElsewhere: readonly ProgramElsewhere[] = [
  {
    program: 'Command line',
    isCommand: true,
    names: [
      ['sort', ['sort-lines', { mode: 'codepoint' }]],
      ['sort -u; sort | uniq; sort --unique', ['dedupe-sort', { mode: 'codepoint' }]],
      ['sort -n; sort --numeric-sort', ['sort-lines', { mode: 'numeric' }]],
      ['sort -r; sort --reverse', ['sort-lines', { mode: 'codepoint', order: 'desc' }]],
      ['sort -h; sort --human-numeric-sort', ['sort-lines', { mode: 'size' }]],
      ['sort -V; sort --version-sort', ['sort-lines', { mode: 'version' }]],
      ['sort -f; sort --ignore-case', ['sort-lines', { caseSensitive: false }]],
      ['sort -k; sort -t; sort --key', ['sort-lines', { column: 2, delimiter: ',' }]],
      ['sort -R; shuf', ['shuffle-lines', { seed: '1' }]],
      ['shuf -n', ['sample-lines', { count: 10, seed: '1' }]],
      ['shuf -i; seq', ['sequence-generator', { start: 1, end: 10 }]],
      ['seq -w', ['sequence-generator', { start: 1, end: 100, pad: 3 }]],
      ['uniq', ['remove-duplicate-lines', { adjacentOnly: true }]],
      ["awk '!seen[$0]++'", 'remove-duplicate-lines'],
      ['uniq -c; sort | uniq -c; sort | uniq -c | sort -nr; uniq --count', 'count-duplicate-lines'],
      ['uniq -d; uniq --repeated', ['keep-duplicate-lines', { mode: 'duplicated' }]],
      ['uniq -u; uniq --unique', ['keep-duplicate-lines', { mode: 'unique' }]],
      ['uniq -i; uniq --ignore-case', ['remove-duplicate-lines', { adjacentOnly: true, caseSensitive: false }]],
      ['cut; cut -f; cut -d', ['extract-columns', { columns: '2', delimiter: ',', undelimited: 'keep' }]],
      ['cut -c; cut -b', ['extract-columns', { columns: '1-10', mode: 'chars' }]],
      ["awk '{print $2}'; awk; awk print; awk -F", ['extract-columns', { columns: '2', delimiter: '' }]],
      ["awk 'NR==2'; sed -n 2p; sed -n", ['extract-nth-lines', { lines: '2-5' }]],
      ["awk 'NR%2'", ['extract-nth-lines', { every: 2 }]],
      ["awk '{s+=$1} END {print s}'; awk sum; paste -sd+ | bc", ['number-statistics', { stat: 'sum' }]],
      ["awk '/error/'", ['filter-lines', { match: 'regex', pattern: 'error', caseSensitive: true }]],
      ['awk \'{print NR": "$0}\'', ['add-line-numbers', { separator: ': ' }]],
      ['tr', ['translate-characters', { from: 'a-z', to: 'A-Z' }]],
      ['tr -d; tr --delete', ['translate-characters', { from: '0-9', delete: true }]],
      ['tr -s; tr --squeeze-repeats', ['translate-characters', { from: ' ', squeeze: true }]],
      ['tr a-z A-Z; tr lower upper', 'upper-case'],
      ['tr -cd', ['remove-characters', { classes: ['letters', 'digits'], keep: true }]],
      ["tr '\\n' ','; paste -s; paste -sd,", 'join-lines'],
      ["tr ',' '\\n'", ['split-text', { delimiter: ',' }]],
      ['wc', 'text-statistics'],
      ['wc -l; wc --lines', ['text-counter', { unit: 'lines' }]],
      ['wc -w; wc --words', ['text-counter', { unit: 'words' }]],
      ['wc -c; wc --bytes', ['text-counter', { unit: 'bytes' }]],
      ['wc -m; wc --chars', ['text-counter', { unit: 'chars' }]],
      ['head; head -n', ['head-lines', { count: 10 }]],
      ['head -n -3', ['head-lines', { count: -3 }]],
      ['head -c', ['slice-text', { end: 100 }]],
      ['tail; tail -n', ['tail-lines', { count: 10 }]],
      ['tail -n +2; sed 1d', ['tail-lines', { count: -1 }]],
      ['tail -c', ['slice-text', { start: -100 }]],
      ['tac; tail -r', 'reverse-lines'],
      ['rev', 'reverse-text'],
      ['nl; cat -n; nl -ba', ['add-line-numbers', { pad: 6, separator: '\t' }]],
      ['cat -b; nl -b t', ['add-line-numbers', { pad: 6, separator: '\t', skipBlank: true }]],
      ['cat -s', ['remove-blank-lines', { mode: 'collapse', whitespaceIsBlank: false }]],
      ['cat -A; cat -v', 'unicode-inspector'],
      ['fold; fold -w', ['wrap-text', { mode: 'char', width: 80 }]],
      ['fold -s; par', ['wrap-text', { width: 80 }]],
      ['fmt; fmt -w', ['line-break-remover', { keepParagraphs: true }], ['wrap-text', { width: 75 }]],
      ['expand; expand -t', ['indentation-converter', { to: 'spaces', tabWidth: 8, leadingOnly: false }]],
      ['unexpand; unexpand -t', ['indentation-converter', { to: 'tabs', tabWidth: 8 }]],
      ['column -t; column -s', ['fixed-width-csv-converter', { direction: 'to-fixed-width' }]],
      ['comm; comm -12', lists('intersection')],
      ['comm -23; grep -vxf', lists('difference')],
      ['comm -3', lists('symmetric')],
      ['join', ['csv-join', { on: [1], separatorLine: '===', delimiter: ' ', hasHeaders: false }]],
      ['join -a; join -v', ['csv-join', { on: [1], type: 'left', separatorLine: '===' }]],
      ['split; csplit', 'chunk-text'],
      ['base64; openssl base64', ['base64-encode', { wrap: 76 }]],
      ['base64 -d; base64 -D; base64 --decode', 'base64-decode'],
      ['base32', 'base32-converter'],
      ['base32 -d', decoded('base32-converter')],
      ['xxd -p; hexdump; od -x; xxd; od', 'hex-converter'],
      ['xxd -r -p; xxd -r', decoded('hex-converter')],
      ['strings', ['extract-matches', { pattern: '[ -~]{4,}' }]],
      ['md5sum; md5', hash('md5')],
      ['sha1sum', hash('sha1')],
      ['sha224sum', hash('sha224')],
      ['sha256sum; shasum -a 256; shasum; openssl dgst', hash('sha256')],
      ['sha384sum', hash('sha384')],
      ['sha512sum', hash('sha512')],
      ['b2sum', hash('blake2b512')],
      ['b3sum', hash('blake3')],
      ['openssl dgst -hmac', ['hmac-text', { key: 'secret' }]],
      ['cksum', ['checksum-text', { algorithm: 'cksum', format: 'decimal' }]],
      ['crc32', checksum('crc32')],
      [
        'grep; egrep; grep -E; rg; ripgrep; ag',
        ['filter-lines', { match: 'regex', pattern: 'error', caseSensitive: true }],
      ],
      ['grep -F; fgrep', ['filter-lines', { pattern: 'error', caseSensitive: true }]],
      ['grep -i', ['filter-lines', { pattern: 'error' }]],
      ['grep -v', ['filter-lines', { pattern: 'debug', invert: true, caseSensitive: true }]],
      ['grep -x', ['filter-lines', { match: 'equals', pattern: 'done', caseSensitive: true }]],
      ['grep -o; grep -oE; grep -oP', ['extract-matches', { pattern: '\\d+' }]],
      ['grep -c', ['filter-lines', { pattern: 'error' }], ['text-counter', { unit: 'lines' }]],
      ['grep -n', 'add-line-numbers', ['filter-lines', { pattern: 'error' }]],
      ['grep -o . | wc -l', ['count-occurrences', { find: 'error' }]],
      ['sed; sed s/old/new/g; sed -E; perl -pe', ['regex-replace', { pattern: 'o(l)d', replacement: 'ne$1w' }]],
      ["sed '/debug/d'", ['filter-lines', { pattern: 'debug', invert: true, caseSensitive: true }]],
      ['sed /^$/d; grep .', ['remove-blank-lines', { whitespaceIsBlank: false }]],
      ["sed 's/^/> /'", ['add-prefix-suffix', { prefix: '> ', skipBlank: false }]],
      ["sed 's/#.*//'", ['regex-replace', { pattern: '#.*', replacement: '' }]],
      ["sed 's/[ \\t]*$//'", ['trim-lines', { side: 'end' }]],
      ['sed y/abc/xyz/', ['translate-characters', { from: 'abc', to: 'xyz' }]],
      ['dos2unix', ['line-ending-converter', { to: 'lf' }]],
      ['unix2dos', ['line-ending-converter', { to: 'crlf' }]],
      ['mac2unix', ['line-ending-converter', { to: 'lf' }]],
      ['iconv; recode', ['charset-converter', { charset: 'windows-1252' }]],
      ['iconv -t ascii//translit; unidecode', 'to-ascii'],
      ['uconv; uconv -x nfc', ['unicode-normalizer', { form: 'NFC' }]],
      ['diff; diff -u', ['text-diff', { separatorLine: '===' }]],
      ['diff -w', ['text-diff', { separatorLine: '===', ignoreWhitespace: true }]],
      ['wdiff; git diff --word-diff', ['text-diff', { separatorLine: '===', format: 'inline', unit: 'words' }]],
      ['date -d; date', 'date-formatter'],
      ['date -d @1700000000; date +%s', 'unix-timestamp-converter'],
      ['bc; expr; dc', 'math-evaluator'],
      ['numfmt', ['number-formatter', { decimals: 0 }]],
      ['printf %x', 'number-base-converter'],
      ['yes', ['repeat-text', { times: 3, separator: '\n' }]],
      ['tree', 'ascii-tree-generator'],
      ['file', 'detect-format'],
      ['envsubst; m4', ['template-renderer', { template: 'Dear {{name}}' }]],
      ['ipcalc; sipcalc', 'cidr-calculator'],
      ['idn; idn2', 'punycode-converter'],
      ['xmllint --format; xmlstarlet fo', 'xml-formatter'],
      ['html2text; lynx -dump; w3m -dump', 'html-to-text'],
      ['pandoc -t markdown; pandoc -f html', 'html-to-markdown'],
      ['pandoc; pandoc -f markdown', 'markdown-to-html'],
      ['pup; htmlq', ['html-select', { selector: 'a' }]],
      ['uuidgen; uuidgen --sha1', 'uuid-v5-generator'],
      ['jq; jq -r; jmespath; jp', ['json-query', { expression: 'items[*].name', raw: true }]],
      ['jq .; python -m json.tool; json_pp', 'json-formatter'],
      ['jq -c', 'json-minifier'],
      ['jq -S; jq --sort-keys', 'json-sort-keys'],
      ['jq .a.b; jq .[]; gron', ['json-path', { path: '$.items[*].name', output: 'lines' }]],
      ["jq '.[] | select(.age > 30)'", ['json-query', { expression: 'items[?age > `30`]' }]],
      ['jq keys', ['json-query', { expression: 'keys(@)' }]],
      ['jq length', ['json-query', { expression: 'length(@)' }]],
      ["jq 'del(.a)'", ['json-pick-keys', { keys: ['a'], mode: 'omit' }]],
      ["jq '{a, b}'", ['json-pick-keys', { keys: ['a', 'b'] }]],
      ['jq -s; jq --slurp', ['json-ndjson-converter', { direction: 'ndjson-to-json' }]],
      ["jq -c '.[]'", ['json-ndjson-converter', { direction: 'json-to-ndjson' }]],
      ['jq @csv', ['csv-json-converter', { direction: 'json-to-csv' }]],
      ["jq 'flatten'; jq paths", 'json-flatten'],
      ['yq; yq -o json', ['json-yaml-converter', { direction: 'yaml-to-json' }]],
      ['xq; xml2json', ['json-xml-converter', { direction: 'xml-to-json' }]],
    ],
    missing:
      'names of files (find, ls, xargs), paste of several files, random and secret values (openssl rand, pwgen, uuidgen -r), tsort, ptx, spell, ' +
      'dates of today (date without -d), figlet, factor, and compressed or binary data (gzip, tar, dd).',
  },
  {
    program: 'csvkit',
    isCommand: true,
    names: [
      ['csvclean', ['csv-validator', { schema: true }]],
      ['csvcut; csvcut -c', ['csv-column-picker', { columns: ['name', 3] }]],
      ['csvcut -C; csvcut --not-columns', ['csv-column-picker', { columns: ['name'], exclude: true }]],
      ['csvcut -n', 'csv-transpose', ['extract-columns', { columns: '1', delimiter: ',' }], 'add-line-numbers'],
      ['csvformat; csvformat -D', ['csv-delimiter-converter', { outputDelimiter: ';' }]],
      ['csvformat -T', 'csv-delimiter-converter'],
      ['csvformat -U 1', ['csv-delimiter-converter', { outputDelimiter: ',', quoteAll: true }]],
      ['csvgrep; csvgrep -m', ['csv-filter-rows', { column: 'name', op: 'contains', value: 'Ann' }]],
      ['csvgrep -r', ['csv-filter-rows', { column: 'name', op: 'regex', value: '^A' }]],
      ['csvgrep -i', ['csv-filter-rows', { column: 'name', op: 'contains', value: 'Ann', invert: true }]],
      ['csvjoin; csvjoin -c', ['csv-join', { on: ['id'], separatorLine: '===' }]],
      ['csvjoin --left', ['csv-join', { on: ['id'], type: 'left', separatorLine: '===' }]],
      ['csvjoin --outer', ['csv-join', { on: ['id'], type: 'full', separatorLine: '===' }]],
      ['csvjson', ['csv-json-converter', { direction: 'csv-to-json', parseTypes: true }]],
      [
        'csvjson --stream',
        ['csv-json-converter', { direction: 'csv-to-json', parseTypes: true }],
        ['json-ndjson-converter', { direction: 'json-to-ndjson' }],
      ],
      ['csvlook', 'csv-to-markdown-table'],
      ['csvsort; csvsort -c', ['csv-sort', { by: ['name'] }]],
      ['csvsort -r', ['csv-sort', { by: ['name'], order: 'desc' }]],
      ['csvsql; csvsql --insert', ['csv-to-sql', { table: 'people' }]],
      ['csvsql --query group by', ['csv-group-by', { groupBy: ['name'] }]],
      ['csvstat', ['csv-describe', { format: 'markdown' }]],
      ['in2csv; in2csv -f json', ['csv-json-converter', { direction: 'json-to-csv' }]],
      ['in2csv -f fixed', 'fixed-width-csv-converter'],
    ],
    missing:
      'csvstack (tables one below the other), csvpy, sql2csv, csvsql --query in general, and XLS or DBF in in2csv.',
  },
  {
    program: 'Miller',
    isCommand: true,
    names: [
      ['mlr cat; mlr --icsv --otsv cat', 'csv-delimiter-converter'],
      ['mlr --icsv --ojson cat; mlr --c2j', 'csv-json-converter'],
      ['mlr --ijson --ocsv cat; mlr --j2c', 'csv-json-converter'],
      ['mlr --icsv --opprint cat; mlr --c2p', ['ascii-table-generator', { style: 'compact' }]],
      ['mlr --icsv --omd cat; mlr --c2m', 'csv-to-markdown-table'],
      ['mlr case -u', cells('upper-case')],
      ['mlr case; mlr case -k -s', cells('sentence-case')],
      ['mlr clean-whitespace', cells('collapse-whitespace')],
      ['mlr count; mlr count -g', ['csv-group-by', { groupBy: ['name'] }]],
      ['mlr count-distinct; mlr count-distinct -f', ['csv-group-by', { groupBy: ['name'] }]],
      ['mlr cut; mlr cut -o -f', ['csv-column-picker', { columns: ['name'] }]],
      ['mlr cut -x', ['csv-column-picker', { columns: ['name'], exclude: true }]],
      ['mlr fill-down; mlr fill-down -a', 'csv-fill-down'],
      [
        'mlr fill-empty; mlr fill-empty -v',
        {
          each: { csv: { columns: ['name'] } },
          when: { blank: true },
          steps: [['insert-text', { text: 'N/A' }]],
        },
      ],
      ['mlr filter', ['csv-filter-rows', { column: 'name', op: 'eq', value: 'Ann' }]],
      ['mlr flatten', 'json-flatten'],
      ['mlr format-values', ['csv-number-formatter', { columns: ['amount'], decimals: 2 }]],
      ['mlr grep', ['filter-lines', { match: 'regex', pattern: 'Ann', caseSensitive: true }]],
      ['mlr group-by', ['csv-sort', { by: ['name'], mode: 'codepoint' }]],
      ['mlr gsub; mlr sub', cells(['regex-replace', { pattern: 'e(.)', replacement: 'X$1' }])],
      ['mlr ssub', cells(['find-replace', { find: 'e', replace: 'X', occurrence: 'first' }])],
      ['mlr head; mlr head -n', ['head-lines', { count: 11 }]],
      ['mlr join; mlr join -j', ['csv-join', { on: ['id'], separatorLine: '===' }]],
      ['mlr join --np --ul', ['csv-join', { on: ['id'], type: 'anti', separatorLine: '===' }]],
      ['mlr label; mlr rename', ['csv-column-picker', { rename: { name: 'person' } }]],
      ['mlr least-frequent', ['csv-group-by', { groupBy: ['name'] }], ['csv-sort', { by: ['count'] }]],
      ['mlr most-frequent', ['csv-group-by', { groupBy: ['name'] }], ['csv-sort', { by: ['count'], order: 'desc' }]],
      [
        'mlr nest; mlr nest --explode --values --across-records',
        ['csv-explode', { columns: ['name'], separator: ';' }],
      ],
      ['mlr nest --implode', ['csv-implode', { columns: ['name'], separator: ';' }]],
      ['mlr put', ['csv-add-column', { name: 'greeting', template: 'Dear {{name}}' }]],
      ['mlr reorder', ['csv-column-picker', { columns: ['amount', 'name'] }]],
      ['mlr sample', ['csv-sample', { count: 10, seed: '1' }]],
      ['mlr sec2gmt', ['csv-date-formatter', { columns: ['time'], inputFormats: ['unix'], outputFormat: 'iso' }]],
      ['mlr sec2gmtdate', ['csv-date-formatter', { columns: ['time'], inputFormats: ['unix'] }]],
      ['mlr seqgen', ['sequence-generator', { start: 1, end: 10 }]],
      ['mlr skip-trivial-records', 'remove-blank-lines'],
      ['mlr sort; mlr sort -f', ['csv-sort', { by: ['name'], mode: 'codepoint' }]],
      ['mlr sort -nr', ['csv-sort', { by: ['amount'], mode: 'numeric', order: 'desc' }]],
      ['mlr sort-within-records', 'json-sort-keys'],
      ['mlr sparsify', 'json-remove-empty'],
      ['mlr stats1', ['csv-group-by', { groupBy: ['name'], sum: ['amount'], mean: ['amount'] }]],
      ['mlr summary; mlr describe', 'csv-describe'],
      [
        'mlr top; mlr top -n 1 -f',
        ['csv-sort', { by: ['amount'], mode: 'numeric', order: 'desc' }],
        ['head-lines', { count: 2 }],
      ],
      ['mlr unflatten', 'json-unflatten'],
      ['mlr uniq; mlr uniq -g', ['csv-filter-rows', { op: 'all', uniqueBy: ['name'] }]],
      ['mlr uniq -g -c', ['csv-group-by', { groupBy: ['name'] }]],
      ['mlr latin1-to-utf8', 'mojibake-fixer'],
      ['mlr utf8-to-latin1', ['charset-converter', { charset: 'windows-1252' }]],
    ],
    missing:
      'altkv, bar, bootstrap, bootstrap-ci, check, count-similar, decimate, fraction, gap, group-like, having-fields, ' +
      'histogram, json-parse, json-stringify, merge-fields, nothing, rank, regularize, remove-empty-columns, repeat, reshape, ' +
      'shuffle, sparkline, split, stats2, step, surv, tac, tail, tee, template, unspace, unsparsify.',
  },
  {
    program: 'CyberChef',
    names: [
      ['Add line numbers', 'add-line-numbers'],
      ['Adler-32 Checksum', checksum('adler32')],
      ['Alternating Caps', 'alternating-case'],
      ['Analyse UUID', 'uuid-parser'],
      [
        'Atbash Cipher',
        ['translate-characters', { from: 'a-zA-Z', to: 'zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA' }],
      ],
      ['BLAKE2b', hash('blake2b512')],
      ['BLAKE2s', hash('blake2s256')],
      ['BLAKE3', hash('blake3')],
      ['CRC Checksum', checksum('crc32')],
      ['CSS Beautify', 'css-formatter'],
      ['CSS Minify', 'css-minifier'],
      ['CSS selector', ['html-select', { selector: 'a' }]],
      ['CSV to JSON; JSON to CSV', 'csv-json-converter'],
      ['Change IP format; Parse IPv6 address', ['ip-converter', { to: 'hex' }]],
      ['Conditional Jump', { when: { contains: 'x' }, steps: ['trim-lines'] }],
      ['Convert Leet Speak', ['translate-characters', { from: 'aeiost', to: '431057' }]],
      ['Convert to NATO alphabet', 'nato-alphabet-converter'],
      ['Count occurrences', ['count-occurrences', { find: 'old' }]],
      ['DateTime Delta', ['date-calculator', { days: 1 }]],
      ['Decode text', decoded('charset-converter', { charset: 'shift_jis' })],
      ['Encode text', ['charset-converter', { charset: 'shift_jis' }]],
      ['Text Encoding Brute Force', 'mojibake-fixer'],
      ['Defang IP Addresses', ['url-defanger', { types: ['ip'] }]],
      ['Defang URL', 'url-defanger'],
      ['Fang URL', ['url-defanger', { direction: 'refang' }]],
      ['Detect File Type; Magic; Analyse hash', 'detect-format'],
      ['Diff', ['text-diff', { separatorLine: '===' }]],
      ['Drop bytes', ['slice-text', { start: 5 }]],
      ['Take bytes', ['slice-text', { end: 5 }]],
      ['Escape Smart Characters', 'smart-quotes-remover'],
      ['Escape Unicode Characters', 'unicode-escape-converter'],
      ['Unescape Unicode Characters', decoded('unicode-escape-converter')],
      ['Escape string', 'string-escape'],
      ['Unescape string', 'string-unescape'],
      ['Extract IP addresses', 'extract-ip-addresses'],
      ['Extract MAC addresses', ['extract-matches', { pattern: '(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}' }]],
      ['Extract URLs', 'extract-urls'],
      ['Extract dates', 'extract-dates'],
      ['Extract domains', 'extract-domains'],
      ['Extract email addresses', 'extract-emails'],
      ['Extract file paths', ['extract-matches', { pattern: '(?:/[\\w.-]+)+' }]],
      ['Extract hashes', ['extract-matches', { pattern: '\\b[0-9a-f]{64}\\b', flags: 'i' }]],
      ['Strings', ['extract-matches', { pattern: '[ -~]{4,}' }]],
      ['File Tree', 'ascii-tree-generator'],
      ['Filter', ['filter-lines', { match: 'regex', pattern: 'error' }]],
      ['Find / Replace', ['find-replace', { find: 'old', replace: 'new' }]],
      ['Find / Replace (Regex)', ['regex-replace', { pattern: 'o(l)d', replacement: 'ne$1w' }]],
      ['Fletcher-16 Checksum', checksum('fletcher16')],
      ['Fork; Merge', { each: 'line', steps: ['trim-lines'] }],
      ['Subsection', { each: { match: { pattern: '[a-z]+' } }, steps: ['upper-case'] }],
      ['Frequency distribution', 'character-frequency'],
      ['From Base', ['number-base-converter', { from: 36, to: 10 }]],
      ['To Base', ['number-base-converter', { from: 10, to: 36 }]],
      ['From Base32', decoded('base32-converter')],
      ['To Base32', 'base32-converter'],
      ['From Base64', 'base64-decode'],
      ['To Base64', 'base64-encode'],
      ['From Binary', decoded('binary-converter')],
      ['To Binary', 'binary-converter'],
      ['From Decimal', decoded('binary-converter', { base: 10 })],
      ['To Decimal', ['binary-converter', { base: 10 }]],
      ['From Octal', decoded('binary-converter', { base: 8 })],
      ['To Octal', ['binary-converter', { base: 8 }]],
      ['From Charcode', decoded('binary-converter', { base: 10, unit: 'codepoints' })],
      ['To Charcode', ['binary-converter', { base: 10, unit: 'codepoints' }]],
      ['From HTML Entity', 'html-decode'],
      ['To HTML Entity', ['html-encode', { mode: 'named', nonAscii: true }]],
      ['From Hex', decoded('hex-converter')],
      ['To Hex', ['hex-converter', { separator: ' ' }]],
      ['From Morse Code; To Morse Code', 'morse-code-converter'],
      ['From Punycode; To Punycode', 'punycode-converter'],
      ['From Quoted Printable', decoded('quoted-printable-converter')],
      ['To Quoted Printable', 'quoted-printable-converter'],
      ['From UNIX Timestamp', ['unix-timestamp-converter', { direction: 'to-iso' }]],
      ['To UNIX Timestamp', ['unix-timestamp-converter', { direction: 'to-unix' }]],
      ['Generate Lorem Ipsum', 'lorem-ipsum-generator'],
      ['Generate UUID (v3, v5)', 'uuid-v5-generator'],
      ['Generic Code Beautify; JavaScript Beautify', 'js-formatter'],
      ['JavaScript Minify', 'js-minifier'],
      ['Group IP addresses', ['cidr-calculator', { output: 'networks' }]],
      ['Parse IP range', 'cidr-calculator'],
      ['HMAC', ['hmac-text', { key: 'secret' }]],
      ['HTML To Text', 'html-to-text'],
      ['Hamming Distance', distance('hamming')],
      ['Levenshtein Distance', distance('levenshtein')],
      ['Head', 'head-lines'],
      ['Tail', 'tail-lines'],
      ['JPath expression', ['json-path', { path: '$.items[*].name' }]],
      ['JSON Beautify', 'json-formatter'],
      ['JSON Minify', 'json-minifier'],
      ['JSON to YAML; YAML to JSON', 'json-yaml-converter'],
      ['JWT Decode', 'jwt-decoder'],
      ['JWT Verify', ['jwt-decoder', { secret: 'secret' }]],
      ['Jq; Jsonata Query', ['json-query', { expression: 'items[*].name' }]],
      ['Keccak', hash('keccak-256')],
      ['Luhn Checksum', checksum('luhn')],
      ['MD5', hash('md5')],
      ['MIME Decoding', decoded('mime-header-converter')],
      ['Mean', statistic('mean')],
      ['Median', statistic('median')],
      ['Standard Deviation', statistic('stdev')],
      ['Sum', statistic('sum')],
      ['Normalise Unicode', 'unicode-normalizer'],
      ['Pad lines', ['pad-lines', { width: 20 }]],
      ['Parse DateTime; Translate DateTime Format', ['date-formatter', { outputFormat: 'dd.MM.yyyy' }]],
      ['Parse URI', 'url-parser'],
      ['Parse User Agent', 'user-agent-parser'],
      ['RIPEMD', hash('ripemd160')],
      ['ROT13; ROT47', 'rot-cipher'],
      ['Regular expression', ['extract-matches', { pattern: '\\d+' }]],
      ['Remove ANSI Escape Codes', 'remove-ansi-codes'],
      ['Remove Diacritics', 'remove-accents'],
      ['Remove line numbers', ['regex-replace', { pattern: '^[ \\t]*\\d+[.:)]?[ \\t]+', flags: 'm' }]],
      ['Remove null bytes', ['remove-characters', { chars: '\0' }]],
      ['Remove whitespace', ['remove-characters', { classes: ['spaces', 'line-breaks'] }]],
      ['Render Markdown', 'markdown-to-html'],
      ['Reverse', 'reverse-text'],
      ['Reverse (Line)', 'reverse-lines'],
      ['SHA1', hash('sha1')],
      ['SHA2', hash('sha256')],
      ['SHA3', hash('sha3-256')],
      ['Shake', hash('shake256')],
      ['SQL Beautify', 'sql-formatter'],
      ['SQL Minify', 'sql-minifier'],
      ['Set Difference', lists('difference')],
      ['Set Intersection', lists('intersection')],
      ['Set Union', lists('union')],
      ['Symmetric Difference', lists('symmetric')],
      ['Shuffle', ['shuffle-lines', { seed: '1' }]],
      ['Sort', 'sort-lines'],
      ['Split', 'split-text'],
      ['Strip HTML tags', 'strip-html-tags'],
      ['Substitute', ['translate-characters', { from: 'abc', to: 'xyz' }]],
      ['Swap case', 'swap-case'],
      ['Template', ['template-renderer', { template: 'Dear {{name}}' }]],
      ['To Camel case', 'camel-case'],
      ['To Kebab case', 'kebab-case'],
      ['To Snake case', 'snake-case'],
      ['To Lower case', 'lower-case'],
      ['To Upper case', 'upper-case'],
      ['To Table', 'ascii-table-generator'],
      ['URL Decode', 'url-decode'],
      ['URL Encode', 'url-encode'],
      ['Unique', 'remove-duplicate-lines'],
      ['Unique (Display count)', 'count-duplicate-lines'],
      ['Wrap', ['wrap-text', { width: 64, mode: 'char' }]],
      ['XML Beautify', 'xml-formatter'],
      ['XML Minify', 'xml-minifier'],
      ['XPath expression', 'json-xml-converter', ['json-path', { path: '$..name' }]],
    ],
    missing:
      'ciphers, encryption, signatures and keys; hashes of passwords; compression and archives; images, audio and other binary ' +
      'data; network packets and certificates; arithmetic on bytes (XOR, ADD, shifts); units and coordinates; Base45 to Base92, ' +
      'CBOR, MessagePack and Protobuf; random values; and flow control such as Jump and Register.',
  },
  {
    program: 'it-tools',
    names: [
      ['Base64 string encoder/decoder', 'base64-encode'],
      ['Basic auth generator', 'base64-encode'],
      ['Case converter', 'camel-case'],
      ['Crontab generator', 'cron-describer'],
      ['Date-time converter', ['date-formatter', { outputFormat: 'rfc2822' }]],
      ['Email normalizer', 'email-normalizer'],
      ['Encode/decode URL-formatted strings', 'url-encode'],
      ['Escape HTML entities', 'html-encode'],
      ['Hash text', 'hash-text'],
      ['Hmac generator', ['hmac-text', { key: 'secret' }]],
      ['Integer base converter', 'number-base-converter'],
      ['IPv4 address converter', ['ip-converter', { to: 'binary' }]],
      ['IPv4 range expander', ['cidr-calculator', { output: 'networks' }]],
      ['IPv4 subnet calculator', 'cidr-calculator'],
      ['JSON diff', ['json-diff', { separatorLine: '===' }]],
      ['JSON minify', 'json-minifier'],
      ['JSON prettify and format', 'json-formatter'],
      ['JSON to CSV', ['csv-json-converter', { direction: 'json-to-csv' }]],
      ['JSON to TOML; TOML to JSON', 'json-toml-converter'],
      ['JSON to XML; XML to JSON', 'json-xml-converter'],
      ['JSON to YAML converter; YAML to JSON converter', 'json-yaml-converter'],
      ['JWT parser', 'jwt-decoder'],
      ['List converter', 'join-lines'],
      ['Lorem ipsum generator', 'lorem-ipsum-generator'],
      ['Markdown to HTML', 'markdown-to-html'],
      ['Math evaluator; Percentage calculator', 'math-evaluator'],
      ['Outlook Safelink decoder', ['url-cleaner', { unwrap: true }]],
      ['Phone parser and formatter', 'phone-formatter'],
      ['Regex Tester', ['extract-matches', { pattern: '\\d+' }]],
      ['Roman numeral converter', 'roman-numeral-converter'],
      ['Slugify string', 'slugify'],
      ['SQL prettify and format', 'sql-formatter'],
      ['String obfuscator', 'mask-text'],
      ['Text diff', ['text-diff', { separatorLine: '===' }]],
      ['Text statistics', 'text-statistics'],
      ['Text to ASCII binary', 'binary-converter'],
      ['Text to NATO alphabet', 'nato-alphabet-converter'],
      ['Text to Unicode', ['unicode-escape-converter', { nonAsciiOnly: false }]],
      [
        'TOML to YAML',
        ['json-toml-converter', { direction: 'toml-to-json' }],
        ['json-yaml-converter', { direction: 'json-to-yaml' }],
      ],
      [
        'YAML to TOML',
        ['json-yaml-converter', { direction: 'yaml-to-json' }],
        ['json-toml-converter', { direction: 'json-to-toml' }],
      ],
      [
        'YAML prettify and format',
        ['json-yaml-converter', { direction: 'yaml-to-json' }],
        ['json-yaml-converter', { direction: 'json-to-yaml' }],
      ],
      ['URL parser', 'url-parser'],
      ['User-agent parser', 'user-agent-parser'],
      ['UUIDs generator (v3, v5)', 'uuid-v5-generator'],
      ['XML formatter', 'xml-formatter'],
    ],
    missing:
      'passwords, tokens, keys and other random values, QR codes, colours, images, devices, chmod, IBAN and MAC addresses, ' +
      'timers, cheat sheets, and Docker files.',
  },
];

/** What a query calls by its name elsewhere. */
export interface NamedElsewhere {
  /** The tools, best first. */
  readonly slugs: readonly string[];
  /** Whether the name is all of the query. */
  readonly isWhole: boolean;
}

/** The tools by name: its words and flags in lower case, with a blank between them. */
const slugsByName = new Map<string, string[]>();
/** The commands, without their flags. */
const commands = new Set<string>();
for (const { names: rows, isCommand = false } of programsElsewhere) {
  for (const [names, ...steps] of rows) {
    const slugs = steps.flatMap(slugsOf);
    for (const name of names.split('; ')) {
      const words = nameWords(name.split(' (')[0] ?? name);
      const key = words.join(' ');
      slugsByName.set(key, [...new Set([...(slugsByName.get(key) ?? []), ...slugs])]);
      if (isCommand) commands.add(words[0] ?? '');
    }
  }
}

function slugsOf(step: StepElsewhere): string[] {
  if (typeof step === 'string') return [step];
  return 'steps' in step ? step.steps.flatMap(slugsOf) : [step[0]];
}

/** The words and flags of a command or a name: `sort -nr` has `sort`, `-n` and `-r`. */
function nameWords(text: string): string[] {
  const words = text.toLowerCase().match(/(?<![^\s])-{1,2}[a-z\d][a-z\d-]*|[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => (/^-[a-z]{2,}$/.test(word) ? [...word.slice(1)].map((flag) => `-${flag}`) : [word]));
}

/** Words around a name, as in `Linux equivalent of tac`. */
const aroundNames: ReadonlySet<string> = new Set(
  'a bash command csvkit cyberchef equivalent in is it like linux of operation recipe shell the tool tools unix what'.split(
    ' ',
  ),
);
/** Longest name that is searched for inside of a question, in words. */
const longestName = 4;

/**
 * Finds names of other programs in a query: one that is all of it, or a command that nothing else means.
 *
 * @param isOrdinary - whether a word is one of the catalogue, such as sort and split: alone it is no command.
 */
export function namedElsewhere(query: string, isOrdinary: (word: string) => boolean): NamedElsewhere {
  const words = nameWords(query);
  const bare = words.filter((word) => !aroundNames.has(word));
  const whole = slugsByName.get(words.join(' ')) ?? slugsByName.get(bare.join(' '));
  if (whole !== undefined) return { slugs: whole, isWhole: true };
  const slugs = words.flatMap((word, at) => {
    if (!commands.has(word)) return [];
    for (let length = longestName; length > 1; length--) {
      const name = words.slice(at, at + length).join(' ');
      if (at + length <= words.length && name.includes(' -')) {
        const found = slugsByName.get(name);
        if (found !== undefined) return found;
      }
    }
    const flags = words.slice(at + 1).filter((next) => next.startsWith('-'));
    const flagged = flags.flatMap((flag) => slugsByName.get(`${word} ${flag.slice(0, 2)}`) ?? []);
    if (flagged.length > 0) return flagged;
    return isOrdinary(word) ? [] : (slugsByName.get(word) ?? slugsByName.get(`${word} ${words[at + 1]}`) ?? []);
  });
  return { slugs: [...new Set(slugs)], isWhole: false };
}
