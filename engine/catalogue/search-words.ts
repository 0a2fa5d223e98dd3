import { englishStopWords } from '../text/words/stop-words.js';
import { groupsOf } from './word-groups.js';

/** Stop words of queries. `between` is in the name of a tool. */
export const passedOver: ReadonlySet<string> = new Set(
  (
    `${[...englishStopWords].filter((word) => word !== 'between').join(' ')} ` +
    'please help want need like let us way tool tools use using able also just every file files two given ' +
    'convert converts converting converted change turn make makes get gets give take put do'
  ).split(' '),
);

/** Words before the target and before the source. */
export const directionWords: ReadonlyMap<string, 'source' | 'target'> = new Map([
  ['from', 'source'],
  ['to', 'target'],
  ['into', 'target'],
  ['as', 'target'],
  ['have', 'source'],
  ['has', 'source'],
  ['got', 'source'],
  ['sends', 'source'],
  ['sent', 'source'],
  ['gives', 'source'],
  ['need', 'target'],
  ['needs', 'target'],
  ['want', 'target'],
  ['wants', 'target'],
  ['expects', 'target'],
  ['rather', 'target'],
]);

/** Synonyms; a word may be in several groups. Inflections do not matter. Verbs come first, then objects. */
export const sameMeaning = groupsOf(`
remove, strip, delete, drop, clean, discard, erase, eliminate, get rid of
trim, strip, trailing, leading, spaces at the end, spaces at the beginning, spaces at the start, spaces at line ends,
  blanks at the end, blanks at the beginning, white space at the end, white space at the beginning
extract, find, pull, collect, grab, get all
find, search, look for
replace, substitute, substitution
format, beautify, prettify, pretty, pretty print, tidy, indent, lay out
minify, compress, compact, shrink, uglify, shorter
encode, escape
decode, unescape, parse
sort, alphabetize, alphabetical order, order, rank
descending, desc, largest first, highest first
ascending, asc, smallest first, lowest first
shuffle, random, randomize, random order
prefix, prepend, in front of, before every line, before each line, before each of the lines, before all lines,
  to the start of each line, at the start of each line, at the beginning of each line, at the beginning of every line,
  at the start of every line
suffix, append, after every line, after each line, end of every line, end of each line, end of all lines, behind every line
nth, every second, every third, every other
join, combine, concatenate, merge, comma separated list, into one line
split, divide, break apart, separate, one per line
chunk, piece, segment
count, how many, number of, tally
occurrence, occur, how often, how many times
intersection, in common, common to, overlap
compare, comparison, diff, difference, what changed, changes between, old and new
validate, check, verify, lint
repair, fix, mend, broken, malformed, invalid
redact, anonymize, censor, hide, mask, scrub, black out, blank out, obfuscate
collapse, squeeze, multiple spaces, single space, double space, extra space, too many spaces
select, pick, keep, choose
filter, grep, lines containing, lines that contain, lines matching, lines that match, lines with, lines without,
  lines where, lines in which, only lines, only the lines, only those lines, just the lines, lines that have, lines starting with,
  lines that start with, lines beginning with, lines ending with, lines that end with, lines longer than, lines shorter than,
  lines not containing, lines that do not
wrap, fold
wrapped, pdf, broken line, line is broken, lines are broken
line number, number lines, number the lines, number list, number my list, numbered list
transpose, columns into rows, columns to rows, rows into columns, rows to columns
slice, substring, portion
truncate, shorten, cut off, abbreviate
first, top, beginning, begin, start
last, bottom, tail
pad, align, justify, leading zero
reverse, backwards, flip
swap, invert, toggle
normalize, canonicalize, canonical, standardize
calculate, compute, evaluate, reckon
explain, describe, describer, in english
round, rounding
cipher, encrypt, decrypt
transliterate, romanize
flatten, unnest
statistics, stats, metrics
detect, guess, identify, recognize
similarity, similar, distance, fuzzy
sum, total, add up
mean, average
minimum, least, smallest
maximum, greatest, largest
frequency, frequent, common
word frequency, keyword density
readability, grade level, reading level
duplicate, dedupe, deduplicate, unique, distinct, more than once, twice, several times, repeated, identical
upper case, uppercase, caps, all caps, upcase, capital letters, shout
lower case, lowercase, downcase, small letters
capitalize, capital, capitalization, start with capital, begin with capital, first letter
title, headline
camel case, camelcase
pascal case, pascalcase, upper camel case
snake case, snakecase
kebab case, kebabcase, dash case
constant case, screaming snake case, macro case
alternating, spongebob, mocking
line break, newline, new line, line end, line ending, linefeed, eol, crlf, dos2unix
white space, whitespace, space, blank
blank line, empty line
indentation, indent
delimiter, separator
text, string
list, array
character, letter
number, numeric, numerical, digit
decimal, decimal place
arithmetic, math, expression
hex, hexadecimal
csv, spreadsheet, excel, comma separated values
tsv, tab separated
ndjson, jsonl, json lines
json query, jmespath, jq, jsonata
key, member, field, property
column, field
row, record
empty, null
without quotes, unquoted
js, javascript
typescript, ts
yaml, yml
markdown, md
env, dotenv
css, style sheet, stylesheet
entity, character reference
code, source code, program
regex, regexp, regular expression, pattern, everything after, everything before, everything behind, everything from,
  everything up to, everything until, everything that follows, all after, all before, all text after, all text before, rest of the line,
  part after, part before, text after, text before, what follows, what comes after, what comes before, of the form, looks like,
  look like, last character, first character, last letter of, first letter of each line, last word of, first word of
hash, digest, checksum, fingerprint
slug, slugify, url friendly, permalink, in web address, for url
query string, query parameter, url parameter
email, e-mail
url, link, uri, web address
html, web page
domain, hostname, host name, host
ip, ip address
network, subnet, netmask
phone, telephone, mobile number
card number, credit card, payment card
mention, handle
secret, password, api key, credential, token
personal data, pii, personal information, sensitive data
accent, diacritic
emoji, emoticon, smiley
smart quote, curly quote, typographic quote
code point, unicode
invisible, zero width, hidden character, unprintable, bom
colour, color
ansi, terminal, console, color code
mojibake, garbled, encoding, strange sign, strange character, weird character, question mark
unix timestamp, timestamp, epoch
iso 8601, date
folder, directory
template, mail merge, mustache
sequence, list of numbers
lorem ipsum, filler, placeholder, dummy text
cron, crontab, schedule
time zone, timezone
uuid, guid
jwt, json web token, bearer token
table of contents, toc
language model, llm, embedding, chat response, context window
`);

