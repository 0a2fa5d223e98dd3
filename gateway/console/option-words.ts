/**
 * What options are called on the screen: a line for each name, then for each tool (`@slug`) what differs there.
 *
 * Behind the label, or indented below it: `value: words` for choices, `-:` for what a switch means that is off, `+:`
 * for the value within the summary of a step, at `{}`, and `?:` for what of the text it can have. For a tool, `!first:`
 * are the options that are shown first where `tool-words.ts` does not find them, and `!says:` is the summary: see
 * `app/forms/sentence.ts`.
 */
export const optionWords = String.raw`
adjacentOnly: Remove only repeats that follow each other
affiliateTags: Remove what pays for a link
algorithm: Calculate with
align: Align the columns
allCapsInput: Lines in capitals | lower: Treat as lower case | keep: Leave alone | +: lines in capitals: {}
allControls: Remove other control characters
allow: Keep these tags
allowComments: Accept comments
allowTrailingCommas: Accept a comma before a closing bracket
ampersandAsWord: Write & as a word
anchor: Text to search for | +: search for {}
arrayMode: Compare the items of lists | index: Place by place | lcs: By what was added and removed
arrayTags: Make these elements lists
attribute: Take the attribute
attributeMode: Read as the value of an attribute
attributePrefix: Mark attributes with
base: Number base | +: base {}
batch: Rows in one statement, at most | +: at most {} rows in one statement
blockBreaks: Start a new line at paragraphs and blocks
boundary: End pieces at | none: Any character | word: The end of a word | sentence: The end of a sentence
  paragraph: The end of a paragraph
breakLongWords: Break words that are longer than a line
breaks: Keep line breaks
bullet: Mark list items with
byteOrderMark: Write a byte order mark
canonical: Write the canonical form (RFC 8785)
capitalize: Start words with a capital
case: Change the names to | camel: camelCase | snake: snake_case | kebab: kebab-case | pascal: PascalCase
  constant: CONSTANT_CASE
caseSensitive: Distinguish upper and lower case | -: ignore upper and lower case
char: Fill with | space: Spaces | tab: Tabs
chars: More characters | +: also the characters {}
charset: Characters are written as | utf-8: UTF-8 | latin1: Latin 1 | utf-16le: UTF-16 LE
checkFormats: Check dates, addresses and other formats
classes: Kinds of characters | line-breaks: Line ends | emoji: Emojis | non-ascii: All beyond ASCII
  non-alphanumeric: All but letters and digits | +: {}
codeStyle: Write code blocks | fenced: Between backticks | indented: Indented
collapseBlanks: Let one blank stand for several
collapseSpaces: Trim lines and join their blanks
collapseText: Join the blanks in texts
comments: Skip lines that start with
compress: Rewrite the code to be shorter
context: Lines to show around a change | +: {} lines around a change
continuation: Lines that do not fit | indented: Continue the record if indented | unmatched: Continue the record
  none: Never continue a record | +: lines that do not fit {}
countNonLetters: Count blanks and punctuation, too
dashes: Write dashes as hyphens
data: The text is | json: JSON | csv: CSV | lines: Lines
dateFormat: Dates look like | ?: dates
days: Number of days | +: {} days
dayStart: Sunday has the number
decamelize: Split names such as fooBar
decimal: Decimal mark in the text | .: Full stop (1.5) | ,: Comma (1,5) | +: decimal mark in the text: {}
decimals: Digits after the decimal mark | +: {} digits after the decimal mark
decodeEntities: Write entities as characters
deep: Look at every depth | -: look only at the top
defaultCountry: Numbers without a country code are from
delete: Remove these characters
delimiter: Cells are separated by | ,: Commas | ;: Semicolons | tab: Tabs | |: Pipes | auto: Whatever the text has
  ?: delimiters
delimiters: Characters that end a word | +: words end at {}
dialect: Write for | sql: Standard SQL | mysql: MySQL | postgresql: PostgreSQL | sqlite: SQLite
  transactsql: SQL Server
direction: Convert | auto: What the text looks like | encode: Into the code | decode: Back to text
distinct: Count the different values of | ?: columns
ecma: Write for ECMAScript
ellipsis: Write … as three dots
emDash: Write long dashes as | --: Two hyphens | -: A hyphen | " - ": A hyphen between blanks
encoding: Count tokens as | o200k: GPT-4o and newer (o200k) | cl100k: GPT-4 and GPT-3.5 (cl100k)
ensureFinal: At the end of the text | keep: Leave it as it is | add: Add a line end | remove: Remove line ends
  +: at the end of the text: {}
entropy: Find what looks random, too
escape: Escape values for | none: Nothing | html: HTML | json: JSON | csv: CSV
escapeFormulas: Protect spreadsheets from formulas
escapes: Read \n and \t as a line end and a tab
exclude: Drop these columns and keep the others
excludePrivate: Leave out private addresses
expandSpans: Repeat cells that span others
expression: Take what this expression finds
extended: Replace ø, ł, ß and ligatures, too
extraParams: Also remove the parameters
failOnInvalid: Stop with an error if it is invalid
find: Find the text
first: First value of | ?: columns
flags: Flags of the pattern
fold: Fold long lines
footnotes: Number footnotes
format: Write as | text: Text | csv: CSV | json: JSON | markdown: Markdown | html: HTML
  ndjson: JSON, one per line (NDJSON) | raw: As written | hex: Hexadecimal | base64: Base64 | decimal: Decimal number
formats: Dates look like | ?: dates
formula: Calculate | flesch-reading-ease: Flesch reading ease | flesch-kincaid: Flesch-Kincaid
  gunning-fog: Gunning fog | smog: SMOG | coleman-liau: Coleman-Liau | ari: ARI
fragment: Clean what follows #, too
from: Read it as | auto: What it looks like
fromZone: Dates without a zone are in
fullPath: Write whole paths
gap: Blanks between columns, at least | +: at least {} blanks between columns
gmailDots: Remove dots from Gmail addresses
groupBy: Group by the columns | ?: columns
guess: Find the columns by | gutters: Gaps between them | header: The names in the header
hangingIndent: Begin the other lines with
hasHeaders: First row has the column names | -: the first row is data
headerLines: Lines at the top that stay | +: the first {} lines stay
headingStyle: Write headings | atx: With # | setext: Underlined
hours: Number of hours | +: {} hours
html: Write HTML
ignore: Ignore the columns | ?: columns
ignoreLeadingBlanks: Ignore blanks at the start
ignoreWhitespace: Ignore differences of white space
images: Write the descriptions of images
includeBare: Find addresses that start with www.
includeDomains: Find domains with a path, too
includeFromEmails: Include the domains of e-mail addresses
inclusive: Keep the markers
indent: Spaces per level | tab: Tab | +: indented by {}
inputEncoding: The text is written as | utf8: Text | hex: Hexadecimal | base64: Base64
inputFormats: Dates look like | ?: dates
insert: Put the table into the text
invalid: What cannot be converted | error: Stop with an error | keep: Leave it as it is | drop: Remove it
  blank: Empty it | mark: Write “invalid:” before it | replace: Replace it | html: Write it as an HTML code
  +: what cannot be converted: {}
itemPrefix: Text before each item | +: {} before each item
itemSuffix: Text after each item | +: {} after each item
joinHyphens: Join words that were hyphenated
keepAcronyms: Leave words in capitals alone
keepCaps: Leave words such as iPhone alone
keepComments: Comments to keep | important: Licences and important ones | none: None
keepHints: Keep hints for the database
keepLicense: Keep licence comments
keepLineBreaks: Keep line ends
keepParagraphs: Keep paragraphs apart
keepParams: Never remove the parameters
keepPrefix: Keep _ and $ in front
keepShebang: Keep a first line with #!
keepSign: Keep the # or @
keepSpaces: Leave white space alone
keepText: Keep signs such as © and ™
key: Secret key | +: with a secret key
keyEncoding: The key is written as | utf8: Text | hex: Hexadecimal | base64: Base64
keys: Names or paths | +: {} | ?: names
keywordCase: Write keywords | preserve: As they are | upper: In upper case | lower: In lower case
kind: Find | hashtags: Hashtags | mentions: Mentions | both: Both
language: Language | js: JavaScript | ts: TypeScript | css: CSS | html: HTML | sql: SQL | mysql: MySQL | python: Python
  shell: Shell | c: C | yaml: YAML | json: JSON | java: Java | csv: CSV | xml: XML | regex: Regular expression
  powershell: PowerShell
last: Last value of | ?: columns
leadingOnly: Change only the start of lines
limit: At most (0: all) | +: at most {}
lines: Keep the lines
linkify: Make links of addresses
links: Addresses of links | none: Leave out | inline: Behind the text | footnotes: Numbered at the end
  referenced: Numbered at the end | +: addresses of links: {}
list: List the values of | ?: columns
listMarks: Keep the bullets and numbers of lists
lists: Make lists of lines with - or 1.
locale: Rules of the language | root: All others | tr: Turkish | az: Azeri | lt: Lithuanian | nl: Dutch
  none: All others | de: German | sv: Swedish | +: rules of {}
longestFirst: Prefer the longest text
lowercase: Write in lower case
lowerRest: Write the other letters in lower case
mangle: Shorten the names of variables
map: New names by the old ones | +: rename {}
max: Largest value of | ?: columns
maxColumnWidth: Wrap cells wider than
maxDepth: Depth, at most | +: at most {} levels
maxLength: Characters, at most | +: at most {} characters
mean: Average of | ?: columns
median: Median of | ?: columns
method: Spellings belong together | fingerprint: With the same words
  ngram-fingerprint: With the same sequences of letters | +: spellings belong together {}
metric: Measure with | dice: Dice | levenshtein: Levenshtein | damerau-levenshtein: Damerau-Levenshtein
  hamming: Hamming | jaro-winkler: Jaro-Winkler | jaccard: Jaccard
min: Smallest value of | ?: columns
minCount: Only what occurs at least | +: only what occurs at least {} times
minDepth: From heading level
minLength: Characters, at least | +: at least {} characters
minutes: Number of minutes | +: {} minutes
misreadAs: It was read by mistake as
module: Read as a module
months: Number of months | +: {} months
multiDocs: Several documents (---)
multiline: Long values go on | none: Never | indented: On indented lines | backslash: After a backslash
name: Name of the new column
names: Names of the columns
namespace: Namespace of the names | +: in the namespace {}
negatives: Read minus signs
nested: Nested objects | flatten: Become columns | json: Stay JSON in a cell | +: nested objects {}
newline: End lines with | lf: LF (Unix) | crlf: CRLF (Windows)
ngram: Count runs of words | +: count runs of {} words
ngramSize: Letters in a sequence | +: {} letters in a sequence
nonAscii: Replace all beyond ASCII
nonAsciiOnly: Only what is beyond ASCII
normalize: Write it as a browser would
now: Time to judge by (seconds since 1970) | +: as of {}
numberDuplicates: Number equal slugs
numberSeparator: Before a number, write
occurrence: Replace | all: Every place | first: The first place | last: The last place
offset: Lines to skip first | +: skip {} lines first
on: Match rows by the columns | +: match rows by {} | ?: columns
only: Choose only among
optional: Mark members that may be missing
order: In the order | asc: Ascending (A to Z, 1 to 9) | desc: Descending (Z to A, 9 to 1) | +: {}
ordered: Number the entries
otherCountries: Other countries to look for
otherOn: Columns of the other table | ?: other-columns
outputDecimal: Write the decimal mark as
outputDelimiter: Write between cells | ,: Commas | ;: Semicolons | tab: Tabs | |: Pipes | auto: Commas (automatic)
  ?: delimiters
outputFormat: Write dates as | ?: written-dates
outputThousands: Write between thousands
overflow: Cells that are too wide | error: Stop with an error | cut: Cut them | +: cells that are too wide: {}
pad: Digits, at least | +: at least {} digits
padding: Fill the end with =
padWith: Fill numbers with | space: Spaces | zero: Zeros
paragraphs: How many paragraphs | +: {} paragraphs
parseTypes: Read numbers, true and false as such
passes: Repairs of a line, at most | +: at most {} repairs of a line
patch: Apply the patch | +: apply a patch
path: Take what is at | ?: paths
pathSeparator: Names are separated by
pattern: Find the pattern
percent: Share in percent | +: {} percent
plusAsSpace: Read + as a space
plusTags: Remove + and what follows it
population: Numbers are the whole population
positions: Columns begin and end at
precision: Round to digits | +: rounded to {} digits
prefix: Text before | +: {} before
pretty: Line the columns up
profile: Remove | standard: What tracks | conservative: Only what surely tracks | extended: More than usual
  careful: Less than usual
quote: Put quotes around each item | none: No quotes | single: Single quotes | double: Double quotes
  backtick: Backticks | +: {} around each item
quoteAll: Put every cell in quotes
quoteEscape: Write quotes in items | double: Doubled | backslash: After a backslash
quotes: Quotes in the CSV | strict: Must be closed | lenient: May be part of a cell | none: Are plain characters
  backslash: As MySQL writes them | +: quotes in the CSV {}
raw: Write strings without quotes
regex: Read it as a regular expression
registrable: Shorten to the registered domain
removeBlank: Leave out blank items
removeCommentLines: Remove lines that were only comments
removeComments: Leave out comments
rename: New names of columns
repair: Repair broken JSON, too
replace: Replace with
replacement: Write instead
replaceSpaces: Write special spaces as plain ones
report: List them instead
restructure: Merge and move rules
root: Name of the root
rounding: Round | half-up: Half up (0.5 is 1) | half-even: Half to even | down: Down | up: Up
salt: Secret for the stand-ins | +: with a secret
sameLength: Keep the length of the word
schema: Check against the schema | +: against a schema
schemes: Find addresses that begin with
seconds: Number of seconds | +: {} seconds
secret: Secret of the signature | +: checked with a secret
secretEncoding: The secret is written as | utf8: Text | hex: Hexadecimal | base64: Base64
seed: Any text, for another choice | +: chosen by {}
selector: Take the elements
selfClose: Write empty elements as <a/>
sentences: Sentences in a paragraph | +: {} sentences in a paragraph
separator: Write between them | +: {} between them
separatorLine: Line before the other text | +: the other text is behind the line {}
shift: Shift by letters | +: shifted by {} letters
showFirst: Leave characters at the start | +: leave {} characters at the start
showLast: Leave characters at the end | +: leave {} characters at the end
side: Where | start: At the start | end: At the end | both: At both ends | +: {}
similarity: As similar as (0 to 1) | +: as similar as {}
size: Size of a piece | +: in pieces of {}
skipBlank: Leave blank lines alone
smallWords: More words to keep small | +: also small: {}
sort: Sort by the alphabet
sortArrays: Sort lists, too
sortKeys: Sort names
sortParams: Sort the parameters
spaces: Write special spaces as plain ones
splitNumbers: Treat numbers as words
squeeze: Write repeated characters once
startWithLorem: Begin with “Lorem ipsum”
stat: Calculate | sum: Sum | mean: Average | median: Median | count: How many numbers | min: Smallest | max: Largest
  stdev: Standard deviation | all: Everything
step: Count in steps of
stopWords: Leave out | none: No words | en: English words such as “the”
strict: Accept only what the standard allows
stripFragment: Remove # and what follows
stripTrailingPunctuation: Leave out punctuation at the end
style: Style | +: style {}
suffix: Text after | +: {} after
sum: Total of | ?: columns
tabWidth: Width of a tab | +: tabs are {} wide
taskLists: Make checkboxes of [ ] and [x]
text: Insert
textKey: Name for the text of an element
thousands: Between thousands in the text | auto: What it looks like | "": Nothing | ,: Commas | .: Full stops
  " ": Blanks | ': Apostrophes | +: between thousands in the text: {}
times: How many times | +: {} times
title: Begin with the title
toZone: Write them in the time zone
trailingSlash: End folders with a separator
transliterate: Write only ASCII
trim: Remove blanks around cells
typographer: Write typographic quotes and dashes
undelimited: Lines without a delimiter | empty: Are one column | keep: Stay as they are | drop: Are removed
  +: lines without a delimiter {}
unique: Each only once | -: also repeats
uniqueBlank: Blank cells count as equal
uniqueBy: Keep one row for each | ?: columns
unit: Count | chars: Characters | words: Words | lines: Lines | tokens: Tokens
unknown: Unknown characters | drop: Remove | keep: Leave as they are | error: Stop with an error
  +: unknown characters: {}
unwrap: Follow redirects of known sites
uppercase: Write in upper case
urlSafe: Use - and _ for + and /
use24h: Write 17:30, not 5:30 PM | -: write 5:30 PM
variables: Values of names | +: with {}
variant: Alphabet | rfc4648: A–Z 2–7 (RFC 4648) | hex: 0–9 A–V (hex)
  crockford: 0–9 A–Z without I, L, O and U (Crockford)
version: Version | +: version {}
weeks: Number of weeks | +: {} weeks
which: Take | first: The first | last: The last | all: All
whitespaceIsBlank: Lines of blanks count as blank
wholeWord: Find only whole words
widths: Widths of the columns
wordBoundary: Cut between words
words: Words to black out
wordSeparator: Write between words
wpm: Words read in a minute | +: {} words in a minute
wrapEvery: Start a new line after | +: a new line after {} items
year: Year of dates without one
years: Number of years | +: {} years
zone: Time zone | +: in the time zone {}
@add-line-numbers
start: Begin with the number
separator: Write after the number
pad: Width of the numbers, at least | +: numbers at least {} wide
@add-prefix-suffix
!says: Put {prefix} before and {suffix} after each line | Put {prefix} before each line | Put {suffix} after each line
prefix: Put before each line
suffix: Put after each line
@alternating-case
start: Begin each line in | lower: Lower case | upper: Upper case
@ascii-table-generator
style: Draw the table | ascii: With + and - | unicode: With lines | compact: Without a frame | mysql: As MySQL does
@ascii-tree-generator
charset: Draw with | unicode: Lines | ascii: ASCII characters
format: The text has | auto: What it looks like | indented: Indented names | paths: Paths
sort: Sort siblings | none: As written | name: By name | dirs-first: Folders first | +: {}
@base32-converter
invalid: Bytes that are not UTF-8 | error: Stop with an error | replace: Replace them | +: bytes that are not UTF-8: {}
@base64-decode
invalid: Bytes that are not UTF-8 | error: Stop with an error | replace: Replace them | +: bytes that are not UTF-8: {}
@base64-encode
perLine: Encode each line alone | -: encode the whole text
wrap: Break lines after | +: lines of {} characters
@binary-converter
unit: A number is | bytes: A byte | codepoints: A character
invalid: Bytes that are not UTF-8 | error: Stop with an error | replace: Replace them | +: bytes that are not UTF-8: {}
@camel-case
perLine: One name from each line | -: one name from the whole text
@character-frequency
limit: List at most | +: list at most {}
spaces: Count white space, too
@charset-converter
!first: direction charset format misreadAs
charset: Charset of the bytes | +: in {}
format: Write bytes as | percent: Percent escapes | mojibake: Characters of another charset
invalid: Characters that the charset lacks | +: characters that the charset lacks: {}
@checksum-text
perLine: Calculate each line alone
@chunk-text
!says: Cut into pieces of {size} {unit}
size: Size of a piece, at most
unit: Measured in | chars: Characters | tokens: Tokens
overlap: Repeat from the piece before | +: repeat {} from the piece before
separator: Write between pieces
@cidr-calculator
output: Write | json: Facts about each network | list: All addresses | networks: The smallest list of networks
limit: Addresses, at most | +: at most {} addresses
@cluster-values
output: Write | clusters: A list of spellings | text: The text with one spelling each
format: Write the list as
@collapse-whitespace
trim: Remove it at the ends of lines
@comment-remover
language: The code is | c: C and the like | +: the code is {}
@compare-lists
!says: List the lines {operation}
other: The other list | +: with another list
operation: List the lines that are | union: in either list | intersection: in both lists
  difference: only in this text | symmetric: only in one of the lists
trim: Ignore blanks at the ends
removeBlank: Leave out blank lines
@constant-case
perLine: One name from each line | -: one name from the whole text
@count-duplicate-lines
sortBy: Sort lines by | count: How often | line: The line | first: Where it is first
format: Write as | count-line: Count, then line | line-count: Line, then count
separator: Write between count and line
trim: Ignore blanks at the ends
minCount: Only lines that occur at least | +: only lines that occur at least {} times
@count-occurrences
!says: Count {find}
find: Count
overlap: Count overlapping places, too
@csv-add-column
!says: Add the column {name}: {template}
!first: name template position
template: Fill it with
position: Put it at position (0: at the end)
replace: Replace a column of this name
@csv-column-picker
!says: {exclude:Drop|Keep} the columns {columns} | Rename {rename}
!first: columns exclude rename
columns: Keep the columns | ?: columns
@csv-date-formatter
!says: In {columns}, write dates as {outputFormat}
!first: columns inputFormats outputFormat
columns: Change the columns | ?: columns
@csv-delimiter-converter
!says: Write {outputDelimiter} between cells
!first: outputDelimiter delimiter
@csv-describe
columns: Describe the columns | ?: columns
@csv-diff
!first: other on ignore format
other: The newer table | +: compare with another table
format: Write as | text: One line for each row
@csv-explode
!says: Split the cells of {columns} at {separator}
!first: columns separator
columns: Split the cells of | ?: columns
separator: Items are separated by
@csv-fill-down
!says: Fill the blank cells of {columns} from {direction}
!first: columns direction
columns: Fill the columns | ?: columns
direction: Take the value from | down: above | up: below
@csv-filter-rows
!says: {invert:Drop|Keep} rows where {column} {op} {value} | {invert:Drop|Keep} rows where {column} {op}
!says: Keep one row for each {uniqueBy}
!first: column op value
column: Keep rows where | ?: columns
op: The cell | eq: is | ne: is not | contains: contains | regex: matches the pattern | gt: is more than
  ge: is at least | lt: is less than | le: is at most | empty: is blank | not-empty: is not blank
  all: is anything (keep all rows)
value: This value
mode: Compare as | numeric: Numbers | date: Dates
invert: Drop these rows and keep the others
@csv-group-by
!says: Group by {groupBy}
!first: groupBy count sum mean
count: Count the rows
separator: Write between the values of a list
unique: List each value once | -: list repeats
@csv-implode
!says: Join the cells of {columns} with {separator}
!first: columns separator unique
columns: Join the cells of | ?: columns
separator: Write between the cells
removeBlank: Leave out blank cells
@csv-join
!says: Join by {on}
!first: other on type
other: The other table | +: with another table
type: Keep | inner: Rows that match | left: All rows of this text | right: All rows of the other
  full: All rows of both | semi: Rows of this text with a match | anti: Rows of this text without a match | +: keep {}
suffix: Mark equal column names with
@csv-json-converter
!first: direction hasHeaders
direction: Convert | csv-to-json: CSV to JSON | json-to-csv: JSON to CSV
@csv-number-formatter
!says: Write the numbers in {columns}
!first: columns decimals outputDecimal outputThousands
columns: Change the columns | ?: columns
prefix: Text before each number | +: {} before each number
suffix: Text after each number | +: {} after each number
@csv-sample
!first: count percent
!says: Keep {percent} percent of the rows | Keep {count} rows
count: Keep rows
percent: Keep a share in percent
@csv-sort
!says: Sort by {by}, {order} | Sort by {by}
!first: by order reverse
by: Sort by | ?: columns
reverse: These the other way round | ?: columns
mode: Compare as | auto: Whatever the cells are | alphabetical: Text | codepoint: Code points
  natural: Text with numbers | numeric: Numbers | length: Lengths | ip: IP addresses | hex: Hexadecimal numbers
  version: Versions | size: File sizes | date: Dates
@csv-to-sql
!first: table dialect hasHeaders
table: Name of the table | +: insert into the table {}
@csv-validator
output: Write | report: What is wrong | valid: The valid rows | invalid: The invalid rows
limit: Mistakes to list, at most | +: list at most {} mistakes
schema: Check the rows against the schema | +: check the rows against a schema
@date-calculator
!says: {operation} {days} days | {operation} {weeks} weeks | {operation} {months} months | {operation} {years} years
!first: operation days weeks months years
operation: What to do | add: Add | subtract: Subtract | diff: Count the time to another date | +: {}
other: Count up to
unit: Count in | duration: All units (P1Y2M3D)
@date-formatter
!says: Write dates as {outputFormat}
!first: inputFormats outputFormat fromZone toZone
@dedupe-sort
!first: order mode caseSensitive
mode: Sort by | alphabetical: Alphabet | codepoint: Code points | natural: Alphabet and numbers | numeric: Numbers
  length: Length
trim: Remove blanks at the ends
removeBlank: Remove blank lines
@dot-case
!first: separator capitalize
separator: Write between words
perLine: One name from each line | -: one name from the whole text
@email-normalizer
unique: Each address only once
@extract-article
output: Write | article: The article | metadata: Title, author and date
@extract-between
!says: Take what is between {start} and {end}
start: After the text
end: Before the text
separator: Write between two pieces
@extract-code-blocks
language: Only blocks in
pick: Take only block (0: all)
separator: Write between two blocks
@extract-columns
!says: Keep the columns {columns}
!first: columns delimiter outputDelimiter
columns: Keep the columns
mode: A column is | fields: What is between delimiters | chars: A character
delimiter: Columns are separated by | +: separated by {} | ?: nothing
outputDelimiter: Write between columns | ?: nothing
@extract-dates
separator: Write between two dates
sort: Sort by time
format: Write dates | raw: As written | iso: As 2026-11-21
@extract-domains
separator: Write between two domains
@extract-emails
!first: unique sort lowercase
separator: Write between two addresses
@extract-hashtags
separator: Write between two tags
@extract-ip-addresses
separator: Write between two addresses
sort: Sort by number
version: Find | 4: IPv4 | 6: IPv6 | both: Both
@extract-links
format: Write | urls: Addresses | markdown: A Markdown list
base: Address of the page | +: on the page {}
@extract-matches
!says: Take what matches {pattern}
separator: Write between two matches
group: Take the group (0: the whole match)
@extract-nth-lines
!says: Keep the lines {lines} | Keep one line of {every}
!first: lines every offset
every: Keep one line of
@extract-numbers
separator: Write between two numbers
format: Write numbers | plain: As 1234.5
invalid: Digits in irregular groups | keep: Take as they are | drop: Leave out | error: Stop with an error
  +: digits in irregular groups: {}
@extract-phone-numbers
!first: defaultCountry format unique
separator: Write between two numbers
format: Write numbers | e164: +12133734253 | international: +1 213 373 4253 | national: (213) 373-4253
@extract-records
!first: template pattern scope format
pattern: Find records by the pattern
template: Find records by the template
scope: A record is | lines: A line | paragraphs: A paragraph | text: A match anywhere
invalid: What does not match | +: what does not match: {}
@extract-urls
!first: unique sort
separator: Write between two addresses
@filter-lines
!says: {invert:Drop|Keep} lines that {match} {pattern}
!first: pattern match invert
pattern: This text
match: Keep lines that | contains: contain | starts: start with | ends: end with | equals: are
  regex: match the pattern
invert: Drop these lines and keep the others
@find-replace
!says: Replace {find} with {replace} | Remove {find}
!first: find replace
@fixed-width-csv-converter
!first: direction widths positions
direction: Convert | to-csv: Fixed width to CSV | to-fixed-width: CSV to fixed width
@front-matter-extractor
part: Take | data: The front matter | body: The text after it
@hash-text
algorithm: Hash with
encoding: Write the hash as | hex: Hexadecimal | base64: Base64 | base64url: Base64 for URLs
length: Bytes of the hash (0: usual) | +: {} bytes long
perLine: Hash each line alone
@head-lines
!says: Keep the first {count} lines
count: Keep lines from the start
@hex-converter
prefix: Write before each byte | "": Nothing
invalid: Bytes that are not UTF-8 | error: Stop with an error | replace: Replace them | +: bytes that are not UTF-8: {}
separator: Write between bytes
@hmac-text
algorithm: Sign with
encoding: Write the signature as | hex: Hexadecimal | base64: Base64 | base64url: Base64 for URLs
length: Bytes of the signature (0: usual) | +: {} bytes long
perLine: Sign each line alone
@html-encode
mode: Write entities as | minimal: Names of XML | named: Names | decimal: Decimal numbers | hex: Hexadecimal numbers
@html-formatter
wrap: Break lines longer than (0: never) | +: break lines longer than {}
@html-select
!says: Take {output} of {selector}
output: Take | text: The text | html: The HTML | attribute: An attribute
selector: Of the elements
separator: Write between two results
@html-table-to-csv
pick: Take only table (0: all)
delimiter: Write between cells
@html-to-markdown
tables: Write tables as tables
@html-to-text
base: Address of the page | +: on the page {}
tables: Write tables | tabs: With tabs | aligned: Aligned with spaces
wrap: Break lines longer than (0: never) | +: break lines longer than {}
@indent-lines
!says: Indent by {count} {char}
count: Indent by
char: With
@indentation-converter
to: Indent with | spaces: Spaces | tabs: Tabs
@insert-text
!says: Insert {text} {at} | Insert {text}
at: Where | start: at the start | end: at the end | before: before a text | after: after a text
  every: between groups of characters
every: Characters in a group | +: in groups of {} characters
@ip-converter
to: Write as | decimal: Decimal number | hex: Hexadecimal number | binary: Binary number | dotted: 127.0.0.1
  expanded: Full form | compressed: Short form
@join-lines
!says: Join with {separator}
!first: separator quote
separator: Write between items
removeBlank: Leave out blank lines
unique: Each item only once
trim: Remove blanks at the ends
@json-convert-keys
!says: Change names to {case}
@json-diff
other: The newer JSON | +: compare with another JSON
format: Write as | text: One line for each change | patch: JSON Patch
@json-flatten
arrays: Write items of lists as | index: a.0 | brackets: a[0] | keep: They are
@json-formatter
!first: indent sortKeys
@json-ini-converter
!first: direction dialect
dialect: The other format is | ini: INI | env: .env | properties: Java properties
direction: Convert | json-to-ini: JSON to it | ini-to-json: It to JSON
valueComments: Comments after values begin | auto: As usual | never: Never | after-blank: At # after a blank
  anywhere: At any #
@json-ndjson-converter
direction: Convert | json-to-ndjson: JSON to NDJSON | ndjson-to-json: NDJSON to JSON
invalid: Lines that are not JSON | +: lines that are not JSON: {}
@json-patch
type: The patch is | merge: A merge patch | patch: A list of operations
@json-path
!says: Take what is at {path}
output: Write | json: A JSON array | lines: One value on each line | first: Only the first value
@json-pick-keys
!says: {mode} {keys}
mode: What to do | pick: Keep | omit: Remove
@json-remove-empty
remove: Remove these values | null: null | emptyString: Empty strings | emptyArray: Empty lists
  emptyObject: Empty objects | false: false | zero: Zeros
@json-to-typescript
rootName: Name of the outermost type
style: Write objects as | interface: Interfaces | type: Types
@json-toml-converter
direction: Convert | json-to-toml: JSON to TOML | toml-to-json: TOML to JSON
@json-unflatten
arrays: Make lists of indexes
@json-xml-converter
!first: direction rootName indent
direction: Convert | json-to-xml: JSON to XML | xml-to-json: XML to JSON
trim: Remove blanks around texts
rootName: Name of the root element
@json-yaml-converter
!first: direction sortKeys indent
direction: Convert | json-to-yaml: JSON to YAML | yaml-to-json: YAML to JSON
@jwt-decoder
part: Take | all: Everything | header: The header | payload: The payload
@kebab-case
perLine: One name from each line | -: one name from the whole text
@keep-duplicate-lines
mode: Keep lines that occur | duplicated: More than once | unique: Exactly once
trim: Ignore blanks at the ends
@language-detector
limit: Languages to name | +: {} languages
@line-break-remover
replacement: Write between joined lines
@line-ending-converter
!says: Write line ends as {to}
to: Write line ends as | lf: LF (Unix, macOS) | crlf: CRLF (Windows) | cr: CR (old Mac OS)
@list-json-converter
direction: Convert | list-to-json: Lines to JSON | json-to-list: JSON to lines
trim: Remove blanks at the ends
removeBlank: Leave out blank lines
@log-parser
!first: from format zone
from: The log is from | apache-combined: Apache (combined) | apache-common: Apache (common) | nginx-access: nginx
  nginx-error: nginx (errors) | apache-error: Apache (errors) | cef: CEF | syslog-5424: Syslog (RFC 5424)
  elb: AWS load balancers | syslog: Syslog | json: JSON | w3c: W3C (IIS) | logfmt: logfmt
zone: Time zone of the log | +: in the time zone {}
@markdown-table-formatter
padding: Blanks beside each cell | +: {} blanks beside each cell
@markdown-table-to-csv
pick: Take only table (0: all)
delimiter: Write between cells
@markdown-to-html
html: HTML in the text | escape: Show as text | strip: Remove the tags | +: HTML in the text: {}
@markdown-toc-generator
maxDepth: To heading level | +: to level {}
@mask-text
!first: showFirst showLast char
char: Hide with
unit: Hide each | line: Line | word: Word | text: Text as a whole
@mime-header-converter
encoding: Write as | auto: The shorter form | q: Q (readable) | b: B (Base64)
invalid: Words that cannot be read | +: words that cannot be read: {}
@mojibake-fixer
from: It was read by mistake as | cp1252: Windows Western (1252) | latin1: Latin 1
  cp1250: Windows Central European (1250) | latin2: Latin 2 | cp1251: Windows Cyrillic (1251) | macroman: Mac OS Roman
  cp437: DOS (437)
@multi-replace
pairs: Replace (pairs of old and new) | +: replace {}
@nato-alphabet-converter
separator: Write between characters
@number-base-converter
!says: Convert from base {from} to base {to}
from: From base
to: To base
prefix: Write 0x, 0o or 0b before numbers
@number-formatter
!first: decimals outputDecimal outputThousands prefix suffix
prefix: Text before each number | +: {} before each number
suffix: Text after each number | +: {} after each number
scope: Look at | lines: One number on each line | text: Numbers anywhere
@pad-lines
!says: Fill lines up to {width} characters
width: Make lines at least | +: at least {} characters
side: Fill
@pascal-case
perLine: One name from each line | -: one name from the whole text
@phone-formatter
!first: defaultCountry format
format: Write numbers | e164: +12133734253 | international: +1 213 373 4253 | national: (213) 373-4253
  rfc3966: tel:+12133734253
@pii-redactor
!first: types mode defaultCountry
types: Find | email: E-mail addresses | phone: Phone numbers | credit-card: Card numbers | ip: IP addresses
  iban: IBANs | us-ssn: US social security numbers | url: Web addresses | mac: MAC addresses | date: Dates
mode: Write instead | +: write {} instead | label: A label such as [EMAIL] | mask: Stars | hash: A label with a hash
  remove: Nothing
@pseudonymizer
!first: types key defaultCountry
types: Find | email: E-mail addresses | phone: Phone numbers | credit-card: Card numbers | ip: IP addresses
  iban: IBANs | us-ssn: US social security numbers | url: Web addresses | mac: MAC addresses | date: Dates
length: Digits of a stand-in | +: stand-ins of {} digits
@punycode-converter
direction: Convert | to-ascii: To ASCII (xn--) | to-unicode: To Unicode
@query-string-json-converter
!first: direction arrays nested
direction: Convert | query-to-json: Query to JSON | json-to-query: JSON to query
arrays: Write lists as | repeat: a=1&a=2 | brackets: a[]=1&a[]=2 | comma: a=1,2
nested: Read brackets as objects and lists
@quoted-printable-converter
invalid: Escapes that cannot be read | +: escapes that cannot be read: {}
wrap: Break lines after | +: lines of {} characters
@readability-score
formula: Calculate | all: All scores
@redact-words
!says: Replace {words} with {replacement} | Black out {words}
!first: words replacement
@regex-replace
!says: Replace {pattern} with {replacement} | Remove {pattern}
!first: pattern replacement flags
replacement: Replace with
limit: Replace at most (0: all) | +: at most {} times
@remove-blank-lines
!says: Blank lines: {mode}
mode: Blank lines | remove: Remove all | collapse: Keep one of several
@remove-characters
!says: {keep:Remove all but|Remove} {classes} and {chars} | {keep:Remove all but|Remove} {classes}
!says: {keep:Remove all but|Remove} {chars}
!first: classes chars keep
chars: And these | +: {}
keep: Remove all others instead
replacement: Write in their place
@remove-duplicate-lines
!first: caseSensitive trim keep
keep: Of equal lines, keep | first: The first | last: The last
trim: Ignore blanks at the ends | +: ignore blanks at the ends
skipBlank: Keep all blank lines
@remove-emojis
replacement: Write in their place
@remove-invisible-characters
keep: Characters to keep | zwj: Zero width joiners | zwnj: Zero width non-joiners | nbsp: No-break spaces
  bidi: Marks of writing direction
@remove-near-duplicates
!first: similarity unit output
unit: Compare | lines: Lines | paragraphs: Paragraphs | records: Records
delimiter: Records are separated by | ?: nothing
ngramSize: Words in a row to compare | +: compare {} words in a row
output: Write | text: The text without them | clusters: A list of them (JSON)
@repeat-text
!says: Repeat {times} times
times: How many copies
separator: Write between copies
@reverse-text
unit: Reverse | chars: Characters | words: Words
perLine: Reverse each line alone | -: reverse the whole text
@roman-numeral-converter
direction: Convert | to-roman: To Roman numerals | to-number: To numbers
@rot-cipher
variant: Rotate | rot13: Letters (ROT13) | rot5: Digits (ROT5) | rot18: Letters and digits (ROT18)
  rot47: All characters (ROT47) | caesar: By a number of letters | +: {}
@sample-lines
!first: count percent
!says: Keep {percent} percent of the lines | Keep {count} lines
count: Keep lines
percent: Keep a share in percent
@secret-redactor
mode: Write instead | +: write {} instead | label: A label such as [GITHUB_TOKEN] | mask: Stars | remove: Nothing
@sentence-case
keepAcronyms: Leave words such as NASA alone
@sequence-generator
!says: Count from {start} to {end}
!first: start end step
start: Begin with the number
end: End with the number
separator: Write between numbers
format: Write each as ({n} is the number)
@slice-text
!says: Keep {unit} {start} to {end}
start: From position (0 is the first)
end: Up to position
@slugify
!first: separator lowercase maxLength
separator: Write between words | -: Hyphens | _: Underscores | .: Full stops
locale: Language of the text | +: the text is in {} | none: Any
pairs: Replace first (pairs) | +: replace {} first
maxLength: Characters, at most (0: any) | +: at most {} characters
@smart-quotes-remover
!first: quotes dashes ellipsis spaces
quotes: Write curly quotes as straight ones
@snake-case
perLine: One name from each line | -: one name from the whole text
@sort-lines
!says: Sort by {mode}, {order} | Sort by {mode}
!first: mode order caseSensitive
mode: Sort by | alphabetical: Alphabet | codepoint: Code points | natural: Alphabet and numbers | numeric: Numbers
  length: Length | ip: IP addresses | hex: Hexadecimal numbers | version: Versions | size: File sizes | date: Dates
column: Look at column (0: the whole line) | +: look at column {}
delimiter: Columns are separated by | +: columns separated by {} | ?: nothing
@split-text
!first: delimiter removeBlank pick
!says: Split at {delimiter}
delimiter: Split at | ?: nothing
limit: Pieces, at most (0: any) | +: at most {} pieces
pick: Take only piece (0: all)
trim: Remove blanks at the ends
removeBlank: Leave out blank pieces
@sql-formatter
dialect: The SQL is for
@sql-list-generator
!says: Write {column} IN a list
!first: column quote
column: Name of the column | +: the column {}
quote: Write values as text in quotes
unique: Each value only once
batch: Values in one list, at most | +: at most {} values in one list
@sql-minifier
dialect: The SQL is for | sql: Most databases | mysql: MySQL and MariaDB
@string-escape
language: For | +: for {}
quotes: Write the quotes, too
@string-unescape
language: From | +: from {}
quotes: Remove the quotes around it
@tail-lines
!says: Keep the last {count} lines
count: Keep lines from the end
@template-renderer
!first: template data
!says: Fill {template}
template: Fill the template
separator: Write between records
@text-counter
unit: Count | chars-no-spaces: Characters without blanks | bytes: Bytes | sentences: Sentences | paragraphs: Paragraphs
@text-diff
!first: other unit format
other: The newer text | +: compare with another text
unit: Compare | chars: Characters
format: Write | unified: As diff -u | inline: Within the text | summary: Only counts
@text-similarity
!first: other metric output
other: The other text | +: compare with another text
output: Write | similarity: A similarity from 0 to 1 | distance: The number of changes
@text-to-html
paragraphs: Make paragraphs at blank lines
@title-case-converter
style: Small words are those of | standard: Most title tools | ap: AP | apa: APA | chicago: Chicago
  every-word: Nobody (capitalize all) | +: small words are those of {}
@to-ascii
unknown: What has no ASCII form | drop: Remove | ?: Write a question mark | keep: Leave as it is | escape: Escape
  +: what has no ASCII form: {}
@translate-characters
!says: Replace {from} with {to}
!first: from to delete squeeze
from: Characters to replace
to: Replace them with
@trim-lines
!says: Trim {side}
side: Remove blanks | both: at both ends | start: at the start | end: at the end
chars: And these characters | +: and {}
removeBlank: Remove lines that are then empty
@trim-text
!says: Trim {side}
side: Remove blanks | both: at both ends | start: at the start | end: at the end
chars: And these characters | +: and {}
@truncate-text
!says: Cut after {length} {unit}
length: Cut after
ellipsis: End a cut text with
@unicode-escape-converter
style: Write escapes | js: As in JavaScript | json: As in JSON | css: As in CSS | python: As in Python
  html: As in HTML | codepoint: As U+00E9 | percent-u: As %u00E9 | +: {}
@unicode-inspector
limit: List at most | +: list at most {}
@unicode-normalizer
form: Write letters and accents | NFC: Together (NFC) | NFD: Apart (NFD) | NFKC: Together, simplified (NFKC)
  NFKD: Apart, simplified (NFKD)
@unix-timestamp-converter
!first: direction unit zone
direction: Convert | to-iso: Timestamps to dates | to-unix: Dates to timestamps
unit: Timestamps count | auto: What they look like | s: Seconds | ms: Milliseconds | us: Microseconds | ns: Nanoseconds
@url-cleaner
!first: profile extraParams keepParams
caseSensitive: Distinguish UTM_SOURCE and utm_source | -: ignore the case of parameters
scope: URLs are | text: Anywhere in the text | lines: One on each line
@url-decode
invalid: Escapes that cannot be read | +: escapes that cannot be read: {}
@url-defanger
direction: Make addresses | defang: Harmless | refang: Working again
types: Find | url: Web addresses | domain: Domains | ip: IP addresses | email: E-mail addresses
@url-encode
mode: The text is | component: A value in a URL | uri: A whole URL | form: A field of a form
  rfc3986: A value in a URL (RFC 3986)
perLine: Encode each line alone | -: encode the whole text
@url-parser
part: Write | all: All parts (JSON) | origin: Origin | protocol: Protocol | username: User | password: Password
  host: Host | hostname: Host without port | port: Port | path: Path | query: Query | hash: Fragment
@uuid-parser
format: Write | json: Facts (JSON) | uuid: A UUID | urn: A URN | ulid: A ULID
@uuid-v5-generator
version: Make version | 5: 5 (SHA-1) | 3: 3 (MD5)
@word-frequency
limit: List at most | +: list at most {}
minLength: Leave out words shorter than | +: leave out words shorter than {}
@wrap-text
!says: Break lines after {width} characters
width: Break lines after
mode: Break | word: Between words | char: Anywhere
indent: Begin the first line with
`;