/** Words of requests that say little about the task: what the text is about, who needs it, and verbs of every task. */
export const faintWords: ReadonlySet<string> = new Set(
  (
    'show write see look tell say call bring work come go know think try seem send receive copy paste type read open save ' +
    'contain stand stay leave happen fail thing stuff way kind lot bit part side case example exercise problem question ' +
    'new old good bad real whole full next same other right own possible easy simple special certain really still ' +
    'everything something anything nothing always never again together please here there now then later today people ' +
    'person somebody someone everybody customer client patient student pupil class teacher doctor nurse lawyer colleague ' +
    'boss friend family child kid guest member visitor user participant subscriber supplier employee company shop store ' +
    'school hospital office home business project product order item brand team club photo picture song book story novel ' +
    'essay thesis poem speech report paper document note article post blog chat message letter interview recipe holiday ' +
    'export import result sample study result homework system software program app computer cluster machine server script job ' +
    'time minute hour school year week old size need must should could would can cannot can’t have has get gets got'
  ).split(' '),
);

/** The tools that most people need: where a query says little, they come first. */
export const usualTools: ReadonlySet<string> = new Set(
  (
    'sort-lines remove-duplicate-lines find-replace regex-replace filter-lines split-text join-lines trim-lines ' +
    'collapse-whitespace remove-blank-lines line-break-remover add-line-numbers add-prefix-suffix extract-columns ' +
    'upper-case lower-case sentence-case text-counter word-frequency count-duplicate-lines compare-lists text-diff ' +
    'extract-emails extract-urls extract-numbers extract-between extract-matches json-formatter json-repair json-query ' +
    'csv-json-converter csv-column-picker csv-filter-rows csv-sort csv-group-by csv-join base64-decode base64-encode ' +
    'url-encode url-decode html-decode hash-text pii-redactor number-formatter number-statistics date-formatter ' +
    'date-calculator html-to-text markdown-to-html slugify log-parser mojibake-fixer shuffle-lines'
  ).split(' '),
);
