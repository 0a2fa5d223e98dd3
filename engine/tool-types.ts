// Generated from the engine's schemas by npm run docs; a test fails if it is out of date.

/** The options of each tool. */
export interface ToolConfigs {
  /** Writes a number before every line, or before every line that is not blank. */
  'add-line-numbers': {
    /** Number of the first line. Whole number, -1,000,000,000 to 1,000,000,000. Default: 1. */
    readonly start?: number;
    /** Difference between two line numbers. Whole number, -1,000,000 to 1,000,000. Default: 1. */
    readonly step?: number;
    /**
     * Minimum width of a number in characters, including its sign; 0 for no minimum. Whole number, 0 to 12. Default: 0.
     */
    readonly pad?: number;
    /** Fills short numbers on the left: with spaces, or with zeros after the sign. Default: "space". */
    readonly padWith?: 'space' | 'zero';
    /** Text between number and line. Text, up to 10 characters. Default: ". ". */
    readonly separator?: string;
    /** Leaves blank lines (only white space) as they are, and does not count them. Default: false. */
    readonly skipBlank?: boolean;
  };
  /** Writes a prefix before and a suffix after every line, such as a bullet, a quote sign or a comma. */
  'add-prefix-suffix': {
    /** Text before each line. Text, up to 1,000 characters. Default: "". */
    readonly prefix?: string;
    /** Text after each line. Text, up to 1,000 characters. Default: "". */
    readonly suffix?: string;
    /** Leaves blank lines (only white space) as they are. Default: true. */
    readonly skipBlank?: boolean;
  };
  /** Alternates small letters and capitals, starting again on every line. */
  'alternating-case': {
    /** Case of the first letter of a line. Default: "lower". */
    readonly start?: 'lower' | 'upper';
    /**
     * Counts every character when alternating, including blanks and punctuation; otherwise only letters. Default:
     * false.
     */
    readonly countNonLetters?: boolean;
  };
  /**
   * Draws CSV as a table of plain text for a monospaced font. Wide characters of East Asia and emoji count as two
   * columns; long cells are wrapped.
   */
  'ascii-table-generator': {
    /**
     * The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such
     * as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes commas).
     * Text, 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /** The first record names the columns: a rule is drawn below it. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
    /**
     * ascii: a box of + - and |; unicode: a box of lines; compact: no box; mysql: like ascii, with columns of numbers
     * aligned right. Default: "ascii".
     */
    readonly style?: 'ascii' | 'unicode' | 'compact' | 'mysql';
    /** Maximum cell width in columns; wider cells are wrapped. Whole number, 3 to 500. Default: 60. */
    readonly maxColumnWidth?: number;
  };
  /**
   * Draws a tree, such as one of folders and files, from indented text or from a list of paths. At most 200 levels
   * deep.
   */
  'ascii-tree-generator': {
    /**
     * Form of the lines; auto reads them as paths if none is indented and one contains the separator. Default: "auto".
     */
    readonly format?: 'auto' | 'indented' | 'paths';
    /** Characters for the branches. Default: "unicode". */
    readonly charset?: 'unicode' | 'ascii';
    /** A name for the root of the tree, such as a dot. Text, up to 200 characters. Default: "". */
    readonly root?: string;
    /**
     * Order of siblings: as written, by code point, or those with children first and then by code point. Default:
     * "none".
     */
    readonly sort?: 'none' | 'name' | 'dirs-first';
    /** Writes a separator after the name of every folder. Default: false. */
    readonly trailingSlash?: boolean;
    /** Writes the whole path instead of the name. Default: false. */
    readonly fullPath?: boolean;
    /** Separator between the parts of a path. Text, exactly 1 characters. Default: "/". */
    readonly pathSeparator?: string;
  };
  /**
   * Writes the bytes of a text in Base32 (RFC 4648, or the alphabet of Crockford), or reads Base32 as text. Decoding
   * accepts small letters, white space and missing padding; other characters are errors. A lone surrogate, which UTF-8
   * cannot represent, is encoded as U+FFFD.
   */
  'base32-converter': {
    /** encode writes the text in the code, decode reads it back. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /**
     * The alphabet: rfc4648 A–Z 2–7, hex 0–9 A–V (base32hex), crockford 0–9 A–Z without I, L, O and U; decoding
     * Crockford's also accepts hyphens, O for 0, and I or L for 1. Default: "rfc4648".
     */
    readonly variant?: 'rfc4648' | 'hex' | 'crockford';
    /** Fills the last group up to eight characters with =; Crockford’s alphabet has no padding. Default: true. */
    readonly padding?: boolean;
    /** Character encoding of the bytes; latin1 reads any bytes, one character each. Default: "utf-8". */
    readonly charset?: 'utf-8' | 'latin1' | 'utf-16le';
    /**
     * What to do with bytes that are not UTF-8: error refuses the text, replace writes U+FFFD in their place. Default:
     * "error".
     */
    readonly invalid?: 'error' | 'replace';
  };
  /**
   * Decodes Base64 in the standard or the URL alphabet to text. Characters that are not Base64 and bytes that are not
   * text are errors, never dropped silently.
   */
  'base64-decode': {
    /**
     * Accepts only what RFC 4648 allows: one alphabet, no white space, full padding, no leftover bits at the end.
     * Default: false.
     */
    readonly strict?: boolean;
    /** Character encoding of the bytes; latin1 reads any bytes, one character each. Default: "utf-8". */
    readonly charset?: 'utf-8' | 'latin1' | 'utf-16le';
    /**
     * What to do with bytes that are not UTF-8: error refuses the text, replace writes U+FFFD in their place. Default:
     * "error".
     */
    readonly invalid?: 'error' | 'replace';
  };
  /**
   * Writes the UTF-8 bytes of the text in Base64 (RFC 4648). A lone surrogate, which UTF-8 cannot represent, is encoded
   * as U+FFFD.
   */
  'base64-encode': {
    /** Uses - and _ instead of + and /. Default: false. */
    readonly urlSafe?: boolean;
    /** Fills the last group up to four characters with =. Default: true. */
    readonly padding?: boolean;
    /**
     * Breaks the Base64 into lines of this many characters (e-mail uses 76); 0 for no line breaks. Whole number, 0 to
     * 1,000. Default: 0.
     */
    readonly wrap?: number;
    /** Encodes each line separately and keeps the line ends. Default: false. */
    readonly perLine?: boolean;
  };
  /**
   * Writes a text as binary, octal or decimal numbers, one for each byte or character, or reads such numbers as text;
   * for the base of a number use number-base-converter. A lone surrogate, which UTF-8 cannot represent, is encoded as
   * U+FFFD in bytes.
   */
  'binary-converter': {
    /** encode writes the text in the code, decode reads it back. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /** Base of the numbers: 2 with at least eight digits, 8 with at least three, 10. Default: 2. */
    readonly base?: 2 | 8 | 10;
    /** Meaning of a number: a byte of the text in charset, or the code point of a character. Default: "bytes". */
    readonly unit?: 'bytes' | 'codepoints';
    /**
     * Text between two numbers, empty only for bytes in base 2 and 8; when decoding, the characters that may separate
     * them, in addition to white space and , ; : - _ . Text, up to 3 characters. Default: " ".
     */
    readonly separator?: string;
    /** Character encoding of the bytes; latin1 reads any bytes, one character each. Default: "utf-8". */
    readonly charset?: 'utf-8' | 'latin1' | 'utf-16le';
    /**
     * What to do with bytes that are not UTF-8: error refuses the text, replace writes U+FFFD in their place. Default:
     * "error".
     */
    readonly invalid?: 'error' | 'replace';
  };
  /**
   * Makes one camelCase name of each line: every word but the first starts with a capital, as for variables in
   * JavaScript. Anything that is neither letter nor digit separates words. A number that is a separate word gets an
   * underscore, so that 1.21 and 12.1 stay different.
   */
  'camel-case': {
    /** Treats digits as separate words: area51 then has two words. Default: false. */
    readonly splitNumbers?: boolean;
    /**
     * Leaves words of two capitals or more as they are, as HTTP in HTTPServer, unless all words of the text or line are
     * in capitals or it is the first word of a camelCase name. Default: false.
     */
    readonly keepAcronyms?: boolean;
    /** Keeps underscores and dollar signs in front of the name, as in _private and $scope. Default: false. */
    readonly keepPrefix?: boolean;
    /**
     * Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text. Default:
     * true.
     */
    readonly perLine?: boolean;
    /**
     * What to write before a number that is a separate word; with nothing, 1.21 and 12.1 become the same name. Default:
     * "_".
     */
    readonly numberSeparator?: '_' | '';
  };
  /**
   * Starts every word with a capital, small words such as of and the included (title-case-converter leaves those in
   * lower case). A letter after a digit is not capitalized: 2nd. The one after O', D' and L' is: O'Reilly.
   */
  'capitalize-words': {
    /** Writes the letters after the first in lower case; otherwise they stay as they are. Default: false. */
    readonly lowerRest?: boolean;
    /** The characters that end a word; line ends always do. Text, up to 20 characters. Default: " -/\t". */
    readonly delimiters?: string;
    /**
     * Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian, Dutch (IJ); root for all
     * others. Default: "root".
     */
    readonly locale?: 'root' | 'tr' | 'az' | 'lt' | 'nl';
  };
  /**
   * Lists the characters (code points) of a text with how often they occur: most frequent first, equal counts in the
   * order of their first occurrence.
   */
  'character-frequency': {
    /** How many characters to list at most. Whole number, 1 to 10,000. Default: 50. */
    readonly limit?: number;
    /** Distinguishes upper and lower case; otherwise letters are counted in lower case. Default: true. */
    readonly caseSensitive?: boolean;
    /** Counts white space and line ends as well; format json shows them best. Default: false. */
    readonly spaces?: boolean;
    /**
     * text writes count, tab and item on each line; csv a table with a header; json an array of objects. Default:
     * "text".
     */
    readonly format?: 'text' | 'csv' | 'json';
  };
  /**
   * Encodes text to the bytes of a charset such as windows-1251, ISO-8859-2, Shift_JIS, GBK, Big5 or UTF-16, written in
   * hexadecimal, Base64 or percent-encoding, or decodes such bytes. Also reads text that was decoded as the wrong
   * charset (mojibake), such as ÑÐ»Ð¾Ð²Ð¾ or ƒeƒXƒg. Tables and labels are those of the WHATWG Encoding Standard, which
   * browsers follow. If you do not know what was mistaken for what, use mojibake-fixer.
   */
  'charset-converter': {
    /** encode writes the text in the code, decode reads it back. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /**
     * The charset of the bytes, by a label of the WHATWG Encoding Standard: utf-8, utf-16le, utf-16be, windows-1250 to
     * windows-1258, iso-8859-2 to iso-8859-16, shift_jis, euc-jp, iso-2022-jp, gbk, gb18030, big5, euc-kr, koi8-r,
     * koi8-u, ibm866, windows-874, macintosh and their other names; iso-8859-1, latin1 and ascii mean windows-1252, as
     * in browsers. Text, 1 to 40 characters. Default: "windows-1252".
     */
    readonly charset?: string;
    /**
     * How the bytes are written: hex (two digits each), base64, percent (%E9 and unreserved characters, as in URLs), or
     * mojibake, the characters that they become if they are decoded as misreadAs by mistake. Default: "hex".
     */
    readonly format?: 'hex' | 'base64' | 'percent' | 'mojibake';
    /**
     * mojibake: the charset by which the bytes were decoded by mistake. Text, 1 to 40 characters. Default:
     * "windows-1252".
     */
    readonly misreadAs?: string;
    /**
     * What to do with a character that the charset lacks, and when decoding with bytes that it lacks: error refuses the
     * text and says where, replace writes ? (decode: U+FFFD), drop leaves it out, html writes a reference such as
     * &#8364; (encode only). Default: "error".
     */
    readonly invalid?: 'error' | 'replace' | 'drop' | 'html';
    /** encode: writes a byte order mark first, in UTF-8 and UTF-16; decode always removes one. Default: false. */
    readonly byteOrderMark?: boolean;
  };
  /**
   * Calculates a CRC of 8 to 64 bits, Adler-32, Fletcher-16 or FNV-1a of the UTF-8 bytes of the text, or of bytes
   * written in hexadecimal or Base64. These protect against accidents, not against attackers. Also calculates the Luhn
   * check digit to append to a number, as in card numbers.
   */
  'checksum-text': {
    /**
     * The checksum. crc32 is that of zip and gzip, cksum that of the POSIX program, crc16 that of ARC (also known as
     * CRC-16/IBM); crc16-ccitt-false starts with FFFF, crc16-xmodem with 0. Default: "crc32".
     */
    readonly algorithm?:
      | 'crc32'
      | 'crc32c'
      | 'crc32-bzip2'
      | 'crc32-mpeg2'
      | 'cksum'
      | 'crc64-xz'
      | 'crc16'
      | 'crc16-modbus'
      | 'crc16-xmodem'
      | 'crc16-ccitt-false'
      | 'crc16-kermit'
      | 'crc16-x25'
      | 'crc8'
      | 'adler32'
      | 'fletcher16'
      | 'fnv1a32'
      | 'fnv1a64'
      | 'luhn';
    /**
     * Writes the checksum with all its hexadecimal digits, eight for 32 bits, or as a decimal number; not for luhn.
     * Default: "hex".
     */
    readonly format?: 'hex' | 'decimal';
    /**
     * How the bytes of the input are written: utf8 takes the text itself, hex and base64 decode it first (either
     * alphabet of Base64; white space between bytes is allowed). Default: "utf8".
     */
    readonly inputEncoding?: 'utf8' | 'hex' | 'base64';
    /** Processes each line separately, without its line end, and writes one checksum per line. Default: false. */
    readonly perLine?: boolean;
  };
  /**
   * Splits a long text into chunks of limited size for language models and search indexes, at paragraphs or sentences
   * where possible, with an optional overlap. White space at the ends of chunks is dropped; sentences are found by
   * rules of thumb.
   */
  'chunk-text': {
    /**
     * Maximum number of characters or tokens in a chunk, including the overlap. Whole number, 50 to 100,000. Default:
     * 2000.
     */
    readonly size?: number;
    /**
     * What size and overlap count: characters, or tokens of language models. A chunk has at most so many tokens by
     * itself; together the chunks can have more or fewer than the text, because what is cut is encoded anew. Default:
     * "chars".
     */
    readonly unit?: 'chars' | 'tokens';
    /**
     * Unit tokens: the encoding, that of GPT-4o and newer models (o200k) or of GPT-4 and GPT-3.5 (cl100k); other models
     * count differently. Names of special tokens in the text are plain text. Default: "o200k".
     */
    readonly encoding?: 'o200k' | 'cl100k';
    /**
     * Number of characters or tokens of the preceding text that a chunk repeats at its start, at most half of size;
     * fewer, to begin with a whole word. Whole number, 0 to 50,000. Default: 0.
     */
    readonly overlap?: number;
    /**
     * Where to end a chunk: at the last paragraph (blank line) that fits, else the last sentence, line or word; the
     * last sentence, line or word; the last word; or exactly at the size (none). Default: "paragraph".
     */
    readonly boundary?: 'none' | 'word' | 'sentence' | 'paragraph';
    /** Text between two chunks. Text, up to 50 characters. Default: "\n---\n". */
    readonly separator?: string;
  };
  /**
   * Reads an IPv4 or IPv6 network on each line, such as 10.0.0.0/8 or 10.0.0.0 255.0.0.0, and writes its mask, range
   * and number of addresses as a JSON object on one line, lists its addresses, or writes the fewest networks for all
   * lines. Also accepts ranges such as 10.0.0.5-10.0.0.20 for lists and networks. Blank lines are dropped.
   */
  'cidr-calculator': {
    /**
     * What to write: the facts about each network as JSON; all its addresses, one per line; or the smallest set of
     * networks with exactly the addresses of all lines, in order, IPv4 first. Default: "json".
     */
    readonly output?: 'json' | 'list' | 'networks';
    /**
     * list: the maximum number of addresses to write; a text whose networks have more is rejected. Whole number, 1 to
     * 65,536. Default: 1024.
     */
    readonly limit?: number;
  };
  /**
   * Finds different spellings of the same value, one value per line, by key collision as OpenRefine does: Acme Inc.,
   * ACME INC and "Inc, Acme". Lists the clusters with counts, most lines first, or writes the most frequent spelling
   * everywhere. Values with only one spelling are not listed.
   */
  'cluster-values': {
    /**
     * Which spellings belong together, as in OpenRefine: those with the same words in any order, without case, accents
     * and punctuation; or those with the same sequences of characters, also without blanks, which finds more and is
     * wrong more often. Default: "fingerprint".
     */
    readonly method?: 'fingerprint' | 'ngram-fingerprint';
    /**
     * Method ngram-fingerprint: how many characters are a sequence; shorter values are in no cluster. Whole number, 1
     * to 10. Default: 2.
     */
    readonly ngramSize?: number;
    /**
     * What to write: the spellings of each cluster with their numbers of lines, or the text with each spelling replaced
     * by the most frequent one of its cluster (the first of several). Default: "clusters".
     */
    readonly output?: 'clusters' | 'text';
    /**
     * Output clusters: a table with the columns cluster (its most frequent spelling), value and count; or an array of
     * objects. Default: "csv".
     */
    readonly format?: 'csv' | 'json';
  };
  /** Turns every run of white space, including tabs and no-break spaces, into one space. */
  'collapse-whitespace': {
    /**
     * Leaves line ends as they are and works within the lines; otherwise a line end is white space as well. Default:
     * true.
     */
    readonly keepLineBreaks?: boolean;
    /** Removes the space at the ends of every line, or of the whole text if line ends are not kept. Default: true. */
    readonly trim?: boolean;
  };
  /**
   * Removes the comments from code, but not from strings, regular expressions, templates, here-documents and the like.
   * In js and ts a slash is a division or a regular expression depending on what precedes it, without parsing; JSX is
   * not supported. Scripts and styles inside HTML keep their comments, and Python its docstrings.
   */
  'comment-remover': {
    /**
     * The language of the code; c fits C++, Objective-C, C#, Java, Kotlin, Scala, Groovy, Go, Rust, Swift, Dart, D and
     * Zig as well, sql all SQL but that of MySQL and MariaDB, shell bash and POSIX shells. Default: "js".
     */
    readonly language?: 'js' | 'ts' | 'css' | 'html' | 'sql' | 'mysql' | 'python' | 'shell' | 'c' | 'yaml';
    /** Keeps a first line that starts with #! Default: true. */
    readonly keepShebang?: boolean;
    /**
     * Keeps licence comments: those with @license, @preserve, SPDX-License-Identifier or the word copyright, with the
     * lines around them, and in js, ts and css those that start with /*! or //! Default: true.
     */
    readonly keepLicense?: boolean;
    /**
     * Drops lines that contained only comments; otherwise they stay as empty lines, so that lines keep their numbers.
     * Default: true.
     */
    readonly removeCommentLines?: boolean;
  };
  /**
   * Compares the lines of the text with those of another list: the lines common to both, only in the text, only in one
   * of them, or in either list. Every line occurs once, in the order of its first appearance.
   */
  'compare-lists': {
    /** The other list, one item per line; required without separatorLine. Text, up to 500,000 characters. */
    readonly other?: string;
    /**
     * A line such as === that stands once in the input: the other text is what follows it, in place of the option
     * other. White space at its end does not matter; empty for none. Text, up to 200 characters. Default: "".
     */
    readonly separatorLine?: string;
    /**
     * union: the lines of either list; intersection: those of both; difference: those of the text that the other list
     * lacks; symmetric: those that only one of the lists has. Default: "intersection".
     */
    readonly operation?: 'union' | 'intersection' | 'difference' | 'symmetric';
    /** When false, lines that differ only in case are equal. Default: true. */
    readonly caseSensitive?: boolean;
    /** Strips white space at both ends of each line first. Default: true. */
    readonly trim?: boolean;
    /** Skips lines that contain only white space. Default: true. */
    readonly removeBlank?: boolean;
  };
  /**
   * Makes one CONSTANT_CASE name of each line: words in upper case with underscores between them, as for environment
   * variables. Anything that is neither letter nor digit separates words.
   */
  'constant-case': {
    /** Treats digits as separate words: area51 then has two words. Default: false. */
    readonly splitNumbers?: boolean;
    /** Keeps underscores and dollar signs in front of the name, as in _private and $scope. Default: false. */
    readonly keepPrefix?: boolean;
    /**
     * Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text. Default:
     * true.
     */
    readonly perLine?: boolean;
  };
  /** Lists each different line once, with the number of times it occurs. */
  'count-duplicate-lines': {
    /**
     * What to order lines by: their count (equal counts in the order of appearance), the alphabet, or their first
     * appearance. Default: "count".
     */
    readonly sortBy?: 'count' | 'line' | 'first';
    /** Direction of sorting; if omitted, desc for counts and asc for all others. */
    readonly order?: 'asc' | 'desc';
    /**
     * count-line and line-count write both on one line; json an array of objects; csv a table with a header line.
     * Default: "count-line".
     */
    readonly format?: 'count-line' | 'line-count' | 'json' | 'csv';
    /**
     * Text between the count and the line in the formats count-line and line-count. Text, up to 10 characters. Default:
     * "\t".
     */
    readonly separator?: string;
    /** Omits lines that occur less often. Whole number, 1 to 500,000. Default: 1. */
    readonly minCount?: number;
    /** When false, lines that differ only in case are equal; the first is shown. Default: true. */
    readonly caseSensitive?: boolean;
    /** Strips white space at both ends of each line first. Default: false. */
    readonly trim?: boolean;
  };
  /**
   * Counts how often a word or any other text occurs in the input, such as an error in a log, or how often a regular
   * expression matches. Returns one plain number.
   */
  'count-occurrences': {
    /** The word, text or expression to count. Text, 1 to 2,000 characters. */
    readonly find: string;
    /** Reads find as a regular expression in RE2 syntax. Default: false. */
    readonly regex?: boolean;
    /** Distinguishes upper and lower case; otherwise characters are compared one by one. Default: true. */
    readonly caseSensitive?: boolean;
    /** Also counts overlapping places, so that aa occurs in aaa twice; not with regex. Default: false. */
    readonly overlap?: boolean;
  };
  /**
   * Describes in English when a cron expression runs, one expression per line. Reads five fields as in crontab, six
   * with seconds at the start or a year at the end, seven as in Quartz, and names such as @daily; with both days of the
   * month and weekdays it runs on either, as cron does; remove a command after the fields first.
   */
  'cron-describer': {
    /** Writes 17:30; otherwise 05:30 PM. Default: true. */
    readonly use24h?: boolean;
    /** The number of Sunday: 0 as in crontab, where 7 is Sunday as well, or 1 as in Quartz. Default: 0. */
    readonly dayStart?: 0 | 1;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Lays out CSS, SCSS or Less with one declaration per line, one selector per line and an empty line between rules.
   * Only white space changes; style sheets with errors are laid out as far as they can be read.
   */
  'css-formatter': {
    /** Spaces per level of indentation. Whole number, 1 to 8. Default: 2. */
    readonly indent?: number;
  };
  /**
   * Makes a style sheet shorter: removes white space, comments and empty rules, and writes colours, zeros and numbers
   * shorter. If it contains something that cannot be parsed or would get lost, such as nested rules, (width >= 400px)
   * or empty keyframes, only white space and comments are removed, so that nothing is lost. Files named by @import are
   * not read.
   */
  'css-minifier': {
    /**
     * Also merges and moves rules and declarations. May change the result where rules have equal specificity. Refused
     * where thousands of rules would have to be compared with each other, as by 2,000 names of elements, and with more
     * than 50,000 rules and declarations. Default: false.
     */
    readonly restructure?: boolean;
    /**
     * important keeps comments that start with /*!, such as licences; with one inside a rule, only white space and
     * other comments are removed. none removes all. Default: "important".
     */
    readonly keepComments?: 'important' | 'none';
  };
  /**
   * Adds a column to CSV and fills it from the other columns with a template: a full name, a link, a running number or
   * a fixed text. It can also rewrite a column.
   */
  'csv-add-column': {
    /** The name of the new column; needed unless hasHeaders is false. Text, up to 1,000 characters. Default: "". */
    readonly name?: string;
    /**
     * The cell to write, with Mustache tags: {{name}} for the cell of a column, {{#name}}…{{/name}} for text only if
     * that cell is not empty, {{^name}}…{{/name}} only if it is empty, {{@number}} for the number of the row. With
     * hasHeaders false the columns are {{1}}, {{2}} and so on. Text, up to 10,000 characters.
     */
    readonly template: string;
    /**
     * Position of the new column, counted from 1; 0 puts it after all others. Whole number, 0 to 500,000. Default: 0.
     */
    readonly position?: number;
    /**
     * Overwrites the column that already has this name, in its place; otherwise such a column is an error. Default:
     * false.
     */
    readonly replace?: boolean;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Keeps, drops, reorders, repeats or renames columns of CSV, by name or number. Cells are quoted only if necessary;
   * delimiter and line end stay.
   */
  'csv-column-picker': {
    /**
     * The columns in their new order: names, or numbers that count from 1, negative ones from the end; none means all.
     * List, up to 500 items (each: text, up to 1,000 characters, or whole number, -500,000 to 500,000). Default: [].
     */
    readonly columns?: readonly (string | number)[];
    /** Drops the listed columns and keeps all others. Default: false. */
    readonly exclude?: boolean;
    /** New names of columns by their old ones: {"old": "new"}. Default: {}. */
    readonly rename?: Readonly<Record<string, string>>;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Converts the dates or Unix timestamps in columns of CSV to another format and time zone. The other columns stay as
   * they are. Supports the formats of date-formatter, which reads one date per line.
   */
  'csv-date-formatter': {
    /**
     * The columns to convert, in their place, by name or by number from 1. List, 1 to 100 items (each: text, up to
     * 1,000 characters, or whole number, 1 to 500,000).
     */
    readonly columns: readonly (string | number)[];
    /**
     * Formats of the dates: iso (ISO 8601), unix (seconds), unix-ms, excel (days, such as 45123.5), excel-1904 (days of
     * old Excel for Mac), rfc2822 (e-mail), http, or tokens: y yy yyyy (61 to 99 are 19xx), M MM MMM MMMM (MMM also
     * reads Sept and Sep.), d dd do (1st), o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S SSS u, Z ZZ ZZZ z.
     * Put text in single quotes; a blank reads up to 8. A date is read in the first format that it has, so with
     * d/M/yyyy before M/d/yyyy only days from 13 on are American. List, 1 to 10 items (each: text, 1 to 100
     * characters). Default: ["iso"].
     */
    readonly inputFormats?: readonly string[];
    /** The year of dates that are written without one, such as Mar  5 in a syslog. Whole number, 1 to 9,999. */
    readonly year?: number;
    /**
     * What to write: iso, unix, unix-ms, excel, excel-1904, rfc2822, http, or tokens: those of inputFormats, and
     * yyyyyy, MMMMM, EEEEE, kk, q qq (quarter), G GG (era; y is then the year of it, never 0), X and x (Unix time). Put
     * text in single quotes. Text, 1 to 100 characters. Default: "yyyy-MM-dd".
     */
    readonly outputFormat?: string;
    /**
     * The time zone of dates without an offset: an IANA name such as Europe/Paris, UTC, or UTC+5:30. Text, 1 to 60
     * characters. Default: "UTC".
     */
    readonly fromZone?: string;
    /**
     * The time zone of the output: an IANA name such as Europe/Paris, UTC, or UTC+5:30. Text, 1 to 60 characters.
     * Default: "UTC".
     */
    readonly toZone?: string;
    /**
     * What to do with a cell that cannot be converted: error refuses the text and names the record, keep leaves it as
     * it is, drop removes its row, blank empties it, mark writes "invalid: " before it. Blank cells always stay.
     * Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Changes the delimiter of CSV, TSV and the like, and quotes the cells that need it with the new one. Line ends stay;
   * empty lines are removed, and so is a first line such as sep=; that names another delimiter.
   */
  'csv-delimiter-converter': {
    /**
     * The character between two cells, or tab, or auto, which follows a first line such as sep=; or detects which of ,
     * ; tab and | the text uses. Text, 1 to 4 characters. Default: "auto".
     */
    readonly delimiter?: string;
    /**
     * The character to write between two cells, or tab; auto writes commas. Text, 1 to 4 characters. Default: "tab".
     */
    readonly outputDelimiter?: string;
    /** Writes every cell in quotes, not only those that need them. Default: false. */
    readonly quoteAll?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Describes each column of CSV, to see what a table contains: its type (integer, number, date, boolean, text or
   * empty), the number of cells that are not blank, of blank and of different cells, the most common cell if one occurs
   * twice, the smallest and largest, and mean, median and standard deviation (of a sample) of numbers. Calculates
   * exactly. Numbers may be written 1,250, 1.5e3, 10,00,000, 1'250, 1_250, -$5, (5) or 5- for -5, 5 EUR, 50%, 1.5K (K,
   * M, B and T are powers of 1,000) or the digits of any script; a column with codes such as 007 is text, dates are ISO
   * 8601, and texts are in natural order.
   */
  'csv-describe': {
    /**
     * The columns to describe, by name or by number from 1; none means all. List, up to 100 items (each: text, up to
     * 1,000 characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly columns?: readonly (string | number)[];
    /**
     * csv, with the delimiter of the text; markdown, a table; or json, an array with an object per column. Default:
     * "csv".
     */
    readonly format?: 'csv' | 'markdown' | 'json';
    /**
     * Digits after the decimal mark to which mean and deviation are rounded; unnecessary zeros are omitted. Whole
     * number, 0 to 100. Default: 4.
     */
    readonly decimals?: number;
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** JSON: spaces per level of indentation, or tab; 0 writes one line. Whole number, 0 to 10, or tab. Default: 2. */
    readonly indent?: number | 'tab';
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Lists the differences from one CSV table to a newer one: rows that were added, removed or changed, with the cells
   * that changed. Rows belong together by key columns such as an id, columns by their names; the order of both does not
   * matter.
   */
  'csv-diff': {
    /** The newer table, as CSV; required without separatorLine. Text, up to 500,000 characters. */
    readonly other?: string;
    /**
     * A line such as === that stands once in the input: the other text is what follows it, in place of the option
     * other. White space at its end does not matter; empty for none. Text, up to 200 characters. Default: "".
     */
    readonly separatorLine?: string;
    /**
     * The key columns, by name or by number from 1; each key may stand once in a table. List, 1 to 20 items (each:
     * text, up to 1,000 characters, or whole number, 1 to 500,000).
     */
    readonly on: readonly (string | number)[];
    /**
     * Columns that are not compared, by name or by number from 1, such as the time of a change. List, up to 100 items
     * (each: text, up to 1,000 characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly ignore?: readonly (string | number)[];
    /**
     * text for one line per row (+ added, - removed, ~ changed), empty if nothing differs; csv for rows behind the
     * columns change (added, removed, before or after) and changed (the names of the changed columns); json for an
     * array of changes. Default: "text".
     */
    readonly format?: 'text' | 'csv' | 'json';
    /** JSON: spaces per level of indentation, or tab; 0 writes one line. Whole number, 0 to 10, or tab. Default: 2. */
    readonly indent?: number | 'tab';
    /**
     * The character between two cells of both tables, or tab, or auto, which detects it for each. Text, 1 to 4
     * characters. Default: ",".
     */
    readonly delimiter?: string;
    /** The first record of each table names the columns; otherwise columns belong together by number. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Writes one row of CSV for each item of a cell that holds a list; the other cells are repeated. The reverse is
   * csv-implode. A blank cell keeps its row.
   */
  'csv-explode': {
    /**
     * The columns that hold lists, by name or by number from 1. The items of several columns go together: the first
     * ones into the first row and so on, so their numbers must be equal. List, 1 to 100 items (each: text, up to 1,000
     * characters, or whole number, 1 to 500,000).
     */
    readonly columns: readonly (string | number)[];
    /**
     * Text between the items of a list. White space around an item is removed. Text, 1 to 100 characters. Default: ",".
     */
    readonly separator?: string;
    /** Leaves out items that are blank in all these columns, such as the last one of "a,b,". Default: true. */
    readonly removeBlank?: boolean;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Fills the blank cells of CSV with the value above, as in reports and pivot tables that name a group only in its
   * first row. Cells above the first value of a column stay blank.
   */
  'csv-fill-down': {
    /**
     * The columns to fill, by name or by number from 1; none means all. List, up to 100 items (each: text, up to 1,000
     * characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly columns?: readonly (string | number)[];
    /** Where values go: down takes the last value above, up the next value below. Default: "down". */
    readonly direction?: 'down' | 'up';
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Keeps the rows of CSV in which a column passes a test; it can also keep one row for each value of some columns. The
   * header always stays, and so does the order of the rows.
   */
  'csv-filter-rows': {
    /**
     * The column to test, by name or by number from 1; required unless op is all. Text, up to 1,000 characters, or
     * whole number, 1 to 500,000.
     */
    readonly column?: string | number;
    /**
     * The test of the cell: eq and ne compare texts, gt, ge, lt and le numbers or dates (see mode), regex is in RE2
     * syntax; all keeps every row. Default: "eq".
     */
    readonly op?: 'eq' | 'ne' | 'contains' | 'regex' | 'gt' | 'ge' | 'lt' | 'le' | 'empty' | 'not-empty' | 'all';
    /** The value to compare the cell with. Text, up to 2,000 characters. Default: "". */
    readonly value?: string;
    /** Distinguishes upper and lower case in eq, ne, contains, regex and uniqueBy. Default: true. */
    readonly caseSensitive?: boolean;
    /**
     * What gt, ge, lt and le compare: decimal numbers of any length, written 1,250, 1.5e3, 10,00,000, 1'250, 1_250,
     * -$5, (5) or 5- for -5, 5 EUR, 50%, 1.5K (K, M, B and T are powers of 1,000) or the digits of any script, or dates
     * in dateFormat. Currencies and percent signs are ignored: 50% is 50. A cell that is neither fails the test.
     * Default: "numeric".
     */
    readonly mode?: 'numeric' | 'date';
    /**
     * Mode date: how the dates are written: iso (ISO 8601 and RFC 3339), or tokens: y yy yyyy (61 to 99 are 19xx), M MM
     * MMM MMMM (MMM also reads Sept and Sep.), d dd do (1st), o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S
     * SSS u, Z ZZ ZZZ z. Text goes in single quotes. Dates without an offset are in UTC. Text, 1 to 100 characters.
     * Default: "iso".
     */
    readonly dateFormat?: string;
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** Drops the rows that pass the test and keeps the others. Default: false. */
    readonly invert?: boolean;
    /**
     * Keeps only the first row with the same values in these columns, by name or by number from 1. List, 1 to 100 items
     * (each: text, up to 1,000 characters, or whole number, 1 to 500,000).
     */
    readonly uniqueBy?: readonly (string | number)[];
    /**
     * Rows with a blank cell in a column of uniqueBy may be duplicates, too; otherwise they all stay. Default: false.
     */
    readonly uniqueBlank?: boolean;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Groups the rows of CSV by one or more columns and calculates for each group, like a pivot table or GROUP BY of SQL:
   * count, sum, mean, median, minimum, maximum, first, last, number of different cells, or a list of cells. Calculates
   * exactly; blank cells do not count. Numbers may be written 1,250, 1.5e3, 10,00,000, 1'250, 1_250, -$5, (5) or 5- for
   * -5, 5 EUR, 50%, 1.5K (K, M, B and T are powers of 1,000) or the digits of any script; currencies are ignored, and
   * percentages stay percentages: with other numbers in their column they are invalid. Groups are in the order of their
   * first rows.
   */
  'csv-group-by': {
    /**
     * The columns, by name or by number from 1, whose cells define a group; none groups all rows into one. List, up to
     * 100 items (each: text, up to 1,000 characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly groupBy?: readonly (string | number)[];
    /** Adds a column count: the number of rows in the group. Default: true. */
    readonly count?: boolean;
    /**
     * Columns of numbers to add up; each becomes a column such as amount_sum, as with the others. List, up to 100 items
     * (each: text, up to 1,000 characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly sum?: readonly (string | number)[];
    /**
     * Columns of numbers to average. List, up to 100 items (each: text, up to 1,000 characters, or whole number, 1 to
     * 500,000). Default: [].
     */
    readonly mean?: readonly (string | number)[];
    /**
     * Columns of numbers whose median to write. List, up to 100 items (each: text, up to 1,000 characters, or whole
     * number, 1 to 500,000). Default: [].
     */
    readonly median?: readonly (string | number)[];
    /**
     * Columns whose smallest cell to write; compared as numbers if all cells of the column are numbers, otherwise in
     * natural order, which also suits ISO dates. List, up to 100 items (each: text, up to 1,000 characters, or whole
     * number, 1 to 500,000). Default: [].
     */
    readonly min?: readonly (string | number)[];
    /**
     * Columns whose largest cell to write; compared as for min. List, up to 100 items (each: text, up to 1,000
     * characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly max?: readonly (string | number)[];
    /**
     * Columns whose first cell that is not blank to write. List, up to 100 items (each: text, up to 1,000 characters,
     * or whole number, 1 to 500,000). Default: [].
     */
    readonly first?: readonly (string | number)[];
    /**
     * Columns whose last cell that is not blank to write. List, up to 100 items (each: text, up to 1,000 characters, or
     * whole number, 1 to 500,000). Default: [].
     */
    readonly last?: readonly (string | number)[];
    /**
     * Columns whose different cells to count. List, up to 100 items (each: text, up to 1,000 characters, or whole
     * number, 1 to 500,000). Default: [].
     */
    readonly distinct?: readonly (string | number)[];
    /**
     * Columns whose cells to write as a list. List, up to 100 items (each: text, up to 1,000 characters, or whole
     * number, 1 to 500,000). Default: [].
     */
    readonly list?: readonly (string | number)[];
    /** Text between the cells of a list. Text, up to 10 characters. Default: ", ". */
    readonly separator?: string;
    /** Lists each different cell once. Default: false. */
    readonly unique?: boolean;
    /**
     * Digits after the decimal mark to which mean is rounded, half up; unnecessary zeros are omitted. Whole number, 0
     * to 100. Default: 10.
     */
    readonly decimals?: number;
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /**
     * What to do with a cell that must be a number and is not: error rejects the text and names the record, drop
     * ignores the cell. Default: "error".
     */
    readonly invalid?: 'error' | 'drop';
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Makes one row of all rows of CSV that agree in the other columns, and collects their cells of the listed columns in
   * a list; the reverse of csv-explode. A row stands where the first of its rows stood.
   */
  'csv-implode': {
    /**
     * The columns whose cells are joined, by name or by number from 1. List, 1 to 100 items (each: text, up to 1,000
     * characters, or whole number, 1 to 500,000).
     */
    readonly columns: readonly (string | number)[];
    /**
     * Text between the cells of a list. A cell that contains it is refused: the list could not be split. Text, 1 to 100
     * characters. Default: ", ".
     */
    readonly separator?: string;
    /** Lists each different cell once. Default: false. */
    readonly unique?: boolean;
    /** Leaves out blank cells. Without it, the lists of several columns have equally many items. Default: true. */
    readonly removeBlank?: boolean;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Joins the rows of two CSV tables whose key columns have equal cells, like JOIN of SQL or VLOOKUP of a spreadsheet.
   * Columns of the other table are added on the right, without its key columns. Rows with blank keys match nothing.
   */
  'csv-join': {
    /** The other table, as CSV; required without separatorLine. Text, up to 500,000 characters. */
    readonly other?: string;
    /**
     * A line such as === that stands once in the input: the other text is what follows it, in place of the option
     * other. White space at its end does not matter; empty for none. Text, up to 200 characters. Default: "".
     */
    readonly separatorLine?: string;
    /**
     * The key columns of the text, by name or by number from 1: a row matches if all of them are equal. List, 1 to 20
     * items (each: text, up to 1,000 characters, or whole number, 1 to 500,000).
     */
    readonly on: readonly (string | number)[];
    /**
     * The key columns of the other table in the same order; none means the same names as in on. List, up to 20 items
     * (each: text, up to 1,000 characters, or whole number, 1 to 500,000). Default: [].
     */
    readonly otherOn?: readonly (string | number)[];
    /**
     * inner writes the rows that match; left also those of the text without a match, right those of the other table,
     * and full both; semi writes the rows of the text that have a match, anti those that have none, both without added
     * columns. Default: "inner".
     */
    readonly type?: 'inner' | 'left' | 'right' | 'full' | 'semi' | 'anti';
    /** Suffix for the name of a column that both tables have. Text, up to 100 characters. Default: "_2". */
    readonly suffix?: string;
    /** When false, keys that differ only in case are equal. Default: true. */
    readonly caseSensitive?: boolean;
    /**
     * The character between two cells of both tables, or tab, or auto, which detects it for each. Text, 1 to 4
     * characters. Default: ",".
     */
    readonly delimiter?: string;
    /** The first record of each table names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Converts CSV to JSON and JSON to CSV, and detects the format of the input. Reads RFC 4180 with any one-character
   * delimiter and any line end; nested JSON becomes columns such as a.b.
   */
  'csv-json-converter': {
    /**
     * The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such
     * as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes commas).
     * Text, 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /**
     * The first CSV record names the columns: reading gives objects instead of arrays, writing starts with the names.
     * Default: true.
     */
    readonly hasHeaders?: boolean;
    /**
     * Direction of the conversion; auto reads a text that starts with { or [ as JSON and any other as CSV. Default:
     * "auto".
     */
    readonly direction?: 'auto' | 'csv-to-json' | 'json-to-csv';
    /**
     * CSV to JSON: writes true, false, null and numbers such as -120.50 and 1.2e-7 as such; 007, 12E5 and integers past
     * 2^53 stay strings. Default: false.
     */
    readonly parseTypes?: boolean;
    /**
     * CSV to JSON: spaces per level of indentation; 0 writes everything on one line without blanks. Whole number, 0 to
     * 8. Default: 2.
     */
    readonly indent?: number;
    /**
     * JSON to CSV: an object or array inside a record becomes columns (a.b, a.0), or JSON text in one cell. Default:
     * "flatten".
     */
    readonly nested?: 'flatten' | 'json';
    /** JSON to CSV: the line end between two records. Default: "lf". */
    readonly newline?: 'lf' | 'crlf';
    /**
     * JSON to CSV: puts ' before cells that a spreadsheet would take for a formula (= + - @ tab CR LF, and ＝ ＋ － ＠ of
     * full width); plain numbers such as -5 stay. Default: false.
     */
    readonly escapeFormulas?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Rounds the numbers in columns of CSV and writes them in one form: decimal places, decimal comma or point, thousands
   * separators, a currency sign. Numbers may be written 1,250, 1.5e3, 10,00,000, 1'250, 1_250, -$5, (5) or 5- for -5, 5
   * EUR, 50%, 1.5K (K, M, B and T are powers of 1,000) or the digits of any script; a currency is removed, a percent
   * sign stays. The other columns stay as they are. Calculates with decimal digits of any length, like number-formatter
   * does line by line.
   */
  'csv-number-formatter': {
    /**
     * The columns to convert, in their place, by name or by number from 1. List, 1 to 100 items (each: text, up to
     * 1,000 characters, or whole number, 1 to 500,000).
     */
    readonly columns: readonly (string | number)[];
    /** Digits after the decimal mark; 0 omits the mark. Whole number, 0 to 20. Default: 2. */
    readonly decimals?: number;
    /**
     * What to write between groups of three digits, which other programs may not read; empty for nothing. Text, up to 5
     * characters. Default: "".
     */
    readonly outputThousands?: string;
    /** The decimal mark to write. Text, 1 to 5 characters. Default: ".". */
    readonly outputDecimal?: string;
    /**
     * How to round: half-up rounds 0.5 away from zero, half-even to the even neighbour; down always rounds towards zero
     * and up away from it. Default: "half-up".
     */
    readonly rounding?: 'half-up' | 'half-even' | 'down' | 'up';
    /** Text before each number, after its minus sign: -$5.00. Text, up to 10 characters. Default: "". */
    readonly prefix?: string;
    /** Text after each number. Text, up to 10 characters. Default: "". */
    readonly suffix?: string;
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /**
     * What to do with a cell that cannot be converted: error refuses the text and names the record, keep leaves it as
     * it is, drop removes its row, blank empties it, mark writes "invalid: " before it. Blank cells always stay.
     * Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Keeps a random sample of the rows of CSV, in their order and below their header. The sample depends on the seed:
   * the same rows with the same seed always give the same sample. Do not use it for draws that must be fair.
   */
  'csv-sample': {
    /** Any text; each one selects a random sample. Text, 1 to 100 characters. */
    readonly seed: string;
    /** How many rows to keep; all if there are fewer. Whole number, 0 to 4,000,000. */
    readonly count?: number;
    /** What share of the rows to keep, rounded to whole ones. Number, 0 to 100. */
    readonly percent?: number;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Sorts the rows of CSV by one or more columns, ascending or descending: numbers, text, dates, file sizes, IP
   * addresses or versions. The header stays on top, rows that are equal keep their order, and blank cells come last in
   * both directions.
   */
  'csv-sort': {
    /**
     * The columns to sort by, by name or by number from 1: the first decides, the next decides ties, and so on. List, 1
     * to 20 items (each: text, up to 1,000 characters, or whole number, 1 to 500,000).
     */
    readonly by: readonly (string | number)[];
    /** Direction of sorting. Default: "asc". */
    readonly order?: 'asc' | 'desc';
    /**
     * Columns of by to sort in the other direction. List, up to 100 items (each: text, up to 1,000 characters, or whole
     * number, 1 to 500,000). Default: [].
     */
    readonly reverse?: readonly (string | number)[];
    /**
     * How to order cells. auto uses the number if all non-blank cells of the column are numbers ($1,200, 5 EUR, (5) for
     * -5, 50%, 1.5K), otherwise natural: by the alphabet, with numbers in the text as numbers, which also suits ISO
     * dates. numeric uses the first number in a cell ($1,200); the others are those of sort-lines. Default: "auto".
     */
    readonly mode?:
      | 'auto'
      | 'alphabetical'
      | 'codepoint'
      | 'natural'
      | 'numeric'
      | 'length'
      | 'ip'
      | 'hex'
      | 'version'
      | 'size'
      | 'date';
    /**
     * Mode date: how the dates are written: iso (ISO 8601 and RFC 3339), or tokens: y yy yyyy (61 to 99 are 19xx), M MM
     * MMM MMMM (MMM also reads Sept and Sep.), d dd do (1st), o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S
     * SSS u, Z ZZ ZZZ z. Text goes in single quotes. Dates without an offset are in UTC. Text, 1 to 100 characters.
     * Default: "iso".
     */
    readonly dateFormat?: string;
    /** When false, upper and lower case are the same. Default: true. */
    readonly caseSensitive?: boolean;
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Converts CSV to an HTML table. Cells are text: characters with a meaning in HTML are escaped, line ends become
   * <br>.
   */
  'csv-to-html-table': {
    /**
     * The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such
     * as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes commas).
     * Text, 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /** The first record names the columns: it becomes the head of the table. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Converts CSV to a Markdown table (GitHub Flavored Markdown). Pipes in cells are escaped and line ends become <br>;
   * other Markdown in cells stays as it is.
   */
  'csv-to-markdown-table': {
    /**
     * The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such
     * as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes commas).
     * Text, 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /**
     * The first record names the columns; otherwise the head of the table, which Markdown requires, is empty. Default:
     * true.
     */
    readonly hasHeaders?: boolean;
    /**
     * Alignment of each column, the first column first; none for omitted ones. List, up to 500 items (each: one of
     * left, right, center, none). Default: [].
     */
    readonly align?: readonly ('left' | 'right' | 'center' | 'none')[];
    /**
     * Pads cells so that columns line up in the source; a column with a cell wider than 200 is left as it is. Default:
     * true.
     */
    readonly pretty?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Converts CSV to INSERT statements. Names and texts are quoted according to the dialect. Table and columns must
   * exist: no CREATE TABLE is written.
   */
  'csv-to-sql': {
    /** The table to insert into; a dot separates schema and table. Text, 1 to 200 characters. Default: "table". */
    readonly table?: string;
    /**
     * How names and texts are quoted: standard SQL, MySQL, PostgreSQL, SQLite, or SQL Server (transactsql). Default:
     * "sql".
     */
    readonly dialect?: 'sql' | 'mysql' | 'postgresql' | 'sqlite' | 'transactsql';
    /** Maximum number of rows in one INSERT statement. Whole number, 1 to 1,000. Default: 100. */
    readonly batch?: number;
    /**
     * Writes numbers, true and false without quotes, and empty cells and null as NULL; 007 and the like stay text.
     * Otherwise every cell is text. Default: true.
     */
    readonly parseTypes?: boolean;
    /**
     * The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line such
     * as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes commas).
     * Text, 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /** The first record names the columns; otherwise rows go into all columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /** Swaps the rows and columns of CSV. Missing cells become empty ones; delimiter and line end stay. */
  'csv-transpose': {
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Checks each row of CSV against a JSON Schema and lists the mistakes by record and column, or keeps only the good or
   * the bad rows. A cell is a number, true or false, null (if empty), an array or an object (as JSON) where the type of
   * its property allows it, and a text otherwise; an empty cell that may not be null is a missing property.
   */
  'csv-validator': {
    /**
     * The schema of a row, an object with the columns as properties (without headers: "1", "2" and so on), of at most
     * 100,000 characters.
     */
    readonly schema: Readonly<Record<string, unknown>> | boolean;
    /**
     * report lists what is wrong; valid keeps the rows without a mistake, and invalid the others, both as CSV. Default:
     * "report".
     */
    readonly output?: 'report' | 'valid' | 'invalid';
    /**
     * The report: text is Valid, or a line per mistake; csv has the columns record, column, keyword and message; json
     * an object with the numbers of rows and of invalid ones and the mistakes. text and json add notes on parts of the
     * schema that are not checked. Default: "text".
     */
    readonly format?: 'text' | 'csv' | 'json';
    /**
     * The report: how many mistakes it lists; text and json say how many more there are. Whole number, 1 to 100,000.
     * Default: 1000.
     */
    readonly limit?: number;
    /** Checks the formats of texts, such as date or email; otherwise format is only an annotation. Default: true. */
    readonly checkFormats?: boolean;
    /**
     * Lets the step fail with the first mistake; otherwise passes the CSV to the next step unchanged. Default: false.
     */
    readonly failOnInvalid?: boolean;
    /** The character between two cells, or tab, or auto, which detects it. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /** The first record names the columns. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Adds a span of time to a date on each line (ISO 8601) or subtracts one, or counts the time to another date. Years
   * to days follow the calendar and the clocks of the time zone, so 31 January plus one month is the last day of
   * February; hours, minutes and seconds are exact. Fractions of a second stay as they are; diff counts to the
   * millisecond.
   */
  'date-calculator': {
    /**
     * add moves each date into the future and subtract into the past; diff returns the time from each date to the other
     * one, negative if the other is earlier. Default: "add".
     */
    readonly operation?: 'add' | 'subtract' | 'diff';
    /** How many years to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly years?: number;
    /** How many months to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly months?: number;
    /** How many weeks to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly weeks?: number;
    /** How many days to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly days?: number;
    /** How many hours to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly hours?: number;
    /** How many minutes to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly minutes?: number;
    /** How many seconds to add or subtract. Whole number, -10,000 to 10,000. Default: 0. */
    readonly seconds?: number;
    /** The date up to which diff counts, in ISO 8601. Text, up to 160 characters. Default: "". */
    readonly other?: string;
    /** What diff counts: whole units, or duration for all of them as in P1Y2M3DT4H5M6S. Default: "days". */
    readonly unit?: 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds' | 'duration';
    /**
     * The time zone for counting and writing, and for dates without an offset: an IANA name such as Europe/Paris, UTC,
     * or UTC+5:30. Text, 1 to 60 characters. Default: "UTC".
     */
    readonly zone?: string;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Parses a date on each line, in one of several formats, and converts it to another format and time zone, to the
   * millisecond. Names of months and days are English. A missing year must be given; other parts missing from a format
   * are those of 1 January 1970, never of today; time zones follow the database of the Node.js that runs the service.
   */
  'date-formatter': {
    /**
     * Formats of the dates: iso (ISO 8601), unix (seconds), unix-ms, excel (days, such as 45123.5), excel-1904 (days of
     * old Excel for Mac), rfc2822 (e-mail), http, or tokens: y yy yyyy (61 to 99 are 19xx), M MM MMM MMMM (MMM also
     * reads Sept and Sep.), d dd do (1st), o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S SSS u, Z ZZ ZZZ z.
     * Put text in single quotes; a blank reads up to 8. A date is read in the first format that it has, so with
     * d/M/yyyy before M/d/yyyy only days from 13 on are American. List, 1 to 10 items (each: text, 1 to 100
     * characters). Default: ["iso"].
     */
    readonly inputFormats?: readonly string[];
    /** The year of dates that are written without one, such as Mar  5 in a syslog. Whole number, 1 to 9,999. */
    readonly year?: number;
    /**
     * What to write: iso, unix, unix-ms, excel, excel-1904, rfc2822, http, or tokens: those of inputFormats, and
     * yyyyyy, MMMMM, EEEEE, kk, q qq (quarter), G GG (era; y is then the year of it, never 0), X and x (Unix time). Put
     * text in single quotes. Text, 1 to 100 characters. Default: "yyyy-MM-dd".
     */
    readonly outputFormat?: string;
    /**
     * The time zone of dates without an offset: an IANA name such as Europe/Paris, UTC, or UTC+5:30. Text, 1 to 60
     * characters. Default: "UTC".
     */
    readonly fromZone?: string;
    /**
     * The time zone of the output: an IANA name such as Europe/Paris, UTC, or UTC+5:30. Text, 1 to 60 characters.
     * Default: "UTC".
     */
    readonly toZone?: string;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Removes the indentation that all lines have in common, and keeps the rest. Blank lines do not count, and become
   * empty.
   */
  'dedent-lines': {
    /**
     * Columns between tab stops, for texts that mix indentation by tabs and by spaces; a partly removed tab becomes
     * spaces. Whole number, 1 to 16. Default: 8.
     */
    readonly tabWidth?: number;
  };
  /**
   * Removes duplicate lines, of which the first stays, and sorts the lines that remain. To keep the order of the lines
   * use remove-duplicate-lines.
   */
  'dedupe-sort': {
    /** Direction of sorting. Default: "asc". */
    readonly order?: 'asc' | 'desc';
    /**
     * What to order lines by: the alphabet of the Unicode collation; code points, as in the C locale; natural, with
     * numbers in the text as numbers; the number at the start of a line ($1,200, 1.5K); or the length. Default:
     * "alphabetical".
     */
    readonly mode?: 'alphabetical' | 'codepoint' | 'natural' | 'numeric' | 'length';
    /** Mode numeric: the decimal mark of the numbers. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * Mode numeric: What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the
     * comma, or the full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two
     * or more groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** When false, lines that differ only in case are equal, and case does not affect the order. Default: true. */
    readonly caseSensitive?: boolean;
    /** Strips white space at both ends of each line first. Default: false. */
    readonly trim?: boolean;
    /** Removes lines that contain only white space. Default: false. */
    readonly removeBlank?: boolean;
  };
  /**
   * Tells what a text is, from its first 100,000 characters: JSON, NDJSON, CSV with its delimiter, TSV, YAML, TOML,
   * INI, .env, XML, HTML, Markdown, SQL, CSS, a log and its format, cron, PEM, iCalendar, vCard, front matter, a list
   * of URLs, e-mail addresses, UUIDs, dates or numbers, a query string, a JSON Web Token, Base64, hexadecimal, other
   * encodings, mojibake, an e-mail message or mailbox, a diff, a hash or plain text. Says why, and which tools suit it.
   */
  'detect-format': {
    /**
     * text writes the format, what it is, why, and the tools; json an array of objects, in which each suggestion has
     * steps for a workflow. Text in a wrong encoding is named first, before its format. Default: "text".
     */
    readonly format?: 'text' | 'json';
  };
  /**
   * Makes one dot.case name of each line: words with dots, or any other separator, between them. Anything that is
   * neither letter nor digit separates words.
   */
  'dot-case': {
    /**
     * Separator between words: / makes path/case, - with capitalize Train-Case. Text, 1 to 5 characters. Default: ".".
     */
    readonly separator?: string;
    /** Starts every word with a capital; otherwise words are in lower case. Default: false. */
    readonly capitalize?: boolean;
    /** Treats digits as separate words: area51 then has two words. Default: false. */
    readonly splitNumbers?: boolean;
    /**
     * Leaves words of two capitals or more as they are, as HTTP in HTTPServer, unless all words of the text or line are
     * in capitals or it is the first word of a camelCase name. Default: false.
     */
    readonly keepAcronyms?: boolean;
    /** Keeps underscores and dollar signs in front of the name, as in _private and $scope. Default: false. */
    readonly keepPrefix?: boolean;
    /**
     * Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text. Default:
     * true.
     */
    readonly perLine?: boolean;
  };
  /**
   * Writes e-mail addresses, one per line, so that those of one mailbox look the same: in lower case, without +tags,
   * and without dots at Gmail. Also reads "Ada <ada@example.com>" and mailto:; whether a mailbox exists is not checked.
   */
  'email-normalizer': {
    /** Removes the dots from the user part of Gmail addresses and writes googlemail.com as gmail.com. Default: true. */
    readonly gmailDots?: boolean;
    /**
     * Removes a + and what follows it from the user part, at every domain: ada+news@example.com is ada@example.com.
     * Default: true.
     */
    readonly plusTags?: boolean;
    /** Writes the user part in lower case; the domain always is. Default: true. */
    readonly lowercase?: boolean;
    /** Returns each address once, in the order of first occurrence. Default: false. */
    readonly unique?: boolean;
    /**
     * What to do with a line that is not an e-mail address: error refuses the text and names the line, keep leaves it
     * as it is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default:
     * "drop".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Finds the main text of an HTML page, such as a news article or blog post, and writes it as text, Markdown or HTML,
   * without navigation, advertisements, comments, captions and lists of links. Goes by rules of thumb, which fail on
   * some pages. A page without a clear main part is written as a whole, without what surrounds articles elsewhere. To
   * convert all of a page use html-to-text or html-to-markdown.
   */
  'extract-article': {
    /**
     * The form of the article. HTML has only the attributes that belong to content, such as href and alt; it is not
     * made safe. Default: "text".
     */
    readonly format?: 'text' | 'markdown' | 'html';
    /** Writes the title of the page as the first heading, unless the article has it. Default: true. */
    readonly title?: boolean;
    /**
     * What to write: the article, or what the page says about itself as a JSON object with title, author, date and
     * language, each as the page has it and empty if it has none. Default: "article".
     */
    readonly output?: 'article' | 'metadata';
  };
  /**
   * Extracts the text between two markers, such as ( and ), or <b> and </b>. Each start marker goes with the nearest
   * end marker after it, and the search continues after that; nesting is not understood.
   */
  'extract-between': {
    /** The text before the wanted part, case-sensitive. Text, 1 to 2,000 characters. */
    readonly start: string;
    /** The text after the wanted part; may be the same as start. Text, 1 to 2,000 characters. */
    readonly end: string;
    /** Returns at most this many pieces, from the start; 0 returns all. Whole number, 0 to 1,000,000. Default: 0. */
    readonly limit?: number;
    /** Returns the markers as well. Default: false. */
    readonly inclusive?: boolean;
    /** What to write between two pieces. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
  };
  /**
   * Finds the fenced code blocks (``` or ~~~) of a Markdown text, such as the answer of a language model, also those in
   * lists and quotes, and writes the code without its fences. A block that is not closed extends to the end.
   */
  'extract-code-blocks': {
    /**
     * Only blocks of this language, the first word after the fence, in any letter case: js, python; empty for all.
     * Text, up to 40 characters. Default: "".
     */
    readonly language?: string;
    /**
     * Returns only this one of these blocks, or nothing if it does not exist: 1 is the first, -1 the last, 0 returns
     * all. Whole number, -500,000 to 500,000. Default: 0.
     */
    readonly pick?: number;
    /** Text between two blocks. Text, up to 10 characters. Default: "\n\n". */
    readonly separator?: string;
  };
  /**
   * Keeps columns of every line by number: the text between delimiters, or characters. Columns that a line does not
   * have are skipped. Quotes have no meaning: for CSV with quoted cells use a CSV tool.
   */
  'extract-columns': {
    /**
     * The columns to keep, counted from 1, in the order to write them: 3,1 or 2-4 or 5- or -3. Text, up to 200
     * characters. Default: "1".
     */
    readonly columns?: string;
    /** What a column is: the text between two delimiters, or one character. Default: "fields". */
    readonly mode?: 'fields' | 'chars';
    /** The delimiter between columns; empty for any white space. Text, up to 10 characters. Default: "\t". */
    readonly delimiter?: string;
    /**
     * Text to write between columns, or between ranges of characters; if omitted, the delimiter (one space for white
     * space), and nothing between characters. Text, up to 10 characters.
     */
    readonly outputDelimiter?: string;
    /**
     * What to do with a line without the delimiter: empty treats it as a line of one column, as awk does; keep leaves
     * it as it is, as cut does; drop removes it, as cut -s does. Default: "empty".
     */
    readonly undelimited?: 'empty' | 'keep' | 'drop';
  };
  /**
   * Finds the dates in a text that match one of the given formats, and on request writes them all as ISO 8601. Names of
   * months and days are English; words such as "tomorrow" and days that do not exist are skipped.
   */
  'extract-dates': {
    /**
     * Formats of the dates: y yy yyyy (61 to 99 are 19xx), M MM MMM MMMM (MMM also reads Sept and Sep.), d dd do (1st),
     * o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S SSS u, Z ZZ ZZZ z. Put text in single quotes. If two
     * formats match, the longer date wins, or that of the first format. List, 1 to 10 items (each: text, 1 to 100
     * characters). Default: ["yyyy-MM-dd","dd/MM/yyyy"].
     */
    readonly formats?: readonly string[];
    /**
     * raw returns dates as written; iso writes 2026-11-21, with the time if the format has one, and in UTC if it has an
     * offset or a zone. Default: "raw".
     */
    readonly format?: 'raw' | 'iso';
    /** The year of dates that are written without one, such as Mar  5 in a syslog. Whole number, 1 to 9,999. */
    readonly year?: number;
    /** Returns each date once, in the order of first occurrence, in any format. Default: true. */
    readonly unique?: boolean;
    /** Sorts the dates by time, the earliest first. Default: false. */
    readonly sort?: boolean;
    /** What to write between two dates. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many dates, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Finds the domain names in a text, in lower case: hosts of URLs and e-mail addresses, and standalone names. Those
   * count if their ending is on the Public Suffix List in the pinned release of tldts; a file name such as setup.sh,
   * whose ending is on it, counts as a domain. Reads \n, \/ and such as source code means them, and ignores invisible
   * marks.
   */
  'extract-domains': {
    /** Returns the registered domain, example.co.uk, instead of the whole name, www.example.co.uk. Default: false. */
    readonly registrable?: boolean;
    /** Includes the domains of e-mail addresses. Default: true. */
    readonly includeFromEmails?: boolean;
    /**
     * Returns each domain once, in the order of first occurrence; otherwise returns every occurrence, so that they can
     * be counted. Default: false.
     */
    readonly unique?: boolean;
    /** Sorts the domains alphabetically. Default: false. */
    readonly sort?: boolean;
    /** What to write between two domains. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many domains, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Finds the e-mail addresses in a text. Excludes what surrounds them (quotes, brackets, mailto:, a full stop); the
   * user part of a URL and the name of a file, such as logo@2x.png, are not addresses. Full-width forms (＠ and ．) are
   * written in ASCII. Reads \n, \/, %40, &#64; and such as they are meant, and ignores invisible marks.
   */
  'extract-emails': {
    /** Writes addresses in lower case, so that two that differ only in case are the same. Default: true. */
    readonly lowercase?: boolean;
    /**
     * Returns each address once, in the order of first occurrence; when false, returns every occurrence, to count them.
     * Default: true.
     */
    readonly unique?: boolean;
    /** Sorts the addresses alphabetically. Default: false. */
    readonly sort?: boolean;
    /** What to write between two addresses. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many addresses, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Finds #hashtags of any script, @mentions, or both. A hashtag contains a letter, so #fff is one and #1 is not;
   * e-mail addresses and parts of URLs do not count, nor what follows a letter directly, except in scripts without
   * spaces: 中文#标签.
   */
  'extract-hashtags': {
    /** What to look for. Default: "hashtags". */
    readonly kind?: 'hashtags' | 'mentions' | 'both';
    /** Writes tags with their # or @. Default: true. */
    readonly keepSign?: boolean;
    /**
     * Returns each tag once, in the order of first occurrence, ignoring case; otherwise returns every occurrence, so
     * that they can be counted. Default: false.
     */
    readonly unique?: boolean;
    /** Sorts the tags alphabetically. Default: false. */
    readonly sort?: boolean;
    /** What to write between two tags. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many tags, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Finds the IPv4 and IPv6 addresses in a text, without port, prefix length or zone. A version number of four parts,
   * such as 1.2.3.4, looks like an address and is found as well. Reads \n, \/, %40, &#64; and such as they are meant,
   * and ignores invisible marks.
   */
  'extract-ip-addresses': {
    /** Version of IP to look for. Default: "both". */
    readonly version?: '4' | '6' | 'both';
    /**
     * Omits addresses that no host on the internet has: private, loopback, link-local, documentation and such. Default:
     * false.
     */
    readonly excludePrivate?: boolean;
    /**
     * Returns each address once, in the order of first occurrence; otherwise returns every occurrence, so that they can
     * be counted. Default: false.
     */
    readonly unique?: boolean;
    /** Sorts the addresses by number, IPv4 before IPv6. Default: false. */
    readonly sort?: boolean;
    /** What to write between two addresses. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many addresses, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Finds the JSON objects and arrays in other text: the answer of a language model, a log, a web page. Brackets that
   * do not open JSON are skipped, but [1] in prose is an array as well. The output is empty if there is none.
   */
  'extract-json': {
    /** The value to write; all writes an array of all of them. Default: "first". */
    readonly which?: 'first' | 'last' | 'all';
    /** Also finds broken and cut-off JSON and repairs it, which is a guess. Default: false. */
    readonly repair?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Lists the links of an HTML or Markdown text with their addresses and texts. Finds everything that a reader can
   * click on, including image maps and bare http addresses in Markdown; images, style sheets and scripts are not links.
   * Relative addresses become absolute by <base href>.
   */
  'extract-links': {
    /**
     * How to read the text; auto reads a text that starts with a tag as HTML and any other as Markdown. Default:
     * "auto".
     */
    readonly from?: 'auto' | 'html' | 'markdown';
    /**
     * What to write: the addresses alone, or with the texts of the links as a Markdown list, CSV or JSON. Default:
     * "urls".
     */
    readonly format?: 'urls' | 'markdown' | 'csv' | 'json';
    /**
     * The address of the page: relative addresses become absolute by it; empty leaves them as they are. Text, up to
     * 2,000 characters. Default: "".
     */
    readonly base?: string;
    /**
     * Returns each address once, in the order of first occurrence; when false, returns every link, to count them.
     * Default: true.
     */
    readonly unique?: boolean;
  };
  /**
   * Extracts everything that a regular expression matches, or one of its groups, one per line or as a JSON array. A
   * search that takes longer than a second is stopped.
   */
  'extract-matches': {
    /**
     * The regular expression, in RE2 syntax: like JavaScript, without look-around and back-references; \w \d \s \b mean
     * ASCII, \p{L} any letter. Text, 1 to 2,000 characters.
     */
    readonly pattern: string;
    /**
     * Any of i (upper and lower case are the same), m (^ and $ match at line feeds; for CRLF write \r?$), s (. matches
     * a line feed). Text, up to 3 characters. Default: "".
     */
    readonly flags?: string;
    /**
     * Which group of the pattern to return, by number or name; 0 is the whole match. Whole number, 0 to 1,000, or text,
     * 1 to 100 characters. Default: 0.
     */
    readonly group?: number | string;
    /** text puts the separator between the matches, json writes an array of strings. Default: "text". */
    readonly format?: 'text' | 'json';
    /** Text between two matches. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /** Returns each text once, in the order of first occurrence. Default: false. */
    readonly unique?: boolean;
    /** Returns at most this many matches, from the start; 0 returns all. Whole number, 0 to 500,000. Default: 0. */
    readonly limit?: number;
  };
  /** Keeps every n-th line, or the lines whose numbers you list. They keep their order. */
  'extract-nth-lines': {
    /**
     * The distance between two lines to keep: 2 keeps lines 1, 3, 5 and so on. Whole number, 1 to 100,000. Default: 2.
     */
    readonly every?: number;
    /**
     * Number of lines to skip before the first one to keep: 1 makes that 2, 4, 6. Whole number, 0 to 500,000. Default:
     * 0.
     */
    readonly offset?: number;
    /**
     * Numbers and ranges of lines to keep, counted from 1: 1,4-9 or 20- (to the end) or -3 (the first three); every and
     * offset then have no meaning. Text, up to 1,000 characters. Default: "".
     */
    readonly lines?: string;
  };
  /**
   * Finds the numbers in a text, also inside words, with fractions, thousands separators and exponents, in the digits
   * of any script. A sign may be before a currency (-$5), K, M, bn or tn after the digits (1.5K), and a number that is
   * alone in its line as (5) or 5- is negative. 1,000,00 and 1.168,81 may each be one number or several: see invalid. B
   * and T count only in amounts ($2B) and fractions. Every number of a date, an IP address or a version counts
   * separately, and a hyphen between two numbers is not a minus sign. The digits of \xe9 and such do not count.
   */
  'extract-numbers': {
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** When false, ignores the signs before numbers. Default: true. */
    readonly negatives?: boolean;
    /**
     * raw returns numbers as written; plain writes them as 1234.5, without separators, exponents and unnecessary zeros.
     * Default: "raw".
     */
    readonly format?: 'raw' | 'plain';
    /**
     * What to do with digits in irregular groups, such as 1,000,00, 1.168,81 or rgb(255,100,20): keep returns them as
     * one item, as written, also with the format plain; drop leaves them out; error names their place. Set decimal, or
     * thousands to nothing for a list such as 255,100,20. Default: "keep".
     */
    readonly invalid?: 'keep' | 'drop' | 'error';
    /** Returns each number once, in the order of first occurrence. Default: false. */
    readonly unique?: boolean;
    /** Text between two numbers. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many numbers, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Finds the phone numbers in a text: international ones with +, and those of one or more countries as they are
   * dialled there. A number has seven digits or more and is valid in its numbering plan, as the release of
   * libphonenumber in use knows it; other numbers may look like one too. Reads \n, \/, %40, &#64; and such as they are
   * meant, and ignores invisible marks.
   */
  'extract-phone-numbers': {
    /**
     * The country of numbers without + and country calling code: two letters (ISO 3166-1), such as US or DE. Text,
     * exactly 2 characters. Default: "US".
     */
    readonly defaultCountry?: string;
    /**
     * Up to 9 more countries whose numbers are found without + and country calling code, such as GB and FR; a number
     * that is valid in several belongs to the first of them, after defaultCountry. List, up to 9 items (each: text,
     * exactly 2 characters). Default: [].
     */
    readonly otherCountries?: readonly string[];
    /**
     * Format of the numbers: +12133734253 (without an extension), +1 213 373 4253, (213) 373-4253, or raw, as in the
     * text. Default: "e164".
     */
    readonly format?: 'e164' | 'international' | 'national' | 'raw';
    /**
     * Returns each number once, in the order of first occurrence; when false, returns every occurrence, to count them.
     * Default: true.
     */
    readonly unique?: boolean;
    /** Sorts the numbers alphabetically. Default: false. */
    readonly sort?: boolean;
    /** What to write between two numbers. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many numbers, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Turns each line, block or match into a record with named members, by a regular expression with named groups or a
   * template such as {date} {level}: {message}. Writes NDJSON, a JSON array or CSV; a group that does not take part is
   * null. A pattern that takes longer than a second is stopped.
   */
  'extract-records': {
    /**
     * A regular expression whose named groups, such as (?<name>\w+), are the members of a record (names have ASCII
     * letters, digits and _). It may match any part of a line; ^ and $ demand all of it. Written in RE2 syntax: like
     * JavaScript, without look-around and back-references; \w \d \s \b mean ASCII, \p{L} any letter. Text, up to 2,000
     * characters. Default: "".
     */
    readonly pattern?: string;
    /**
     * Any of i (upper and lower case are the same), m (^ and $ match at line feeds; for CRLF write \r?$), s (. matches
     * a line feed). Text, up to 3 characters. Default: "".
     */
    readonly flags?: string;
    /**
     * Instead of a pattern: text with fields between, such as {ip} [{time}] {status:int} {}, that fits a whole line. A
     * field takes what is before the next occurrence of the text behind it, even nothing; the last field, everything
     * but the text at the end. {} leaves a part out, {{ and }} are braces. The types int and number write numbers, and
     * - as null; word takes one or more characters without white space. Text, up to 2,000 characters. Default: "".
     */
    readonly template?: string;
    /**
     * Template: a blank stands for one or more spaces and tabs, and those at the ends of a line do not count, as in
     * aligned columns. Default: false.
     */
    readonly collapseBlanks?: boolean;
    /**
     * What becomes a record: each line that is not blank, each paragraph, that is the lines between blank lines (joined
     * by line feeds), or each match of the pattern in all of the text, where what is between the matches is left out;
     * in lines and paragraphs the first match counts. Default: "lines".
     */
    readonly scope?: 'lines' | 'paragraphs' | 'text';
    /**
     * Writes true, false, null and numbers such as -120.50 and 1.2e-7 as such, where a field has no type; 007, 12E5 and
     * integers past 2^53 stay strings. Default: false.
     */
    readonly parseTypes?: boolean;
    /**
     * What to do with a line or block that does not match: error refuses the text and names the line, keep writes a
     * record whose only member unparsed is that text, drop leaves it out, mark writes such a record that begins with
     * the member invalid, which has the line and the reason. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'mark';
    /**
     * What to write: ndjson a JSON object on each line, json an array with an object on each line, csv a table that has
     * a column for each name, where what is inside a member has columns such as a.b. Default: "ndjson".
     */
    readonly format?: 'ndjson' | 'json' | 'csv';
    /**
     * CSV: puts ' before cells that a spreadsheet would take for a formula (= + - @ tab CR LF, and ＝ ＋ － ＠ of full
     * width); plain numbers such as -5 stay. Default: false.
     */
    readonly escapeFormulas?: boolean;
  };
  /**
   * Finds the URLs in a text, as written; for the texts of links use extract-links. Understands prose, Markdown, HTML
   * and lists: a full stop or a bracket that belongs to the text around a URL is excluded, and so are the next cells of
   * CSV after a comma before it; between quotes, <…> and the brackets of a link everything counts. Reads \n, \/ and
   * such as source code means them, and ignores invisible marks.
   */
  'extract-urls': {
    /**
     * The schemes to look for, without the colon: http, https, ftp, mailto and others. List, 1 to 20 items (each: text,
     * 1 to 20 characters). Default: ["http","https"].
     */
    readonly schemes?: readonly string[];
    /** Also finds addresses that start with www. and no scheme. Default: false. */
    readonly includeBare?: boolean;
    /**
     * Also finds domain names with a path, query or fragment and no scheme, such as bit.ly/x, if their ending is on the
     * Public Suffix List. Default: false.
     */
    readonly includeDomains?: boolean;
    /** Excludes punctuation at the end, and brackets that were opened before the URL. Default: true. */
    readonly stripTrailingPunctuation?: boolean;
    /**
     * Returns each URL once, in the order of first occurrence; when false, returns every occurrence, to count them.
     * Default: true.
     */
    readonly unique?: boolean;
    /** Sorts the URLs alphabetically. Default: false. */
    readonly sort?: boolean;
    /** What to write between two URLs. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * Returns at most this many URLs, counted after the other options; 0 returns all. Whole number, 0 to 500,000.
     * Default: 0.
     */
    readonly limit?: number;
  };
  /**
   * Keeps the lines that match, or removes them: by a text they contain, start or end with or equal, by a regular
   * expression, and by their length.
   */
  'filter-lines': {
    /**
     * How to compare a line with the pattern; regex reads it as a regular expression in RE2 syntax. Default:
     * "contains".
     */
    readonly match?: 'contains' | 'starts' | 'ends' | 'equals' | 'regex';
    /**
     * What to search for in every line; every line contains the empty text, so then only the lengths decide. Text, up
     * to 2,000 characters. Default: "".
     */
    readonly pattern?: string;
    /** Drops the lines that match and keeps the others. Default: false. */
    readonly invert?: boolean;
    /** Distinguishes upper and lower case. Default: false. */
    readonly caseSensitive?: boolean;
    /** A line matches only if it has at least this many characters. Whole number, 0 to 500,000. Default: 0. */
    readonly minLength?: number;
    /**
     * A line matches only if it has at most this many characters; any number if omitted. Whole number, 0 to 500,000.
     */
    readonly maxLength?: number;
  };
  /** Replaces a word or any other literal text with another: everywhere, or only the first or the last occurrence. */
  'find-replace': {
    /** The text to search for, character for character. Text, 1 to 2,000 characters. */
    readonly find: string;
    /**
     * The replacement, character for character ($& has no special meaning). Text, up to 10,000 characters. Default: "".
     */
    readonly replace?: string;
    /**
     * Distinguishes upper and lower case; otherwise characters are compared one by one, so ß equals ẞ but not SS.
     * Default: true.
     */
    readonly caseSensitive?: boolean;
    /**
     * Finds the text only where it does not continue a word: letters, digits and underscores of any script. In scripts
     * without spaces, such as Chinese, Japanese and Thai, that is anywhere. Default: false.
     */
    readonly wholeWord?: boolean;
    /**
     * Which of the places to replace; all goes from left to right and never replaces its own output. Default: "all".
     */
    readonly occurrence?: 'all' | 'first' | 'last';
    /**
     * Reads \n, \t, \r, \\, \xHH and \uHHHH in find and replace as the characters they stand for; a Windows line end is
     * \r\n. Default: false.
     */
    readonly escapes?: boolean;
  };
  /**
   * Converts text with columns of fixed width, such as reports, files of mainframes or the output of ps and docker, to
   * CSV, and CSV to such text. Columns are given by widths or positions, or guessed. Places are counted in characters
   * (code points); blanks around a cell are removed, and tabs are refused.
   */
  'fixed-width-csv-converter': {
    /** Direction of the conversion. Default: "to-csv". */
    readonly direction?: 'to-csv' | 'to-fixed-width';
    /**
     * The widths of the columns in characters, with the blanks between them. Text behind the last one is refused. List,
     * up to 500 items (each: whole number, 1 to 10,000). Default: [].
     */
    readonly widths?: readonly number[];
    /**
     * In place of widths: the characters of each column, counted from 1, as in 1-10,12-20,25-. What is between them is
     * ignored. Text, up to 5,000 characters. Default: "".
     */
    readonly positions?: string;
    /**
     * To CSV, without widths and positions: gutters begins a column behind each character place that is blank in all
     * lines (without names, only where the first line has a name), or takes the columns of a rule such as ---- ------
     * in the first two lines; header begins one at each name in the first line. Default: "gutters".
     */
    readonly guess?: 'gutters' | 'header';
    /**
     * To CSV: how many blanks a gutter has at least, or stand between two names of the header: 2 if names have blanks
     * in them. To fixed width without widths: how many blanks are written between columns. Whole number, 1 to 100.
     * Default: 1.
     */
    readonly gap?: number;
    /**
     * To CSV: names of the columns to write as the first record, for a text without a header. List, up to 500 items
     * (each: text, up to 1,000 characters). Default: [].
     */
    readonly names?: readonly string[];
    /**
     * To fixed width: the alignment of each column, the first column first; left for omitted ones. List, up to 500
     * items (each: one of left, right). Default: [].
     */
    readonly align?: readonly ('left' | 'right')[];
    /**
     * To fixed width: what to do with a cell that is wider than its column: refuse it, or cut it off. Default: "error".
     */
    readonly overflow?: 'error' | 'cut';
    /** The character between two cells of the CSV, or tab, or auto. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Extracts the front matter of a Markdown file: returns the data of its YAML (between --- lines), TOML (between +++
   * lines) or JSON (behind ---json) as JSON, or the text after it. A file without front matter has the data {}.
   */
  'front-matter-extractor': {
    /** data: the front matter as JSON; body: the text after it. Default: "data". */
    readonly part?: 'data' | 'body';
    /**
     * JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to
     * 10, or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Calculates the hash (digest) of the UTF-8 bytes of the text, or of bytes written in hexadecimal or Base64. A lone
   * surrogate, which UTF-8 cannot represent, counts as U+FFFD. MD5, SHA-1 and RIPEMD-160 are for checksums, not for
   * security.
   */
  'hash-text': {
    /**
     * The hash function; sha3-256 is that of FIPS 202, keccak-256 that of Ethereum, which pads differently; shake128,
     * shake256 and blake3 give digests of any length. Default: "sha256".
     */
    readonly algorithm?:
      | 'md5'
      | 'sha1'
      | 'sha224'
      | 'sha256'
      | 'sha384'
      | 'sha512'
      | 'sha512-224'
      | 'sha512-256'
      | 'sha3-224'
      | 'sha3-256'
      | 'sha3-384'
      | 'sha3-512'
      | 'ripemd160'
      | 'blake2b512'
      | 'blake2s256'
      | 'keccak-256'
      | 'blake3'
      | 'shake128'
      | 'shake256';
    /**
     * Length of the digest in bytes, for shake128, shake256 and blake3; 0 means 32, 64 and 32 bytes. Whole number, 0 to
     * 10,000. Default: 0.
     */
    readonly length?: number;
    /**
     * How the bytes of the input are written: utf8 takes the text itself, hex and base64 decode it first (either
     * alphabet of Base64; white space between bytes is allowed). Default: "utf8".
     */
    readonly inputEncoding?: 'utf8' | 'hex' | 'base64';
    /** How the digest is written. Default: "hex". */
    readonly encoding?: 'hex' | 'base64' | 'base64url';
    /** Hashes each line separately, without its line end, and writes one digest per line. Default: false. */
    readonly perLine?: boolean;
    /** Writes hex digits in upper case; Base64 is not changed. Default: false. */
    readonly uppercase?: boolean;
  };
  /** Keeps the first lines of a text, or all but the last ones. */
  'head-lines': {
    /**
     * Number of lines to keep; -3 keeps all but the last 3, and 0 none. Whole number, -500,000 to 500,000. Default: 10.
     */
    readonly count?: number;
  };
  /**
   * Writes the bytes of a text in hexadecimal, two digits each, or reads such bytes as text; for the base of a number
   * use number-base-converter. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.
   */
  'hex-converter': {
    /** encode writes the text in the code, decode reads it back. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /**
     * Text between two bytes; when decoding, the characters that may separate them, in addition to white space and , ;
     * : - _ . Text, up to 3 characters. Default: "".
     */
    readonly separator?: string;
    /** Writes the digits a to f in upper case. Default: false. */
    readonly uppercase?: boolean;
    /** Text before every byte when encoding; decoding understands both. Default: "". */
    readonly prefix?: '' | '0x' | '\\x';
    /** Character encoding of the bytes; latin1 reads any bytes, one character each. Default: "utf-8". */
    readonly charset?: 'utf-8' | 'latin1' | 'utf-16le';
    /**
     * What to do with bytes that are not UTF-8: error refuses the text, replace writes U+FFFD in their place. Default:
     * "error".
     */
    readonly invalid?: 'error' | 'replace';
  };
  /**
   * Calculates the keyed digest (HMAC, RFC 2104) of the UTF-8 bytes of the text, or of bytes in hexadecimal or Base64:
   * anyone with the key can check that they were not changed, as receivers of webhooks do. A lone surrogate, which
   * UTF-8 cannot represent, counts as U+FFFD.
   */
  'hmac-text': {
    /** The secret key. Text, 1 to 4,096 characters. */
    readonly key: string;
    /** How the bytes of key are written: as text, or in hexadecimal or Base64 (either alphabet). Default: "utf8". */
    readonly keyEncoding?: 'utf8' | 'hex' | 'base64';
    /**
     * The hash function of the HMAC; blake3 is not an HMAC but the keyed mode of BLAKE3, whose key has exactly 32
     * bytes. Default: "sha256".
     */
    readonly algorithm?:
      | 'md5'
      | 'sha1'
      | 'sha224'
      | 'sha256'
      | 'sha384'
      | 'sha512'
      | 'sha512-224'
      | 'sha512-256'
      | 'sha3-224'
      | 'sha3-256'
      | 'sha3-384'
      | 'sha3-512'
      | 'ripemd160'
      | 'blake2b512'
      | 'blake2s256'
      | 'blake3';
    /** Length of the digest in bytes, for blake3; 0 means 32. Whole number, 0 to 10,000. Default: 0. */
    readonly length?: number;
    /**
     * How the bytes of the input are written: utf8 takes the text itself, hex and base64 decode it first (either
     * alphabet of Base64; white space between bytes is allowed). Default: "utf8".
     */
    readonly inputEncoding?: 'utf8' | 'hex' | 'base64';
    /** How the digest is written. Default: "hex". */
    readonly encoding?: 'hex' | 'base64' | 'base64url';
    /** Hashes each line separately, without its line end, and writes one digest per line. Default: false. */
    readonly perLine?: boolean;
    /** Writes hex digits in upper case; Base64 is not changed. Default: false. */
    readonly uppercase?: boolean;
  };
  /**
   * Decodes HTML entities to the characters they stand for, as browsers do: all names of HTML, decimal and hex numbers,
   * and the old names that need no semicolon. Tags stay, and so does anything that is not an entity.
   */
  'html-decode': {
    /**
     * Reads the text as the value of an attribute: names without a semicolon stay before = and letters, so that
     * ?a=1&copy=2 survives. Default: false.
     */
    readonly attributeMode?: boolean;
  };
  /**
   * Replaces the characters & < > " and ' by HTML entities, so that a text means itself in HTML, between tags as well
   * as in a quoted attribute. All other characters stay, unless asked for.
   */
  'html-encode': {
    /**
     * How to write entities: minimal uses the names that XML also knows (&lt;) and otherwise decimal numbers, named
     * every name that HTML has (&eacute;), decimal (&#60;) and hex (&#x3C;) only numbers. Default: "minimal".
     */
    readonly mode?: 'minimal' | 'named' | 'decimal' | 'hex';
    /** Also replaces all characters outside ASCII: é, €, 😀. Default: false. */
    readonly nonAscii?: boolean;
  };
  /**
   * Lays out HTML with blocks on separate lines and even indentation, including its scripts and styles. Visible text
   * stays as it is, and so does the content of pre and textarea; nothing is repaired.
   */
  'html-formatter': {
    /** Spaces per level of indentation. Whole number, 1 to 8. Default: 2. */
    readonly indent?: number;
    /** Wraps text and tags longer than this many characters; 0 for never. Whole number, 0 to 1,000. Default: 0. */
    readonly wrap?: number;
  };
  /**
   * Finds elements of HTML by a CSS selector and writes their text, their HTML or an attribute, one result per line.
   * Reads the text as it is: no scripts run and style sheets are ignored.
   */
  'html-select': {
    /**
     * CSS selector of the elements: table.prices td, a[href^="https:"], li:not(.old), p:contains("word"), :scope > p
     * for outermost elements; with ::attr(href) at its end it writes that attribute. Text, 1 to 500 characters.
     */
    readonly selector: string;
    /** What to write of each element: its text, the element as HTML, or an attribute of it. Default: "text". */
    readonly output?: 'text' | 'html' | 'attribute';
    /**
     * Name of the attribute if output is attribute: href, src, data-id; elements without it are skipped. Text, up to
     * 100 characters. Default: "".
     */
    readonly attribute?: string;
    /** Writes at most this many elements, from the start; 0 writes all. Whole number, 0 to 1,000,000. Default: 0. */
    readonly limit?: number;
    /** What to write between two results. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
  };
  /**
   * Converts a table of an HTML text to CSV or JSON. Cells contain their text on one line; all rows have as many cells
   * as the longest one. A table inside a cell counts as a separate table.
   */
  'html-table-to-csv': {
    /**
     * The table to convert; several have an empty line between them: 1 is the first, -1 the last, 0 returns all. Whole
     * number, -500,000 to 500,000. Default: 1.
     */
    readonly pick?: number;
    /**
     * CSV: the character to write between two cells, or tab; auto writes commas. Text, 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /**
     * Repeats the text of a cell that spans several columns or rows in each of them; otherwise only the first has it
     * and the others are empty. Default: true.
     */
    readonly expandSpans?: boolean;
    /** Writes CSV, or JSON: an array of rows, and with pick 0 an array of such arrays. Default: "csv". */
    readonly format?: 'csv' | 'json';
    /**
     * JSON: the first row names the columns, and each other row becomes an object instead of an array. Default: true.
     */
    readonly hasHeaders?: boolean;
    /**
     * JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to
     * 10, or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Converts HTML to Markdown: headings, paragraphs, emphasis, links, images, lists, quotes, code and tables as GitHub
   * reads them. Emphasis by style counts, raised and lowered text becomes 10⁶, H₂O or x^(2y), and addresses become
   * absolute by a base element. Elements without a Markdown counterpart become plain text, lists and headings in the
   * cells of a table one line, and layout tables paragraphs.
   */
  'html-to-markdown': {
    /** Headings as # Title, or the first two levels underlined with = and -. Default: "atx". */
    readonly headingStyle?: 'atx' | 'setext';
    /** Marker of items in bulleted lists. Default: "-". */
    readonly bullet?: '-' | '*' | '+';
    /** Code blocks between ``` lines, or indented by four blanks where possible. Default: "fenced". */
    readonly codeStyle?: 'fenced' | 'indented';
    /** Addresses of links after their text, or numbered at the end of the text. Default: "inline". */
    readonly links?: 'inline' | 'referenced';
    /**
     * Writes tables as Markdown tables, with their first row as the header; otherwise each cell is a paragraph.
     * Default: true.
     */
    readonly tables?: boolean;
  };
  /**
   * Turns HTML into readable plain text: paragraphs, empty lines, lists, quotes and tables keep their shape, scripts
   * and styles go. Raised and lowered text stays apart: 10⁶, H₂O, x^(2y). Can read only the elements that a CSS
   * selector matches, align the columns of tables and make links absolute, also by a base element of the page. Style
   * sheets are not looked at, so text that they hide stays.
   */
  'html-to-text': {
    /**
     * CSS selector of the elements to read, such as article or main, .content: each becomes a paragraph, and an element
     * within another is read once; empty reads the whole text. Text, up to 500 characters. Default: "".
     */
    readonly selector?: string;
    /**
     * What to write between the cells of a table row: a tab, or spaces that align the columns in a monospaced font;
     * tables that contain tables, for the layout of a page, always get tabs. Default: "tabs".
     */
    readonly tables?: 'tabs' | 'aligned';
    /**
     * The address of the page: relative addresses become absolute by it; empty leaves them as they are. Text, up to
     * 2,000 characters. Default: "".
     */
    readonly base?: string;
    /**
     * What to do with the addresses of links: omit them, put them in brackets after the text, or number them and list
     * them at the end. Default: "none".
     */
    readonly links?: 'none' | 'inline' | 'footnotes';
    /** Writes the alternative text of images, in square brackets. Default: false. */
    readonly images?: boolean;
    /** Writes the bullets and numbers of lists, and indents the content of lists. Default: true. */
    readonly listMarks?: boolean;
    /**
     * Wrap lines that are longer than this many characters; 0 for never. Preformatted text and aligned tables stay as
     * they are. Whole number, 0 to 1,000. Default: 0.
     */
    readonly wrap?: number;
  };
  /** Indents every line: writes spaces or tabs before it. */
  'indent-lines': {
    /** Number of spaces or tabs; 0 changes nothing. Whole number, 0 to 100. Default: 2. */
    readonly count?: number;
    /** The character to indent with. Default: "space". */
    readonly char?: 'space' | 'tab';
    /** Leaves blank lines (only white space) as they are. Default: true. */
    readonly skipBlank?: boolean;
  };
  /**
   * Turns the tabs of indented lines into spaces, or the spaces into tabs, and optionally those inside the lines as
   * well. Every character counts as one column wide.
   */
  'indentation-converter': {
    /** What to write: only spaces, or as many tabs as fit and spaces for the rest. Default: "spaces". */
    readonly to?: 'spaces' | 'tabs';
    /** Columns from one tab stop to the next. Whole number, 1 to 16. Default: 4. */
    readonly tabWidth?: number;
    /**
     * Converts only at the start of lines; otherwise everywhere, but never a single space into a tab. Default: true.
     */
    readonly leadingOnly?: boolean;
  };
  /**
   * Inserts a text at the start or the end, before or after every occurrence of another text, or after every n
   * characters.
   */
  'insert-text': {
    /** What to insert, character for character. Text, up to 10,000 characters. */
    readonly text: string;
    /**
     * Where: at the start, at the end, before or after each anchor, or between groups of a fixed number of characters
     * (every). Default: "end".
     */
    readonly at?: 'start' | 'end' | 'before' | 'after' | 'every';
    /**
     * The text to search for, character for character; only for before and after. Text, up to 2,000 characters.
     * Default: "".
     */
    readonly anchor?: string;
    /**
     * Number of characters in a group, including line breaks; only for every. Whole number, 1 to 100,000. Default: 1.
     */
    readonly every?: number;
  };
  /**
   * Converts the IPv4 or IPv6 address on each line to another form. Reads all the forms it writes; a decimal number
   * below 2³² and a hexadecimal one of up to eight digits are IPv4.
   */
  'ip-converter': {
    /**
     * decimal 2130706433; hex 0x7f000001; binary, in groups; dotted 127.0.0.1, which only IPv4 and IPv4 inside IPv6
     * have; expanded and compressed: IPv6 in full or as short as possible, and IPv4 dotted. Default: "decimal".
     */
    readonly to?: 'decimal' | 'hex' | 'binary' | 'dotted' | 'expanded' | 'compressed';
    /**
     * What to do with a line that is not an IP address: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Joins the lines into one list, with a separator between them and optional quotes around each: for SQL, code or a
   * spreadsheet cell. The list does not end with a line end.
   */
  'join-lines': {
    /** Text between two items. Text, up to 20 characters. Default: ",". */
    readonly separator?: string;
    /** The quotes around each item. Default: "none". */
    readonly quote?: 'none' | 'single' | 'double' | 'backtick';
    /**
     * How to write a quote inside a quoted item: doubled, as in SQL and CSV, or after a backslash (and a backslash
     * doubled), as in JavaScript. Default: "double".
     */
    readonly quoteEscape?: 'double' | 'backslash';
    /** Text before each item and its quote. Text, up to 100 characters. Default: "". */
    readonly itemPrefix?: string;
    /** Text after each item and its quote. Text, up to 100 characters. Default: "". */
    readonly itemSuffix?: string;
    /**
     * Starts a new line after this many items; the separator comes before the line break, without its trailing white
     * space. 0 writes everything on one line. Whole number, 0 to 10,000. Default: 0.
     */
    readonly wrapEvery?: number;
    /** Strips white space at both ends of each line first. Default: true. */
    readonly trim?: boolean;
    /** Skips blank lines (only white space). Default: true. */
    readonly removeBlank?: boolean;
    /** Returns each item once, in the order of first occurrence. Default: false. */
    readonly unique?: boolean;
  };
  /**
   * Lays out JavaScript or JSON with one statement per line and even indentation, and TypeScript except for its types,
   * which come out rough; JSX is not supported. Only white space changes: quotes, semicolons and comments stay, and
   * code with errors is laid out as far as it can be read.
   */
  'js-formatter': {
    /** Spaces per level of indentation. Whole number, 1 to 8. Default: 2. */
    readonly indent?: number;
  };
  /**
   * Makes JavaScript shorter: removes white space and comments, and optionally shortens names and rewrites the code.
   * Accepts up to 200,000 characters; rejects code with errors and names the line and column. TypeScript and JSX are
   * not supported.
   */
  'js-minifier': {
    /**
     * Gives short names to local variables and functions; names at the top level stay, unless the code is a module.
     * Default: false.
     */
    readonly mangle?: boolean;
    /** Also rewrites the code: joins statements, removes unreachable code. Default: false. */
    readonly compress?: boolean;
    /**
     * The edition of ECMAScript whose shorter syntax may be used. Code in newer syntax is not translated to older ones.
     * Default: 2020.
     */
    readonly ecma?: 5 | 2015 | 2020;
    /**
     * Parses the code as a module: await is allowed at the top level, where names are local as well. Default: false.
     */
    readonly module?: boolean;
    /**
     * important keeps comments that start with ! or contain @license or @preserve; none removes all. Default:
     * "important".
     */
    readonly keepComments?: 'important' | 'none';
  };
  /**
   * Renames the members of JSON objects: all to one case, some by a map, or both. Values, order and layout stay as
   * written. Two members that would get the same name are an error.
   */
  'json-convert-keys': {
    /**
     * The case of the new names; characters before the first and after the last letter or digit stay, as in _id
     * and @type. If omitted, only the names in map change.
     */
    readonly case?: 'camel' | 'snake' | 'kebab' | 'pascal' | 'constant';
    /** New names by old names, written exactly as in the text; names missing here follow case. Default: {}. */
    readonly map?: Readonly<Record<string, string>>;
    /**
     * Renames in all objects; otherwise only in the outermost one, or in the items of the outermost array. Default:
     * true.
     */
    readonly deep?: boolean;
  };
  /**
   * Lists the changes from the input to another JSON text, each place as a JSON Pointer such as /items/0/name. Numbers
   * are compared by value and objects in any order; the output is empty, or [], if nothing differs.
   */
  'json-diff': {
    /**
     * The JSON text to compare the input with, which is the newer of the two; required without separatorLine. Text, up
     * to 500,000 characters.
     */
    readonly other?: string;
    /**
     * A line such as === that stands once in the input: the other text is what follows it, in place of the option
     * other. White space at its end does not matter; empty for none. Text, up to 200 characters. Default: "".
     */
    readonly separatorLine?: string;
    /**
     * text for one line per change (+ added, - removed, ~ changed), patch for a JSON Patch (RFC 6902) that turns the
     * input into the other text, json for an array of changes with the values before and after. Default: "text".
     */
    readonly format?: 'text' | 'patch' | 'json';
    /**
     * index compares items at the same index; lcs finds out which items were added and removed, in arrays with up to
     * 2000 items that differ. Default: "index".
     */
    readonly arrayMode?: 'index' | 'lcs';
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Turns nested JSON into one level of names such as a.b.0. Empty objects and arrays stay as values. A separator
   * inside a name is not escaped; where two values would get the same name, the step fails.
   */
  'json-flatten': {
    /** Separates the names of a path, such as . in a.b.c. Text, 1 to 5 characters. Default: ".". */
    readonly pathSeparator?: string;
    /**
     * An item of an array becomes a.0 or a[0]; keep leaves arrays as they are, and flattens the records of an outermost
     * one. Default: "index".
     */
    readonly arrays?: 'index' | 'brackets' | 'keep';
    /** Maximum number of names in a path; deeper values stay nested. Whole number, 1 to 500. Default: 100. */
    readonly maxDepth?: number;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Formats JSON with one item per line. Numbers, escapes and the order of members stay as written, and so do duplicate
   * members; text that is not JSON is rejected with the line and column.
   */
  'json-formatter': {
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
    /** Sorts the members of every object by name, in the order of UTF-16 code units. Default: false. */
    readonly sortKeys?: boolean;
    /** Accepts // and /* *\/ comments in the input; the output is plain JSON without them. Default: false. */
    readonly allowComments?: boolean;
    /**
     * Accepts a comma before a closing bracket, as settings of editors have it; the output is plain JSON. Default:
     * false.
     */
    readonly allowTrailingCommas?: boolean;
  };
  /**
   * Converts INI, .env and .properties files to JSON and back, and detects the direction. Values stay text and comments
   * are lost. In INI a key that occurs several times becomes a list; in the others the last value counts.
   */
  'json-ini-converter': {
    /**
     * Direction of the conversion; auto reads a text that starts with { as JSON and any other as the dialect. Default:
     * "auto".
     */
    readonly direction?: 'auto' | 'json-to-ini' | 'ini-to-json';
    /** INI with sections, a .env file, or a Java .properties file. Default: "ini". */
    readonly dialect?: 'ini' | 'env' | 'properties';
    /**
     * How values of INI continue: not at all; on lines that are indented deeper than their key, with their line ends,
     * as in Python; or after a backslash at the end of a line, without the backslash, the line end and the white space
     * after it. Default: "none".
     */
    readonly multiline?: 'none' | 'indented' | 'backslash';
    /**
     * Where a comment after an unquoted value starts: never; at # after white space; or at any #. In INI, ; works like
     * #. auto means never for INI and after-blank for .env; .properties files have no such comments. Default: "auto".
     */
    readonly valueComments?: 'auto' | 'never' | 'after-blank' | 'anywhere';
    /**
     * JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to
     * 10, or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Removes the blanks and line ends between the parts of JSON. Numbers, escapes and the order of members stay as
   * written; text that is not JSON is rejected with the line and column.
   */
  'json-minifier': {
    /** Accepts // and /* *\/ comments in the input; the output is plain JSON without them. Default: false. */
    readonly allowComments?: boolean;
    /**
     * Accepts a comma before a closing bracket, as settings of editors have it; the output is plain JSON. Default:
     * false.
     */
    readonly allowTrailingCommas?: boolean;
  };
  /**
   * Writes the items of a JSON array on one line each (NDJSON, JSON Lines), or makes an array of such lines. Blank
   * lines are skipped; numbers and escapes stay as written.
   */
  'json-ndjson-converter': {
    /**
     * Direction of the conversion; auto reads one array, or one value on several lines, as JSON and any other text as
     * NDJSON. Default: "auto".
     */
    readonly direction?: 'auto' | 'json-to-ndjson' | 'ndjson-to-json';
    /**
     * NDJSON to JSON: what to do with a line that is not JSON: error refuses the text and names the line, drop removes
     * it. Default: "error".
     */
    readonly invalid?: 'error' | 'drop';
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Changes JSON with a merge patch (RFC 7396), which looks like the document and removes with null, or with a JSON
   * Patch (RFC 6902), a list of operations such as add, remove and test. If members share a name, the last one counts.
   */
  'json-patch': {
    /**
     * The patch, as JSON or as a text of JSON (at most 100000 characters); in a text numbers keep all their digits.
     * Text, up to 100,000 characters, or list (each: any JSON value), or object.
     */
    readonly patch: string | readonly unknown[] | Readonly<Record<string, unknown>>;
    /** merge for a merge patch (RFC 7396), patch for a list of at most 1000 operations (RFC 6902). Default: "merge". */
    readonly type?: 'merge' | 'patch';
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Selects values of a JSON text by a JSONPath expression (RFC 9535): $.store.book[?@.price < 10].title. Values stay
   * as written, numbers with all their digits. Patterns of match() and search() are in RE2 syntax.
   */
  'json-path': {
    /** The expression; it begins with $. Text, 1 to 1,000 characters. */
    readonly path: string;
    /**
     * json writes an array of the results; lines writes each value on a separate line, strings as plain text; first
     * writes only the first value (empty if there is none). Default: "json".
     */
    readonly output?: 'json' | 'lines' | 'first';
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Keeps or removes members of objects by their names or by dotted paths such as user.name. Paths go through arrays:
   * items.id means the id of every item, and in an outermost array each record is processed.
   */
  'json-pick-keys': {
    /**
     * Names or dotted paths of members; a name that contains a dot is found as well. List, 1 to 500 items (each: text,
     * 1 to 200 characters).
     */
    readonly keys: readonly string[];
    /** pick keeps only these members, and the objects and arrays around them; omit removes them. Default: "pick". */
    readonly mode?: 'pick' | 'omit';
    /** Finds the names and paths at every depth, not only from the top. Default: false. */
    readonly deep?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Selects and reshapes JSON by a JMESPath expression: paths, filters, projections, multi-selects, let, and the
   * functions of the community edition, such as sort_by, group_by, join, find_first, pad_left and sum. Selected numbers
   * keep every digit as written; calculations use double precision. An expression that selects nothing returns null.
   */
  'json-query': {
    /** The JMESPath expression, such as people[?age > `30`].name. Text, 1 to 2,000 characters. */
    readonly expression: string;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
    /**
     * Writes a string without quotes and escapes, and an array of plain values as one line each; other results stay
     * JSON. Default: false.
     */
    readonly raw?: boolean;
  };
  /**
   * Removes members and items whose value is null, "", [] or {}, and optionally false and 0. Values that become empty
   * are removed too; the outermost value always stays.
   */
  'json-remove-empty': {
    /**
     * The values that count as empty: null, emptyString, emptyArray, emptyObject, false, and zero in any notation (0,
     * -0.0). List, 1 to 6 items (each: one of null, emptyString, emptyArray, emptyObject, false, zero). Default:
     * ["null","emptyString","emptyArray","emptyObject"].
     */
    readonly remove?: readonly ('null' | 'emptyString' | 'emptyArray' | 'emptyObject' | 'false' | 'zero')[];
    /** Removes values at every depth; when false, only outermost members or items. Default: true. */
    readonly deep?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Repairs invalid JSON: single quotes, keys without quotes, missing or unnecessary commas, comments (also with # and
   * a blank), Python's True and None, TRUE and NULL, code fences, brackets of the wrong kind, a cut-off end. A
   * backslash that starts no escape stays, and each one in C:\new. A name without a value gets null. It guesses, so
   * review the result. It refuses, with the place, text beside the JSON, a name with a value outside of an object, ...
   * in place of values, a comma after another one, and a bracket that closes nothing. Text that is JSON already is only
   * laid out.
   */
  'json-repair': {
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Checks JSON against a JSON Schema (drafts 4, 6, 7, 2019-09 and 2020-12 by its $schema) and lists what it breaks, by
   * JSON Pointer. References to other documents are refused, patterns have to be in RE2 syntax (\s and \p{Letter} as in
   * ECMAScript), and a check that takes longer than a second is stopped.
   */
  'json-schema-validator': {
    /** The schema, of at most 100,000 characters; true allows everything, false nothing. */
    readonly schema: Readonly<Record<string, unknown>> | boolean;
    /** Checks the formats of strings; otherwise format is only an annotation. Default: true. */
    readonly checkFormats?: boolean;
    /**
     * text is Valid, or one line for each violation; json an object with valid and errors. Both add notes on formats
     * that are not checked, on an unknown $schema, on ignored keywords of later drafts and on numbers of the schema
     * that are rounded. Default: "text".
     */
    readonly format?: 'text' | 'json';
    /**
     * Lets the step fail if the schema does not allow the JSON; otherwise passes the JSON to the next step unchanged.
     * Default: false.
     */
    readonly failOnInvalid?: boolean;
  };
  /**
   * Sorts the members of objects by name, in the order of UTF-16 code units: upper case comes before lower case. Values
   * stay as they were written, except in the canonical form of RFC 8785, which writes numbers as doubles.
   */
  'json-sort-keys': {
    /**
     * Sorts at every depth; when false, only the outermost object, or the objects of an outermost array. Default: true.
     */
    readonly deep?: boolean;
    /** Direction of sorting. Default: "asc". */
    readonly order?: 'asc' | 'desc';
    /**
     * Sorts the items of arrays too: null, false, true, numbers by value, strings, then arrays and objects by their
     * text. Default: false.
     */
    readonly sortArrays?: boolean;
    /**
     * Writes the canonical form of RFC 8785 (JCS), for hashes and signatures; the other options have no effect then.
     * Default: false.
     */
    readonly canonical?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Declares TypeScript types for a JSON sample: one for each object, named after the member that contains it. The
   * objects of an array share one type, so a member that some of them lack becomes optional. A sample shows what
   * occurred, not what is allowed.
   */
  'json-to-typescript': {
    /**
     * The name of the outermost type: letters, digits, _ and $, not starting with a digit. Text, 1 to 50 characters.
     * Default: "Root".
     */
    readonly rootName?: string;
    /** How objects are declared: interface Root { … } or type Root = { … }. Default: "interface". */
    readonly style?: 'interface' | 'type';
    /** Marks members with ? that some objects of an array lack; when false all are required. Default: true. */
    readonly optional?: boolean;
  };
  /**
   * Converts JSON to TOML and TOML to JSON, and detects the format of the input. Dates become strings, numbers keep
   * their digits, comments are lost; null is rejected, as TOML does not have it.
   */
  'json-toml-converter': {
    /**
     * Direction of the conversion; auto reads a text that starts with { as JSON and any other as TOML. Default: "auto".
     */
    readonly direction?: 'auto' | 'json-to-toml' | 'toml-to-json';
    /**
     * JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to
     * 10, or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Turns names such as a.b.0 or a[0] back into nested objects and arrays. An outermost array stays, and its objects
   * are unflattened. A name that is both a value and the start of another path makes the step fail.
   */
  'json-unflatten': {
    /** Separates the names of a path, such as . in a.b.c. Text, 1 to 5 characters. Default: ".". */
    readonly pathSeparator?: string;
    /**
     * Creates an array if all names are indexes (a.0, a[0]), with null for missing ones; when false, indexes are plain
     * names. Default: true.
     */
    readonly arrays?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Checks whether the text is JSON (RFC 8259) and, if it is not, reports what is wrong in which line and column.
   * Nesting deeper than 500 levels counts as an error; a name that comes twice in one object does not.
   */
  'json-validator': {
    /** The result as a sentence, or as a JSON object with valid, line, column and reason. Default: "text". */
    readonly format?: 'text' | 'json';
    /** Makes the step fail on text that is not JSON, and hands JSON on to the next step as it is. Default: false. */
    readonly failOnInvalid?: boolean;
  };
  /**
   * Converts JSON to XML and XML to JSON, and detects the format of the input. Attributes become members such as @id,
   * elements of one name an array; comments and the order of mixed text and elements are lost. A document type
   * declaration is rejected. Instead of XPath, use json-path or json-query on the JSON.
   */
  'json-xml-converter': {
    /**
     * Direction of the conversion; auto reads a text that starts with < as XML and any other as JSON. Default: "auto".
     */
    readonly direction?: 'auto' | 'json-to-xml' | 'xml-to-json';
    /**
     * Prefix for the names of attributes in JSON; if empty, JSON to XML writes only elements. Text, up to 3 characters.
     * Default: "@".
     */
    readonly attributePrefix?: string;
    /**
     * The name in JSON for the text of an element that has attributes or elements as well. Text, 1 to 50 characters.
     * Default: "#text".
     */
    readonly textKey?: string;
    /**
     * XML to JSON: elements that become arrays even if they occur only once. List, up to 200 items (each: text, up to
     * 200 characters). Default: [].
     */
    readonly arrayTags?: readonly string[];
    /**
     * JSON to XML: the root element, required if the JSON is not an object with one member. Text, 1 to 200 characters.
     * Default: "root".
     */
    readonly rootName?: string;
    /**
     * XML to JSON: writes true, false, null and numbers such as -120.50 and 1.2e-7 as such; 007, 12E5 and integers past
     * 2^53 stay strings. Default: false.
     */
    readonly parseTypes?: boolean;
    /** XML to JSON: strips white space from the ends of every text. Default: true. */
    readonly trim?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Converts JSON to YAML and YAML to JSON, and detects the format of the input. Reads YAML 1.2 with anchors and merge
   * keys (<<); numbers keep all their digits. Comments are lost, and tags other than the standard ones are rejected.
   */
  'json-yaml-converter': {
    /**
     * Direction of the conversion; auto reads a text that starts with { or [ as JSON and any other as YAML. Default:
     * "auto".
     */
    readonly direction?: 'auto' | 'json-to-yaml' | 'yaml-to-json';
    /**
     * Spaces per level of indentation; JSON can also have tab, and 0 writes it on one line without blanks. Whole
     * number, 0 to 10, or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
    /** Sorts the members of every object by name, in the order of UTF-16 code units. Default: false. */
    readonly sortKeys?: boolean;
    /**
     * YAML of several documents (---): reading returns an array of them, writing creates one for each item. Default:
     * false.
     */
    readonly multiDocs?: boolean;
  };
  /**
   * Shows the header and the payload of a JSON Web Token. Decoding is no proof: anybody can write a token, so the
   * signature counts as not checked unless you give a secret. Public-key signatures are not checked, and encrypted
   * payloads not read.
   */
  'jwt-decoder': {
    /**
     * What to write: only the header or the payload as it is, or everything as one object that includes what is known
     * about the signature and the dates. Default: "all".
     */
    readonly part?: 'all' | 'header' | 'payload';
    /**
     * Checks the signature of an HS256, HS384 or HS512 token; a token that is not signed with this secret is an error.
     * Without a secret, nothing is checked. Text, 1 to 4,096 characters.
     */
    readonly secret?: string;
    /** How the bytes of secret are written: as text, or in hexadecimal or Base64 (either alphabet). Default: "utf8". */
    readonly secretEncoding?: 'utf8' | 'hex' | 'base64';
    /**
     * The time, in seconds since 1970, at which output all judges whether the token is expired; without it, expiry is
     * not judged. Whole number, 0 to 253,402,300,799.
     */
    readonly now?: number;
  };
  /**
   * Makes one kebab-case name of each line: words in lower case with hyphens between them, as for CSS classes. Anything
   * that is neither letter nor digit separates words.
   */
  'kebab-case': {
    /** Treats digits as separate words: area51 then has two words. Default: false. */
    readonly splitNumbers?: boolean;
    /**
     * Leaves words of two capitals or more as they are, as HTTP in HTTPServer, unless all words of the text or line are
     * in capitals or it is the first word of a camelCase name. Default: false.
     */
    readonly keepAcronyms?: boolean;
    /** Keeps underscores and dollar signs in front of the name, as in _private and $scope. Default: false. */
    readonly keepPrefix?: boolean;
    /**
     * Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text. Default:
     * true.
     */
    readonly perLine?: boolean;
  };
  /**
   * Keeps only the lines that occur more than once, each of them once, at its first occurrence, or only the lines that
   * occur exactly once (unique). Equal lines need not be adjacent.
   */
  'keep-duplicate-lines': {
    /** The lines to keep: those that occur more than once, or those that occur exactly once. Default: "duplicated". */
    readonly mode?: 'duplicated' | 'unique';
    /** When false, lines that differ only in case are equal. Default: true. */
    readonly caseSensitive?: boolean;
    /** Strips white space at both ends of each line first. Default: false. */
    readonly trim?: boolean;
  };
  /**
   * Guesses which of about 115 everyday languages a text is written in, from its first 2,048 characters, and returns
   * the ISO 639-3 code: eng, deu, cmn. Close relatives (Croatian, Bosnian and Serbian in Latin letters, Malay and
   * Indonesian) and short texts can be mistaken for each other. Below ten letters the result is und, for undetermined,
   * unless the script belongs to one language, such as Korean or Greek.
   */
  'language-detector': {
    /**
     * Number of languages to return, the most likely first; with more than one, each has a score from 0 to 1. Whole
     * number, 1 to 20. Default: 1.
     */
    readonly limit?: number;
    /**
     * Chooses only among these languages, by their ISO 639-3 codes; empty chooses among the everyday ones, and about
     * 300 more can be named. List, up to 200 items (each: text, exactly 3 characters). Default: [].
     */
    readonly only?: readonly string[];
    /** text writes one language per line, json an array of objects. Default: "text". */
    readonly format?: 'text' | 'json';
  };
  /**
   * Joins the lines of wrapped text into running text, as one line or as one line per paragraph. For a list with
   * separators or quotes use join-lines.
   */
  'line-break-remover': {
    /** Text between two joined lines. Text, up to 20 characters. Default: " ". */
    readonly replacement?: string;
    /** Joins only within paragraphs (lines between blank lines), with one empty line between them. Default: false. */
    readonly keepParagraphs?: boolean;
    /** Trims each line, collapses runs of spaces and tabs into one space, and skips blank lines. Default: true. */
    readonly collapseSpaces?: boolean;
    /** Rejoins words that were hyphenated at a line end: inter- and national become international. Default: false. */
    readonly joinHyphens?: boolean;
  };
  /** Writes all line ends of a text in one style: LF (Unix, macOS), CRLF (Windows) or CR (old Mac OS). */
  'line-ending-converter': {
    /** The line end to write. Default: "lf". */
    readonly to?: 'lf' | 'crlf' | 'cr';
    /**
     * add ends a text that is not empty with a line end; remove strips all line ends at the end of the text. Default:
     * "keep".
     */
    readonly ensureFinal?: 'keep' | 'add' | 'remove';
  };
  /**
   * Makes a JSON array of lines, one string each, or writes the items of a JSON array on one line each. An object or
   * array inside the array becomes its JSON on one line; a string with line ends takes several lines.
   */
  'list-json-converter': {
    /**
     * Direction of the conversion; auto reads a text that starts with [ as JSON and any other as a list. Default:
     * "auto".
     */
    readonly direction?: 'auto' | 'list-to-json' | 'json-to-list';
    /** List to JSON: strips white space at both ends of each line. Default: true. */
    readonly trim?: boolean;
    /** List to JSON: skips blank lines. Default: true. */
    readonly removeBlank?: boolean;
    /**
     * List to JSON: writes true, false, null and numbers such as -120.50 and 1.2e-7 as such; 007, 12E5 and integers
     * past 2^53 stay strings. Default: false.
     */
    readonly parseTypes?: boolean;
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to 10,
     * or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Turns the lines of a log into records with named members, as NDJSON, JSON or CSV: access and error logs of Apache
   * and nginx, syslog, logfmt, CEF, load balancers of AWS, W3C and JSON lines. Resolves escapes, writes times as ISO
   * 8601 and a dash as null, and attaches stack traces to the record before them. Members of logfmt and JSON lines keep
   * their values.
   */
  'log-parser': {
    /**
     * The format of the log. auto takes the one that most of the first 100 lines fit, at least half of them, and each
     * record then begins with its name, as the member log_format, unless the line has one. nginx-access is
     * apache-combined, after which both may have more fields (the member rest); syslog is RFC 3164, elb the classic and
     * the application load balancer of AWS, json an object on each line, w3c a log with #Fields. Default: "auto".
     */
    readonly from?:
      | 'auto'
      | 'apache-combined'
      | 'apache-common'
      | 'nginx-access'
      | 'nginx-error'
      | 'apache-error'
      | 'cef'
      | 'syslog-5424'
      | 'elb'
      | 'syslog'
      | 'json'
      | 'w3c'
      | 'logfmt';
    /**
     * Which lines that do not fit belong to the record before them, as its member continuation: those that start with
     * white space or "Caused by:", as stack traces do; all; or none. The others are invalid. Default: "indented".
     */
    readonly continuation?: 'indented' | 'unmatched' | 'none';
    /**
     * The time zone of times without an offset (nginx-error, apache-error, syslog): an IANA name such as Europe/Paris,
     * UTC, or UTC+5:30. If it is empty, they stay as written; times with an offset always become ISO 8601. Text, up to
     * 60 characters. Default: "".
     */
    readonly zone?: string;
    /**
     * The year of the first line of syslog, whose times have none; it goes on to the next when December becomes
     * January. With 0 they stay as written. Whole number, 0 to 9,999. Default: 0.
     */
    readonly year?: number;
    /**
     * What to do with a line that does not fit the format and belongs to no record: error refuses the text and names
     * the line, keep writes a record whose only member unparsed is that text, drop leaves it out, mark writes such a
     * record that begins with the member invalid, which has the line and the reason. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'mark';
    /**
     * What to write: ndjson a JSON object on each line, json an array with an object on each line, csv a table that has
     * a column for each name, where what is inside a member has columns such as a.b. Default: "ndjson".
     */
    readonly format?: 'ndjson' | 'json' | 'csv';
    /**
     * CSV: puts ' before cells that a spreadsheet would take for a formula (= + - @ tab CR LF, and ＝ ＋ － ＠ of full
     * width); plain numbers such as -5 stay. Default: false.
     */
    readonly escapeFormulas?: boolean;
  };
  /**
   * Writes filler text of Latin words. The same options always give the same text; another seed, or another input,
   * gives a different one. The input is not part of the result and may be empty.
   */
  'lorem-ipsum-generator': {
    /** Number of paragraphs. Whole number, 1 to 100. Default: 3. */
    readonly paragraphs?: number;
    /** Number of sentences in a paragraph, of 6 to 15 words each. Whole number, 1 to 50. Default: 5. */
    readonly sentences?: number;
    /** Any text; each one selects different words. Text, up to 100 characters. Default: "0". */
    readonly seed?: string;
    /** Puts each paragraph on one line as <p>…</p>; otherwise a blank line separates two. Default: false. */
    readonly html?: boolean;
    /** Begins with the traditional "Lorem ipsum dolor sit amet, consectetur adipiscing elit.". Default: true. */
    readonly startWithLorem?: boolean;
  };
  /**
   * Changes every letter to lower case, by the rules of Unicode: a sigma at the end of a word is ς. İ becomes a plain
   * i, as in all tools for case; set locale to tr or az for Turkish or Azeri, where I becomes ı.
   */
  'lower-case': {
    /**
     * Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian; root for all others. Default:
     * "root".
     */
    readonly locale?: 'root' | 'tr' | 'az' | 'lt';
  };
  /**
   * Aligns the pipes of every table in Markdown text outside quotes, by the widths of a monospaced font, and completes
   * missing pipes and cells. Everything else stays as it is. Columns with a cell wider than 200 are not padded.
   */
  'markdown-table-formatter': {
    /** Blanks on both sides of every cell. Whole number, 0 to 4. Default: 1. */
    readonly padding?: number;
  };
  /**
   * Extracts a table from Markdown text as CSV, also one in a quote or a list. Tables in fenced code do not count;
   * escaped pipes become pipes and <br> line ends, other Markdown in cells stays.
   */
  'markdown-table-to-csv': {
    /**
     * The table to convert; several have an empty line between them: 1 is the first, -1 the last, 0 returns all. Whole
     * number, -500,000 to 500,000. Default: 1.
     */
    readonly pick?: number;
    /** The character to write between two cells, or tab; auto writes commas. Text, 1 to 4 characters. Default: ",". */
    readonly delimiter?: string;
  };
  /**
   * Renders Markdown as HTML: CommonMark, with the tables, strike-through and task lists of GitHub. HTML in the text is
   * never passed through, and links to javascript: and the like stay text, so the result is safe to show.
   */
  'markdown-to-html': {
    /**
     * What to do with HTML in the Markdown: show it as text, or remove the tags (<br> stays a line break). Default:
     * "escape".
     */
    readonly html?: 'escape' | 'strip';
    /** Turns web addresses with http:// or https:// and e-mail addresses in the text into links. Default: false. */
    readonly linkify?: boolean;
    /** Writes a line break for every line end in a paragraph. Default: false. */
    readonly breaks?: boolean;
    /** Writes typographic quotes (English), dashes and ellipses, and © for (c). Default: false. */
    readonly typographer?: boolean;
    /** Writes a read-only checkbox for [ ] and [x] at the start of a list item. Default: true. */
    readonly taskLists?: boolean;
    /** Numbers references such as [^1], and lists the footnotes that [^1]: text defines at the end. Default: false. */
    readonly footnotes?: boolean;
  };
  /**
   * Removes the markup of Markdown (CommonMark with tables and strike-through) and any HTML in it, and keeps the text:
   * of images their description, of code all of it. Cells of a table row have tabs between them.
   */
  'markdown-to-text': {
    /**
     * What to do with the addresses of links: leave them out, or put them in brackets after the text. Default: "none".
     */
    readonly links?: 'none' | 'inline';
    /** Keeps the bullets and numbers of lists, and the indentation of their content. Default: true. */
    readonly listMarks?: boolean;
  };
  /**
   * Makes a nested list of links to the headings of a Markdown text, with the anchors that GitHub gives them. Headings
   * in lists and quotes are not listed, and front matter is left alone. A table inserted between marks can be updated
   * later.
   */
  'markdown-toc-generator': {
    /** The highest level of headings to list: 1 for # headings, 2 omits the title. Whole number, 1 to 6. Default: 1. */
    readonly minDepth?: number;
    /** The lowest level of headings to list. Whole number, 1 to 6. Default: 6. */
    readonly maxDepth?: number;
    /** Writes a numbered list instead of a bulleted one. Default: false. */
    readonly ordered?: boolean;
    /**
     * Writes the whole text with the table in it: at a line <!-- toc -->, where it replaces everything up to <!--
     * tocstop -->, otherwise after the title. Default: false.
     */
    readonly insert?: boolean;
  };
  /**
   * Hides all but the first and last characters of each line, each word or the whole text, such as all of a card number
   * but its last four digits. A piece that is not longer than its readable part is hidden completely. Line breaks stay,
   * and the length remains visible.
   */
  'mask-text': {
    /** Characters to leave readable at the start of each line, word or text. Whole number, 0 to 100. Default: 0. */
    readonly showFirst?: number;
    /** Characters to leave readable at the end of each line, word or text. Whole number, 0 to 100. Default: 4. */
    readonly showLast?: number;
    /** The character to write for each hidden one. Text, exactly 1 characters. Default: "*". */
    readonly char?: string;
    /**
     * Leaves white space as it is and does not count it; otherwise it is hidden like any other character. Default:
     * true.
     */
    readonly keepSpaces?: boolean;
    /** What to mask separately: each line, each word (separated by white space), or the whole text. Default: "line". */
    readonly unit?: 'line' | 'word' | 'text';
  };
  /**
   * Calculates an expression on each line, such as 2*(3+4)^2, with decimal digits: 0.1+0.2 is 0.3, and whole numbers
   * are exact. Knows + - * / % (the remainder, never percent) ^, brackets, abs, ceil, floor, trunc, max, min, round(x,
   * decimals), sqrt, exp, ln, log(x, base), log10, log2, sin, cos, tan, asin, acos, atan (radians), pi and e. Numbers
   * have at most 10,000 digits and exponents are whole numbers up to 1,000.
   */
  'math-evaluator': {
    /**
     * Digits after the decimal mark to which results are rounded; in numbers below 0.1 the zeros after the mark do not
     * count. Whole number, 1 to 100. Default: 20.
     */
    readonly precision?: number;
    /** Variables for the expressions, by name: {"price": 9.99}; they override pi and e. Default: {}. */
    readonly variables?: Readonly<Record<string, number>>;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Writes words with non-ASCII characters in e-mail headers, such as subjects and names, as encoded words (RFC 2047),
   * or reads encoded words in any charset that browsers know. Names beside addresses lose and get quotes as they need;
   * addresses stay. Everything else stays as it is. A lone surrogate, which UTF-8 cannot represent, is encoded as
   * U+FFFD.
   */
  'mime-header-converter': {
    /** encode writes the text in the code, decode reads it back. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /**
     * encode: Q, which is like quoted-printable, B, which is Base64, or the shorter one for each stretch. Default:
     * "auto".
     */
    readonly encoding?: 'auto' | 'q' | 'b';
    /**
     * encode: folds lines with encoded words to at most 76 characters, as long headers need, by a line end before a
     * blank; a word that is longer stays whole. Default: false.
     */
    readonly fold?: boolean;
    /**
     * decode: what to do with an encoded word that is malformed or in an unknown charset: error refuses the text, keep
     * leaves it as it is. Default: "error".
     */
    readonly invalid?: 'error' | 'keep';
  };
  /**
   * Repairs text whose UTF-8 was read in another encoding: cafÃ© becomes café, â€™ becomes ’, Ð¿Ñ€Ð¸Ð²ÐµÑ‚ becomes
   * привет. It changes only what becomes more plausible, so that correct text stays, and repairs lines that are partly
   * damaged. A character that lost a byte becomes U+FFFD.
   */
  'mojibake-fixer': {
    /**
     * The encoding in which the UTF-8 bytes were read by mistake: cp1252, cp1250 or cp1251 (Windows: Western, Central
     * European, Cyrillic), latin1 or latin2 (ISO 8859, with invisible controls in place of € and ™), macroman, cp437
     * (DOS), or auto for the one that explains most of a line. Default: "auto".
     */
    readonly from?: 'auto' | 'cp1252' | 'latin1' | 'cp1250' | 'latin2' | 'cp1251' | 'macroman' | 'cp437';
    /**
     * Maximum number of repairs of a line, for text that was misread more than once. Whole number, 1 to 3. Default: 1.
     */
    readonly passes?: number;
  };
  /**
   * Writes text in international Morse code (ITU-R M.1677-1), or reads it: blanks between letters, / or several blanks
   * between words. Five signs that the code lacks (! & ; _ $) are written as they are usually sent. Capitals and small
   * letters are the same, and accents other than that of é are lost.
   */
  'morse-code-converter': {
    /**
     * auto: a text that contains only dots, dashes, blanks and / or | is Morse code and is decoded. Default: "auto".
     */
    readonly direction?: 'auto' | 'encode' | 'decode';
    /**
     * What to do with a character without a code, or a code without a character: drop removes it, keep writes it as it
     * is, error refuses the text. Default: "drop".
     */
    readonly unknown?: 'drop' | 'keep' | 'error';
  };
  /**
   * Replaces many texts in one pass from left to right: its output is never replaced again, so a and b can change
   * places.
   */
  'multi-replace': {
    /**
     * What to search for and what to write instead, character for character: [["cat", "dog"], ["dog", "cat"]]. Of pairs
     * with the same search text the first counts. List, 1 to 500 items (each: list, exactly 2 items (each: text, up to
     * 2,000 characters)).
     */
    readonly pairs: readonly (readonly [string, string])[];
    /**
     * Distinguishes upper and lower case; otherwise characters are compared one by one, so ß equals ẞ but not SS.
     * Default: true.
     */
    readonly caseSensitive?: boolean;
    /**
     * Finds a text only where it does not continue a word: letters, digits and underscores of any script. In scripts
     * without spaces, such as Chinese, Japanese and Thai, that is anywhere. Default: false.
     */
    readonly wholeWord?: boolean;
    /** If several texts start at the same place, takes the longest; otherwise the first of the list. Default: true. */
    readonly longestFirst?: boolean;
  };
  /**
   * Spells a text with the words of the NATO alphabet (Alfa, Bravo, Charlie), line by line. Digits get their English
   * names, accents are dropped, and capitals and small letters are the same.
   */
  'nato-alphabet-converter': {
    /** Text between two characters. Text, up to 20 characters. Default: " ". */
    readonly separator?: string;
    /** Text between two words, in place of white space. Text, up to 20 characters. Default: " / ". */
    readonly wordSeparator?: string;
    /**
     * What to do with a character that is neither a letter of the alphabet nor a digit: drop removes it, keep writes it
     * as it is, error refuses the text. Default: "keep".
     */
    readonly unknown?: 'drop' | 'keep' | 'error';
  };
  /**
   * Writes whole numbers in another base, such as binary, octal, decimal, hexadecimal or any other up to 36, one per
   * line and with up to 10,000 digits each. A prefix 0x, 0o or 0b overrides the base of its number, unless its letter
   * is a digit of the given base; underscores between digits are skipped.
   */
  'number-base-converter': {
    /** The base of the input numbers. Whole number, 2 to 36. Default: 10. */
    readonly from?: number;
    /** The base of the output numbers. Whole number, 2 to 36. Default: 16. */
    readonly to?: number;
    /** Writes 0x before numbers of base 16, 0o before those of base 8 and 0b before those of base 2. Default: false. */
    readonly prefix?: boolean;
    /**
     * Writes at least this many digits, with leading zeros; the sign and the prefix do not count. Whole number, 0 to
     * 256. Default: 0.
     */
    readonly pad?: number;
    /** Writes the digits a to z in upper case. Default: false. */
    readonly uppercase?: boolean;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Rounds numbers to a fixed count of decimal places and writes them with thousands separators, or a currency sign.
   * Calculates with decimal digits of any length, so nothing is lost. Inside a text, numbers that are part of a name,
   * date, time, version or address stay as they are.
   */
  'number-formatter': {
    /** Digits after the decimal mark; 0 omits the mark. Whole number, 0 to 20. Default: 2. */
    readonly decimals?: number;
    /** Separator between groups of three digits; empty for nothing. Text, up to 5 characters. Default: ",". */
    readonly outputThousands?: string;
    /** The decimal mark to write. Text, 1 to 5 characters. Default: ".". */
    readonly outputDecimal?: string;
    /**
     * How to round: half-up rounds 0.5 away from zero, half-even to the even neighbour; down always rounds towards zero
     * and up away from it. Default: "half-up".
     */
    readonly rounding?: 'half-up' | 'half-even' | 'down' | 'up';
    /** Text before each number, after its minus sign: -$5.00. Text, up to 10 characters. Default: "". */
    readonly prefix?: string;
    /** Text after each number. Text, up to 10 characters. Default: "". */
    readonly suffix?: string;
    /**
     * lines takes each line for one number, written 1,250, 1.5e3, 10,00,000, 1'250, 1_250, -$5, (5) or 5- for -5, 5
     * EUR, 50%, 1.5K (K, M, B and T are powers of 1,000) or the digits of any script: it removes a currency, and keeps
     * a percent sign. text formats the digits inside a text and keeps what is around them. Default: "lines".
     */
    readonly scope?: 'lines' | 'text';
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
  };
  /**
   * Calculates the sum, mean, median, minimum, maximum, count or standard deviation of all the numbers in a text,
   * exactly, in decimal digits and without intermediate rounding. Finds numbers like extract-numbers, even inside
   * words; 100,200 is one number unless thousands is empty, and 1,000,00 and 1.168,81 are errors. -$5 is -5, 1.5K is
   * 1500, and (5) or 5- alone in its line is -5; units such as % are ignored.
   */
  'number-statistics': {
    /**
     * The statistic to calculate; stdev is the standard deviation, and all writes every statistic on a separate line.
     * Default: "sum".
     */
    readonly stat?: 'sum' | 'mean' | 'median' | 'min' | 'max' | 'count' | 'stdev' | 'all';
    /**
     * Standard deviation: the numbers are the whole population, so divide by their count; otherwise by one less, as for
     * a sample. Default: false.
     */
    readonly population?: boolean;
    /**
     * Digits after the decimal mark for mean and stdev, rounded half up; unnecessary zeros are omitted. Whole number, 0
     * to 100. Default: 10.
     */
    readonly decimals?: number;
    /**
     * text writes the figure alone, or names and figures for all; json writes an object for other programs. Default:
     * "text".
     */
    readonly format?: 'text' | 'json';
    /** The decimal mark of the numbers in the text. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the comma, or the
     * full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two or more
     * groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** When false, ignores the signs before numbers. Default: true. */
    readonly negatives?: boolean;
  };
  /**
   * Fills every line up to a width: at its end, at its start (which aligns it right) or at both (which centres it).
   * Longer lines stay as they are. The width counts code points, so Chinese or emoji may look wider.
   */
  'pad-lines': {
    /** Minimum number of characters in every line. Whole number, 1 to 1,000. Default: 80. */
    readonly width?: number;
    /** Where to fill: start, end, or both, with one more at the end if the number is odd. Default: "end". */
    readonly side?: 'start' | 'end' | 'both';
    /** The character to fill with. Text, exactly 1 characters. Default: " ". */
    readonly char?: string;
  };
  /**
   * Makes one PascalCase name of each line: every word starts with a capital, as for classes and types. Anything that
   * is neither letter nor digit separates words. A number that is a separate word gets an underscore, so that 1.21 and
   * 12.1 stay different.
   */
  'pascal-case': {
    /** Treats digits as separate words: area51 then has two words. Default: false. */
    readonly splitNumbers?: boolean;
    /**
     * Leaves words of two capitals or more as they are, as HTTP in HTTPServer, unless all words of the text or line are
     * in capitals or it is the first word of a camelCase name. Default: false.
     */
    readonly keepAcronyms?: boolean;
    /** Keeps underscores and dollar signs in front of the name, as in _private and $scope. Default: false. */
    readonly keepPrefix?: boolean;
    /**
     * Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text. Default:
     * true.
     */
    readonly perLine?: boolean;
    /**
     * What to write before a number that is a separate word; with nothing, 1.21 and 12.1 become the same name. Default:
     * "_".
     */
    readonly numberSeparator?: '_' | '';
  };
  /**
   * Writes phone numbers, one per line, in one format. A number must be valid in the numbering plan of its country,
   * according to the installed release of libphonenumber; whether someone has it is not checked. Invisible marks, such
   * as those that address books copy, are ignored.
   */
  'phone-formatter': {
    /**
     * The country of numbers without + and country calling code: two letters (ISO 3166-1), such as US or DE. Text,
     * exactly 2 characters. Default: "US".
     */
    readonly defaultCountry?: string;
    /**
     * Format of the numbers: +12133734253 (without an extension), +1 213 373 4253, (213) 373-4253, or tel:+12133734253.
     * Default: "e164".
     */
    readonly format?: 'e164' | 'international' | 'national' | 'rfc3966';
    /**
     * What to do with a line that is not a valid phone number: error refuses the text and names the line, keep leaves
     * it as it is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default:
     * "keep".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Masks, removes or replaces by labels e-mail addresses, phone numbers, card numbers, IP addresses, bank accounts and
   * more that it knows by their form. It does not find names or postal addresses and can miss or mistake what it looks
   * for, so it helps, but does not guarantee compliance.
   */
  'pii-redactor': {
    /**
     * What to look for: e-mail addresses, phone numbers, payment card numbers (with a valid check digit), IP addresses,
     * international bank account numbers, US social security numbers (with hyphens or blanks), URLs, MAC addresses,
     * dates (in figures, or with an English month). List, 1 to 9 items (each: one of email, phone, credit-card, ip,
     * iban, us-ssn, url, mac, date). Default: ["email","phone","credit-card","ip","iban"].
     */
    readonly types?: readonly ('email' | 'phone' | 'credit-card' | 'ip' | 'iban' | 'us-ssn' | 'url' | 'mac' | 'date')[];
    /**
     * What to put in its place: a label such as [EMAIL]; * for every letter and digit; a label with a hash,
     * [EMAIL:1f3a9c0b2d4e], the same for the same value; or nothing. Default: "label".
     */
    readonly mode?: 'label' | 'mask' | 'hash' | 'remove';
    /**
     * Secret for the mode hash (HMAC-SHA-256, cut to 12 digits); without one, anyone can find a value again by trying.
     * Text, up to 200 characters. Default: "".
     */
    readonly salt?: string;
    /**
     * The country of numbers without + and country calling code: two letters (ISO 3166-1), such as US or DE. Text,
     * exactly 2 characters. Default: "US".
     */
    readonly defaultCountry?: string;
    /**
     * Up to 9 more countries whose numbers are found without + and country calling code, such as GB and FR; a number
     * that is valid in several belongs to the first of them, after defaultCountry. List, up to 9 items (each: text,
     * exactly 2 characters). Default: [].
     */
    readonly otherCountries?: readonly string[];
  };
  /**
   * Replaces e-mail addresses, phone numbers, card numbers, IP addresses and more by stand-ins such as email_4f2a91c0,
   * the same for the same value and key (HMAC-SHA-256), so that texts can still be compared. It does not find names or
   * postal addresses and can miss what it looks for; anyone with the key can test guesses.
   */
  pseudonymizer: {
    /** The secret key: another key produces different stand-ins. Text, 8 to 200 characters. */
    readonly key: string;
    /**
     * What to look for: e-mail addresses, phone numbers, payment card numbers (with a valid check digit), IP addresses,
     * international bank account numbers, US social security numbers (with hyphens or blanks), URLs, MAC addresses,
     * dates (in figures, or with an English month). List, 1 to 9 items (each: one of email, phone, credit-card, ip,
     * iban, us-ssn, url, mac, date). Default: ["email","phone","credit-card","ip","iban"].
     */
    readonly types?: readonly ('email' | 'phone' | 'credit-card' | 'ip' | 'iban' | 'us-ssn' | 'url' | 'mac' | 'date')[];
    /**
     * Hexadecimal digits of a stand-in; with few digits two values may get the same stand-in. Whole number, 4 to 32.
     * Default: 8.
     */
    readonly length?: number;
    /**
     * The country of numbers without + and country calling code: two letters (ISO 3166-1), such as US or DE. Text,
     * exactly 2 characters. Default: "US".
     */
    readonly defaultCountry?: string;
    /**
     * Up to 9 more countries whose numbers are found without + and country calling code, such as GB and FR; a number
     * that is valid in several belongs to the first of them, after defaultCountry. List, up to 9 items (each: text,
     * exactly 2 characters). Default: [].
     */
    readonly otherCountries?: readonly string[];
  };
  /**
   * Converts internationalised host names, one per line, between their own letters and the xn-- form in ASCII of the
   * domain name system (Punycode), as browsers do (UTS 46): capitals become small, and names that look like others are
   * not detected.
   */
  'punycode-converter': {
    /** auto: a line in ASCII with an xn-- label goes to Unicode, any other to ASCII. Default: "auto". */
    readonly direction?: 'auto' | 'to-ascii' | 'to-unicode';
    /**
     * What to do with a line that is not a valid host name: error refuses the text and names the line, keep leaves it
     * as it is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default:
     * "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Converts a query string such as a=1&b=2 to a JSON object and back, and detects the format of the input; of a URL,
   * with or without its scheme, it reads the query. Values are decoded as in browsers and stay text.
   */
  'query-string-json-converter': {
    /**
     * Direction of the conversion; auto reads a text that starts with { or [ as JSON and any other as a query string.
     * Default: "auto".
     */
    readonly direction?: 'auto' | 'query-to-json' | 'json-to-query';
    /** How a list is written: a=1&a=2, a[]=1&a[]=2 or a=1,2. Default: "repeat". */
    readonly arrays?: 'repeat' | 'brackets' | 'comma';
    /**
     * Brackets in names lead into objects and lists: a[b]=1, a[0][c]=2 or a[][c]=2, where a name that the last item has
     * begins the next one; at most 20 levels. Default: false.
     */
    readonly nested?: boolean;
    /**
     * JSON: spaces per level of indentation, or tab; 0 writes everything on one line without blanks. Whole number, 0 to
     * 10, or tab. Default: 2.
     */
    readonly indent?: number | 'tab';
  };
  /**
   * Writes text in the quoted-printable form of e-mail bodies (RFC 2045), or reads it. Line ends stay as they are, and
   * blanks at the ends of encoded lines are dropped. A lone surrogate, which UTF-8 cannot represent, is encoded as
   * U+FFFD.
   */
  'quoted-printable-converter': {
    /** encode: text to quoted-printable; decode: quoted-printable to text. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /** Character encoding of the bytes; latin1 reads any bytes, one character each. Default: "utf-8". */
    readonly charset?: 'utf-8' | 'latin1';
    /** Maximum line length when encoding; e-mail allows 76. Whole number, 20 to 998. Default: 76. */
    readonly wrap?: number;
    /**
     * decode: what to do with an escape that is incomplete or not UTF-8: error refuses the text, keep leaves it as it
     * is. Default: "error".
     */
    readonly invalid?: 'error' | 'keep';
  };
  /**
   * Rates how hard an English text is to read, by six well-known readability formulas, rounded to two decimals.
   * Syllables are counted by rules, so a score is an estimate, and the score of a few sentences says little.
   */
  'readability-score': {
    /**
     * Which score to calculate: the reading ease goes from 0 (hard) to 100 (easy), all others are the years of school
     * needed to read the text. Default: "all".
     */
    readonly formula?:
      | 'all'
      | 'flesch-reading-ease'
      | 'flesch-kincaid'
      | 'gunning-fog'
      | 'smog'
      | 'coleman-liau'
      | 'ari';
    /** text returns one formula as a plain number and all of them with their names; json an object. Default: "text". */
    readonly format?: 'text' | 'json';
  };
  /**
   * Blacks out the words, names and phrases of a list. Finds them only as they are written in the list, not in other
   * forms or spellings.
   */
  'redact-words': {
    /**
     * The words and phrases to black out; if several start at the same place, the longest wins. List, 1 to 1,000 items
     * (each: text, 1 to 100 characters).
     */
    readonly words: readonly string[];
    /** Text to write instead of a word; empty removes it. Text, up to 50 characters. Default: "█". */
    readonly replacement?: string;
    /**
     * Repeats the replacement until it has as many characters as the word; otherwise writes it once, which also hides
     * the length. Default: true.
     */
    readonly sameLength?: boolean;
    /**
     * Finds a text only where it does not continue a word: letters, digits and underscores of any script. In scripts
     * without spaces, such as Chinese, Japanese and Thai, that is anywhere. Default: true.
     */
    readonly wholeWord?: boolean;
    /**
     * Distinguishes upper and lower case; otherwise characters are compared one by one, so ß equals ẞ but not SS.
     * Default: false.
     */
    readonly caseSensitive?: boolean;
  };
  /**
   * Replaces what a regular expression matches. The replacement may refer to the match: $& all of it, $1 a group,
   * $<name> a named group. A search that takes longer than a second is stopped.
   */
  'regex-replace': {
    /**
     * The regular expression, in RE2 syntax: like JavaScript, without look-around and back-references; \w \d \s \b mean
     * ASCII, \p{L} any letter. Text, 1 to 2,000 characters.
     */
    readonly pattern: string;
    /**
     * Any of i (upper and lower case are the same), m (^ and $ match at line feeds; for CRLF write \r?$), s (. matches
     * a line feed). Text, up to 3 characters. Default: "".
     */
    readonly flags?: string;
    /**
     * What to write instead; $&, $1 to $99, $<name>, $` and $' stand for what they do in JavaScript, $$ for $. Text, up
     * to 10,000 characters. Default: "".
     */
    readonly replacement?: string;
    /** Replaces at most this many matches, from the start; 0 replaces all. Whole number, 0 to 1,000,000. Default: 0. */
    readonly limit?: number;
  };
  /**
   * Removes the accents from Latin, Greek and Cyrillic letters: é becomes e, ά α, ё е. Letters keep their script, and
   * the marks of other scripts stay. The result is in normal form C.
   */
  'remove-accents': {
    /**
     * Also writes Latin letters with strokes and hooks as plain ones, and ligatures as two letters: ø o, ł l, đ d, ß
     * ss, æ ae, þ th. Default: true.
     */
    readonly extended?: boolean;
  };
  /**
   * Removes the escape sequences of terminals (ECMA-48) from logs and recorded sessions: colours, cursor movements,
   * window titles, links. Their effects are not replayed, so text that was overwritten on the screen stays.
   */
  'remove-ansi-codes': {
    /**
     * Also removes the control characters that belong to no sequence, such as BEL, backspace and NUL. Default: false.
     */
    readonly allControls?: boolean;
    /** With allControls: keeps line ends and tabs. Default: true. */
    readonly keepLineBreaks?: boolean;
  };
  /** Drops blank lines, or keeps one empty line of each run of them. */
  'remove-blank-lines': {
    /** remove drops every blank line; collapse turns each run of them into one empty line. Default: "remove". */
    readonly mode?: 'remove' | 'collapse';
    /** Also counts lines that contain only white space as blank. Default: true. */
    readonly whitespaceIsBlank?: boolean;
  };
  /**
   * Removes kinds of characters, such as digits, letters, punctuation or symbols, or characters that you list, or keeps
   * only those. Line breaks stay unless you select them. An emoji of several code points counts as one character.
   */
  'remove-characters': {
    /**
     * Kinds of characters: digits and letters (with their accents) of every script; punctuation; symbols ($ + < ^ and
     * emoji); spaces (white space inside lines); line-breaks; emoji; non-ascii; non-alphanumeric (all but letters and
     * digits). List, up to 9 items (each: one of digits, letters, punctuation, symbols, spaces, line-breaks, emoji,
     * non-ascii, non-alphanumeric). Default: [].
     */
    readonly classes?: readonly (
      | 'digits'
      | 'letters'
      | 'punctuation'
      | 'symbols'
      | 'spaces'
      | 'line-breaks'
      | 'emoji'
      | 'non-ascii'
      | 'non-alphanumeric'
    )[];
    /** Further characters, one by one: ()[]. Text, up to 1,000 characters. Default: "". */
    readonly chars?: string;
    /** Removes everything except these characters; line breaks stay even so. Default: false. */
    readonly keep?: boolean;
    /** Text to write instead of each removed character. Text, up to 10 characters. Default: "". */
    readonly replacement?: string;
  };
  /** Keeps one of each line and leaves the order of the lines as it is. To sort them as well use dedupe-sort. */
  'remove-duplicate-lines': {
    /** Which of equal lines stays. Default: "first". */
    readonly keep?: 'first' | 'last';
    /** When false, lines that differ only in case are equal. Default: true. */
    readonly caseSensitive?: boolean;
    /** Strips white space at both ends of each line first. Default: false. */
    readonly trim?: boolean;
    /** Removes only lines that are equal to an adjacent line, as uniq does. Default: false. */
    readonly adjacentOnly?: boolean;
    /** Let all blank lines stay. Default: false. */
    readonly skipBlank?: boolean;
  };
  /**
   * Drops emojis whole, including flags, keycaps, skin tones and joined families. Spaces around them stay. The Unicode
   * version of the service decides which characters are emojis.
   */
  'remove-emojis': {
    /** Text to put in the place of each emoji. Text, up to 20 characters. Default: "". */
    readonly replacement?: string;
    /**
     * Keeps signs that are text unless something makes them emojis: © ® ™ ↔ ☺ ❤. Digits, # and * always stay. Default:
     * true.
     */
    readonly keepText?: boolean;
  };
  /**
   * Removes what cannot be seen: zero-width characters, direction overrides, byte order marks, soft hyphens, fillers,
   * hidden tags, control characters. Joiners and variation selectors stay where they have a use: in emojis, in Arabic
   * and Indic words, after Han characters.
   */
  'remove-invisible-characters': {
    /**
     * What to keep everywhere: zero width joiners, zero width non-joiners, no-break spaces, marks and overrides of
     * writing direction. List, up to 4 items (each: one of zwj, zwnj, nbsp, bidi). Default: [].
     */
    readonly keep?: readonly ('zwj' | 'zwnj' | 'nbsp' | 'bidi')[];
    /**
     * Writes other spaces (no-break, thin, ideographic …) as plain ones, and other line ends (U+2028, form feed …) as
     * line feeds; off leaves both alone. Default: true.
     */
    readonly replaceSpaces?: boolean;
    /**
     * Returns a list of the characters that would be removed or replaced, with counts, instead of the text. Default:
     * false.
     */
    readonly report?: boolean;
  };
  /**
   * Removes texts that nearly repeat an earlier one, as when cleaning a corpus for language models: lines, paragraphs
   * or records. Compares sequences of five words by MinHash (14 bands of 8 hashes) and keeps the first. Case and
   * punctuation do not count, and texts without letters and digits stay. For lines that are equal use
   * remove-duplicate-lines.
   */
  'remove-near-duplicates': {
    /**
     * What to compare: lines, paragraphs (between blank lines), or records, which are what stands between two
     * delimiters. Default: "lines".
     */
    readonly unit?: 'lines' | 'paragraphs' | 'records';
    /** Unit records: what divides the text into records. Text, 1 to 50 characters. Default: "\n---\n". */
    readonly delimiter?: string;
    /**
     * Least Jaccard index of two near duplicates: the word sequences that both have, divided by those that either has.
     * Every pair that is removed was compared exactly; of the pairs with an index of 0.9, 99.9 % are found, of 0.8 92
     * %, of 0.7 56 %. Number, 0.7 to 1. Default: 0.8.
     */
    readonly similarity?: number;
    /**
     * How many words in a row are compared; fewer find more in short texts. Texts of at most so many words are
     * duplicates only if all their words are the same. In Chinese, Japanese, Thai and other scripts without spaces,
     * each character is a word. Whole number, 1 to 10. Default: 5.
     */
    readonly ngramSize?: number;
    /** Distinguishes upper and lower case. Default: false. */
    readonly caseSensitive?: boolean;
    /** Any text; another seed may find pairs that this one misses. Text, 1 to 100 characters. Default: "1". */
    readonly seed?: string;
    /**
     * What to write: the text without near duplicates, or as JSON each text that stays and has near duplicates, with
     * them, their numbers from 1 and their similarity. Default: "text".
     */
    readonly output?: 'text' | 'clusters';
  };
  /** Repeats a text several times, with an optional separator between the copies. */
  'repeat-text': {
    /** Number of copies. Whole number, 1 to 10,000. Default: 2. */
    readonly times?: number;
    /** Text between two copies. Text, up to 100 characters. Default: "". */
    readonly separator?: string;
  };
  /** Reverses the order of the lines: puts the last line first and the first line last. */
  'reverse-lines': {
    readonly [option: string]: never;
  };
  /**
   * Writes the characters or the words of each line, or of the whole text, in reverse order. Accents stay with their
   * letters, and emoji and flags stay whole.
   */
  'reverse-text': {
    /** What to reverse: characters, or words (separated by white space). Default: "chars". */
    readonly unit?: 'chars' | 'words';
    /** Reverses each line separately; otherwise the whole text, including the line breaks. Default: true. */
    readonly perLine?: boolean;
  };
  /**
   * Converts numbers from 1 to 3999 to Roman numerals and Roman numerals to numbers, one per line. Reads either letter
   * case, but only the standard form: IV, not IIII.
   */
  'roman-numeral-converter': {
    /**
     * Direction of the conversion; auto reads digits as a number and anything else as a numeral, line by line. Default:
     * "auto".
     */
    readonly direction?: 'auto' | 'to-roman' | 'to-number';
    /** Writes the numerals in lower case. Default: false. */
    readonly lowercase?: boolean;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Shifts letters, digits or all visible ASCII characters along the alphabet. Applying a rot variant again undoes it;
   * a negative shift undoes a Caesar shift. This hides a text from a glance and protects nothing.
   */
  'rot-cipher': {
    /**
     * rot13: letters by half the alphabet; rot5: digits by five; rot18: both; rot47: all from ! to ~ by half; caesar:
     * letters by shift. Default: "rot13".
     */
    readonly variant?: 'rot13' | 'rot5' | 'rot18' | 'rot47' | 'caesar';
    /**
     * Number of letters to shift forward in the variant caesar, or back if negative; the others do not use it. Whole
     * number, -25 to 25. Default: 13.
     */
    readonly shift?: number;
  };
  /**
   * Keeps a random sample of the lines, in their order. The sample depends on the seed: the same lines with the same
   * seed always give the same sample. Do not use it for draws that must be fair.
   */
  'sample-lines': {
    /** Any text; each one selects a random sample. Text, 1 to 100 characters. */
    readonly seed: string;
    /** How many lines to keep; all if there are fewer. Whole number, 0 to 4,000,000. */
    readonly count?: number;
    /** What share of the lines to keep, rounded to whole ones. Number, 0 to 100. */
    readonly percent?: number;
  };
  /**
   * Replaces API keys and tokens of about eighty services, JWTs, private keys, passwords and tokens in URLs, and the
   * values of settings such as DB_PASSWORD=. It recognizes secrets by their form (rules version 6) and cannot find
   * every one, so review the result before you share it.
   */
  'secret-redactor': {
    /**
     * What to write instead of a secret: a label such as [GITHUB_TOKEN]; * for every letter and digit; or nothing.
     * Default: "label".
     */
    readonly mode?: 'label' | 'mask' | 'remove';
    /**
     * Also treats words of at least 20 mixed characters as secrets if they look random: finds unknown keys, but
     * checksums and identifiers as well. Default: false.
     */
    readonly entropy?: boolean;
  };
  /**
   * Begins every line and every sentence with a capital and writes the rest in lower case. Common abbreviations (Dr.,
   * e.g., initials), and the word after one, after an ellipsis, a number such as 12. or a quoted sentence, keep the
   * case of their first letter: only the writer knows whether a sentence begins there. Names lose their capitals; web
   * and e-mail addresses stay as they are.
   */
  'sentence-case': {
    /**
     * Leaves NASA, 3D, iPhone and the English I as they are; in a line of capitals, only I and initials such as U.S.
     * can be recognized. Default: true.
     */
    readonly keepAcronyms?: boolean;
    /** Writes letters inside a sentence in lower case; otherwise they stay as they are. Default: true. */
    readonly lowerRest?: boolean;
    /**
     * Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian, Dutch (IJ); root for all
     * others. Default: "root".
     */
    readonly locale?: 'root' | 'tr' | 'az' | 'lt' | 'nl';
  };
  /**
   * Writes the numbers from one to another in equal steps, up or down, each inserted into a template: file-001.txt,
   * file-002.txt. Decimals are exact. The input is not part of the result and may be empty.
   */
  'sequence-generator': {
    /** The first number. Number, -1,000,000,000,000,000 to 1,000,000,000,000,000. Default: 1. */
    readonly start?: number;
    /**
     * Where to stop: the last number, if the steps reach it. Number, -1,000,000,000,000,000 to 1,000,000,000,000,000.
     */
    readonly end: number;
    /**
     * Difference between two numbers; start and end decide whether they go up or down. Number, -1,000,000,000,000,000
     * to 1,000,000,000,000,000. Default: 1.
     */
    readonly step?: number;
    /** Text for each number; {n} is replaced with the number. Text, up to 200 characters. Default: "{n}". */
    readonly format?: string;
    /** Minimum number of digits before the decimal point, with leading zeros. Whole number, 0 to 20. Default: 0. */
    readonly pad?: number;
    /** Text between two numbers. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
  };
  /**
   * Puts lines in random order. The order depends on the seed: the same lines with the same seed always give the same
   * result, and another seed gives a different order. Do not use it for draws that must be fair.
   */
  'shuffle-lines': {
    /** Any text; each one selects a random order. Text, 1 to 100 characters. */
    readonly seed: string;
  };
  /**
   * Keeps a part of a text: characters, words or lines from one position up to another. Positions count from 0,
   * negative ones from the end.
   */
  'slice-text': {
    /**
     * Position of the first one to keep, counted from 0; -3 is the third from the end. Whole number, -10,000,000 to
     * 10,000,000. Default: 0.
     */
    readonly start?: number;
    /**
     * Position after the last one to keep, counted from 0; the end of the text if omitted. Whole number, -10,000,000 to
     * 10,000,000.
     */
    readonly end?: number;
    /** What to count: characters, words (separated by white space), or lines. Default: "chars". */
    readonly unit?: 'chars' | 'words' | 'lines';
  };
  /**
   * Makes a slug, such as for a readable URL or a file name, of each line: words of letters and digits with a separator
   * in between. Apostrophes are dropped; everything else separates words.
   */
  slugify: {
    /** Separator between words. Default: "-". */
    readonly separator?: '-' | '_' | '.';
    /** Writes the slug in lower case. Default: true. */
    readonly lowercase?: boolean;
    /**
     * Maximum length of a slug in characters, cut between words where possible; 0 for no limit. Whole number, 0 to 500.
     * Default: 0.
     */
    readonly maxLength?: number;
    /** Writes only ASCII: letters without accents, other scripts by their sound, emoji by name. Default: true. */
    readonly transliterate?: boolean;
    /**
     * Language of the text: German writes ä ö ü as ae oe ue, Swedish and Turkish as a o u, which is also the default;
     * Turkish lowers I to ı where that letter is kept. Default: "none".
     */
    readonly locale?: 'none' | 'de' | 'sv' | 'tr';
    /** Writes & as the word and, in the language of the text; otherwise it only separates words. Default: false. */
    readonly ampersandAsWord?: boolean;
    /** Separates the words of names such as fooBar and XMLHttpRequest. Default: false. */
    readonly decamelize?: boolean;
    /**
     * Replaces these texts first; each pair is a text and its replacement, such as ["C++", "cpp"] or ["%", " percent"];
     * if several start at the same place, the longest counts. List, up to 100 items (each: list, exactly 2 items (each:
     * text, up to 100 characters)). Default: [].
     */
    readonly pairs?: readonly (readonly [string, string])[];
    /** Makes all slugs different: the second post becomes post-2. Default: false. */
    readonly numberDuplicates?: boolean;
  };
  /**
   * Converts the typography of word processors to plain ASCII: curly quotes, dashes, ellipses and special spaces. All
   * other characters stay, including accented letters.
   */
  'smart-quotes-remover': {
    /** Writes curly, low, angle and full-width quotes, accents used as quotes, and primes as ' or ". Default: true. */
    readonly quotes?: boolean;
    /** Writes hyphens, dashes and the minus sign as -. Default: true. */
    readonly dashes?: boolean;
    /** Writes … as three dots. Default: true. */
    readonly ellipsis?: boolean;
    /** Writes no-break, thin, ideographic and other spaces as plain ones. Default: true. */
    readonly spaces?: boolean;
    /** How dashes writes the em dash (—); the last adds spaces only if there are none. Default: "--". */
    readonly emDash?: '--' | '-' | ' - ';
  };
  /**
   * Makes one snake_case name of each line: words in lower case with underscores between them, as for variables in
   * Python and columns in SQL. Anything that is neither letter nor digit separates words.
   */
  'snake-case': {
    /** Treats digits as separate words: area51 then has two words. Default: false. */
    readonly splitNumbers?: boolean;
    /**
     * Leaves words of two capitals or more as they are, as HTTP in HTTPServer, unless all words of the text or line are
     * in capitals or it is the first word of a camelCase name. Default: false.
     */
    readonly keepAcronyms?: boolean;
    /** Keeps underscores and dollar signs in front of the name, as in _private and $scope. Default: false. */
    readonly keepPrefix?: boolean;
    /**
     * Makes one name of each line and leaves line ends as they are; otherwise one name of the whole text. Default:
     * true.
     */
    readonly perLine?: boolean;
  };
  /**
   * Sorts lines alphabetically, by code point, number, length, IP address, version, file size or date, by the whole
   * line or a column. Lines with the same number, length and so on are in alphabetical order; those whose compared text
   * is the same keep their order. Duplicates stay; lines without a number (address, version, size, date) come last.
   */
  'sort-lines': {
    /** Direction of sorting. Default: "asc". */
    readonly order?: 'asc' | 'desc';
    /**
     * What to order lines by: the alphabet of the Unicode collation; code points, as in the C locale; natural, with
     * numbers in the text as numbers; or the number, length, IP address, hexadecimal number, version, size or date at
     * the start of a line. A number may be written $1,200, -5 €, 1.5K, 50%, or (5) for -5 if it is the whole line. A
     * size may have a unit: K and KiB are 1,024 bytes, KB is 1,000. Default: "alphabetical".
     */
    readonly mode?:
      | 'alphabetical'
      | 'codepoint'
      | 'natural'
      | 'numeric'
      | 'length'
      | 'ip'
      | 'hex'
      | 'version'
      | 'size'
      | 'date';
    /**
     * Mode date: how the dates are written: iso (ISO 8601 and RFC 3339), or tokens: y yy yyyy (61 to 99 are 19xx), M MM
     * MMM MMMM (MMM also reads Sept and Sep.), d dd do (1st), o ooo, kkkk W WW, E EEE EEEE, H HH h hh a, m mm, s ss, S
     * SSS u, Z ZZ ZZZ z. Text goes in single quotes. Dates without an offset are in UTC. Text, 1 to 100 characters.
     * Default: "iso".
     */
    readonly dateFormat?: string;
    /** Mode numeric: the decimal mark of the numbers. Default: ".". */
    readonly decimal?: '.' | ',';
    /**
     * Mode numeric: What stands between groups of digits in the text (1,000,000, or 10,00,000 as in India). auto is the
     * comma, or the full stop if the decimal mark is the comma, and also _, ', no-break spaces, and 1.234.567 where two
     * or more groups show that no decimal mark is meant; empty is nothing. Default: "auto".
     */
    readonly thousands?: 'auto' | '' | ',' | '.' | ' ' | "'";
    /** When false, lines are ordered by their lower-case form first. Default: true. */
    readonly caseSensitive?: boolean;
    /** Ignores white space at the start of the compared text. Default: false. */
    readonly ignoreLeadingBlanks?: boolean;
    /** Column to compare, counted from 1; 0 for the whole line. Whole number, 0 to 1,000. Default: 0. */
    readonly column?: number;
    /** The delimiter between columns; empty for any white space. Text, up to 10 characters. Default: "\t". */
    readonly delimiter?: string;
    /** Number of lines at the top that stay where they are. Whole number, 0 to 100. Default: 0. */
    readonly headerLines?: number;
  };
  /**
   * Splits the whole text at every delimiter and writes each piece on a separate line, or returns one of the pieces.
   * Quotes have no meaning: CSV is for csv-json-converter.
   */
  'split-text': {
    /** The text to split at, character for character. Text, 1 to 100 characters. Default: ",". */
    readonly delimiter?: string;
    /**
     * Splits into at most this many pieces, the last of which contains the rest; 0 splits everywhere. Whole number, 0
     * to 500,000. Default: 0.
     */
    readonly limit?: number;
    /** Strips white space at both ends of each piece. Default: true. */
    readonly trim?: boolean;
    /** Drops pieces that are empty or contain only white space. Default: false. */
    readonly removeBlank?: boolean;
    /**
     * Returns only this piece, after the other options are applied, or nothing if it does not exist: 1 is the first, -1
     * the last, 0 returns all. Whole number, -500,000 to 500,000. Default: 0.
     */
    readonly pick?: number;
  };
  /**
   * Lays SQL out with one clause and one column per line. Knows the grammar of many databases, but does not check
   * queries: SQL that it cannot read is rejected with the place. Commands of clients stay on lines of their own: GO, /,
   * DELIMITER //, \connect, and the data after COPY … FROM stdin. Placeholders stay as they are in every dialect:
   * :id, @p, ?, $1, %s, %(n)s, and templates such as {{x}}. At most 200,000 characters, and 60,000 words and signs.
   */
  'sql-formatter': {
    /** The database for which the SQL is written; sql is the standard. Default: "sql". */
    readonly dialect?:
      | 'sql'
      | 'bigquery'
      | 'clickhouse'
      | 'db2'
      | 'duckdb'
      | 'hive'
      | 'mariadb'
      | 'mysql'
      | 'n1ql'
      | 'plsql'
      | 'postgresql'
      | 'redshift'
      | 'singlestoredb'
      | 'snowflake'
      | 'spark'
      | 'sqlite'
      | 'tidb'
      | 'transactsql'
      | 'trino';
    /** Case of keywords such as SELECT. Default: "preserve". */
    readonly keywordCase?: 'preserve' | 'upper' | 'lower';
    /** Spaces per level of indentation. Whole number, 1 to 8. Default: 2. */
    readonly indent?: number;
  };
  /**
   * Makes a list for SQL, such as IN ('a', 'b'), of lines of text. Lines are trimmed, blank ones left out, quotes
   * inside doubled. Long lists are divided and joined by OR.
   */
  'sql-list-generator': {
    /**
     * The column before IN; a dot separates table and column. If empty, only the lists are written. Text, up to 200
     * characters. Default: "".
     */
    readonly column?: string;
    /** Writes every line as text in quotes; otherwise every line must be a number. Default: true. */
    readonly quote?: boolean;
    /** Maximum number of values in one list; Oracle allows 1000. Whole number, 1 to 10,000. Default: 1000. */
    readonly batch?: number;
    /** Writes each value once. Default: true. */
    readonly unique?: boolean;
    /**
     * How names and texts are quoted: standard SQL, MySQL, PostgreSQL, SQLite, or SQL Server (transactsql). Default:
     * "sql".
     */
    readonly dialect?: 'sql' | 'mysql' | 'postgresql' | 'sqlite' | 'transactsql';
  };
  /**
   * Removes comments and unnecessary white space from SQL and writes it on one line; strings, quoted names and dollar
   * quotes stay as they are. Line ends stay where SQL needs them: between two parts of one string, after --+ hints, and
   * around commands of clients, such as GO, /, DELIMITER // and \connect. The data after COPY … FROM stdin stay.
   */
  'sql-minifier': {
    /**
     * mysql for MySQL and MariaDB, where a backslash escapes in strings and # starts a comment; sql for all others.
     * Default: "sql".
     */
    readonly dialect?: 'sql' | 'mysql';
    /**
     * Keeps the comments that databases act on: /*+ hints *\/, --+ hints of Oracle with their line end and, in MySQL,
     * /*! conditional code *\/, also /*M! of MariaDB and /*T! of TiDB. Default: true.
     */
    readonly keepHints?: boolean;
  };
  /**
   * Escapes a text for use between the quotes of a literal: double quotes, or single ones in sql, shell and powershell.
   * sql is standard SQL; a database that reads backslashes as escapes, such as MySQL, needs more. Where values can be
   * passed as parameters, that is safer than any escaping.
   */
  'string-escape': {
    /** Language of the literal; regex is a pattern that matches the text, shell is any POSIX shell. Default: "json". */
    readonly language?:
      | 'json'
      | 'js'
      | 'java'
      | 'python'
      | 'c'
      | 'sql'
      | 'csv'
      | 'xml'
      | 'regex'
      | 'shell'
      | 'powershell';
    /**
     * Also writes the quotes around it: slashes in regex; in xml those of an attribute, whose tabs and line ends need
     * escapes. Default: false.
     */
    readonly quotes?: boolean;
  };
  /**
   * Reads the body of a string literal and returns its text; nothing is ever executed. In C, escaped bytes are read as
   * UTF-8. Unknown escapes are an error if the language rejects them.
   */
  'string-unescape': {
    /** Language of the literal; sql and csv only double their quotes. Default: "json". */
    readonly language?: 'json' | 'js' | 'java' | 'python' | 'c' | 'sql' | 'csv';
    /** The text is one whole literal: its quotes are required, and removed. Default: false. */
    readonly quotes?: boolean;
  };
  /**
   * Removes the tags and comments of HTML and the content of scripts and styles; the text between stays as it is. For
   * readable paragraphs and lists use html-to-text. This does not make HTML safe: attributes of allowed tags are kept,
   * and decoded text may contain tags again.
   */
  'strip-html-tags': {
    /**
     * Names of elements whose tags stay, with all their attributes: b, a, br. List, up to 50 items (each: text, 1 to 40
     * characters). Default: [].
     */
    readonly allow?: readonly string[];
    /**
     * Writes é for &eacute; and so on. If allow names tags, & < and > stay encoded: the result is HTML. Default: true.
     */
    readonly decodeEntities?: boolean;
    /**
     * Starts a new line where a paragraph, list item or other block begins or ends and at <br>, and writes tabs between
     * table cells. Default: true.
     */
    readonly blockBreaks?: boolean;
  };
  /**
   * Swaps upper and lower case: capitals become small letters and small letters capitals. Doing it twice restores the
   * text, except for letters without a counterpart: ß becomes SS, and İ becomes i unless locale is tr or az.
   */
  'swap-case': {
    /**
     * Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian; root for all others. Default:
     * "root".
     */
    readonly locale?: 'root' | 'tr' | 'az' | 'lt';
  };
  /** Keeps the last lines of a text, or all but the first ones. */
  'tail-lines': {
    /**
     * Number of lines to keep; -3 keeps all but the first 3, and 0 none. Whole number, -500,000 to 500,000. Default:
     * 10.
     */
    readonly count?: number;
  };
  /**
   * Fills a Mustache template from JSON, CSV rows or lines, once for each record. Sections are skipped for false, null,
   * 0, an empty text or list; an unknown name is left empty. Partials, other delimiters and functions are not
   * supported.
   */
  'template-renderer': {
    /**
     * The template, with Mustache tags: {{name}}, {{a.b}}, {{.}} for the record or item itself, {{#list}}…{{/list}},
     * {{^list}}…{{/list}} if the list is empty or missing, {{!comment}}, {{{name}}} unescaped, {{@number}} for the
     * number of the record. Text, 1 to 50,000 characters.
     */
    readonly template: string;
    /**
     * Format of the input: JSON (an array has one record per item, anything else is one record), CSV (one record per
     * row), or lines (one record per line, {{.}}). Default: "json".
     */
    readonly data?: 'json' | 'csv' | 'lines';
    /**
     * How to escape values: not at all, or for HTML, inside a JSON string, or as a CSV cell; {{{name}}} and {{&name}}
     * are never escaped. Default: "none".
     */
    readonly escape?: 'none' | 'html' | 'json' | 'csv';
    /** Text between two records. Text, up to 10 characters. Default: "\n". */
    readonly separator?: string;
    /**
     * CSV: the character between two cells, or tab, or auto, which detects which of , ; tab and | the text uses. Text,
     * 1 to 4 characters. Default: ",".
     */
    readonly delimiter?: string;
    /** CSV: the first record names the columns; otherwise they are {{1}}, {{2}} and so on. Default: true. */
    readonly hasHeaders?: boolean;
    /**
     * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
     * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
     * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as it
     * is. Default: "strict".
     */
    readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
    /**
     * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters. Default:
     * "".
     */
    readonly comments?: string;
    /**
     * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white space
     * inside quotes stays. Default: false.
     */
    readonly trim?: boolean;
  };
  /**
   * Counts the words, characters (code points), lines, UTF-8 bytes, sentences, paragraphs or tokens of language models
   * in a text and returns one plain number. Counts like text-statistics.
   */
  'text-counter': {
    /**
     * What to count; chars-no-spaces leaves out all white space, and a final line end does not start another line.
     * Default: "words".
     */
    readonly unit?: 'words' | 'chars' | 'chars-no-spaces' | 'lines' | 'bytes' | 'sentences' | 'paragraphs' | 'tokens';
    /**
     * Unit tokens: the encoding, that of GPT-4o and newer models (o200k) or of GPT-4 and GPT-3.5 (cl100k); other models
     * count differently. Names of special tokens in the text are plain text. Default: "o200k".
     */
    readonly encoding?: 'o200k' | 'cl100k';
  };
  /**
   * Shows the differences between the input and another text, line by line, word by word or character by character, as
   * the shortest list of changes. If the texts differ in more than 5,000 places (2,500 single characters), everything
   * from the first to the last difference counts as changed.
   */
  'text-diff': {
    /**
     * The text to compare the input with: the newer one; required without separatorLine. Text, up to 500,000
     * characters.
     */
    readonly other?: string;
    /**
     * A line such as === that stands once in the input: the other text is what follows it, in place of the option
     * other. White space at its end does not matter; empty for none. Text, up to 200 characters. Default: "".
     */
    readonly separatorLine?: string;
    /**
     * unified is the format of diff -u (lines only), from which patch makes the other text byte for byte if nothing is
     * ignored; inline marks [-removed-] and {+added+} text in the whole text; json lists all stretches; summary counts
     * them. Default: "unified".
     */
    readonly format?: 'unified' | 'inline' | 'json' | 'summary';
    /**
     * What to compare: lines (any number), words, punctuation and white space (up to 100,000 characters), or single
     * characters (up to 50,000). The format unified also compares line ends, as diff does; the other formats do not.
     * Default: "lines".
     */
    readonly unit?: 'lines' | 'words' | 'chars';
    /** Number of lines around each change in the format unified. Whole number, 0 to 100. Default: 3. */
    readonly context?: number;
    /** When false, upper and lower case are the same. Default: true. */
    readonly caseSensitive?: boolean;
    /** Treats any white space as one space, and ignores it at the ends of lines. Default: false. */
    readonly ignoreWhitespace?: boolean;
  };
  /**
   * Measures how similar the input is to another text: 0.0000 for nothing in common, 1.0000 for equal texts; or the
   * edit distance, a whole number. Compares by edits (levenshtein, damerau-levenshtein, hamming), for short names
   * (jaro-winkler), by pairs of characters (dice), or by words in any order (jaccard).
   */
  'text-similarity': {
    /** The text to compare the input with; required without separatorLine. Text, up to 500,000 characters. */
    readonly other?: string;
    /**
     * A line such as === that stands once in the input: the other text is what follows it, in place of the option
     * other. White space at its end does not matter; empty for none. Text, up to 200 characters. Default: "".
     */
    readonly separatorLine?: string;
    /**
     * How to measure similarity. damerau-levenshtein also counts exchanging two neighbours as one change and edits no
     * character twice (optimal string alignment); hamming compares texts of one length place by place; levenshtein,
     * damerau-levenshtein and jaro-winkler accept texts of up to 10,000 characters, the others any. Default: "dice".
     */
    readonly metric?: 'dice' | 'levenshtein' | 'damerau-levenshtein' | 'hamming' | 'jaro-winkler' | 'jaccard';
    /**
     * What to write: a similarity from 0 to 1, or with levenshtein, damerau-levenshtein and hamming the distance, which
     * is the number of changes; the similarity is 1 minus the distance divided by the longer length. Default:
     * "similarity".
     */
    readonly output?: 'similarity' | 'distance';
    /** Distinguishes upper and lower case. Default: true. */
    readonly caseSensitive?: boolean;
  };
  /**
   * Counts characters (code points), words, sentences, lines, paragraphs and UTF-8 bytes, and estimates the reading
   * time in whole seconds, rounded up. A word is a run of letters and digits with apostrophes, hyphens or decimal
   * points inside; a Chinese or Japanese character is a word. A sentence ends at . ! ? or … (not after an abbreviation)
   * or with its paragraph, and a paragraph at a blank line.
   */
  'text-statistics': {
    /** text writes one figure per line; json writes an object for other programs. Default: "text". */
    readonly format?: 'text' | 'json';
    /** Words per minute, for the reading time. Whole number, 50 to 1,000. Default: 200. */
    readonly wpm?: number;
  };
  /**
   * Converts plain text to HTML: paragraphs, line breaks, and optionally lists and links. All markup in the text is
   * encoded and shows as it is written, so the result is safe to show.
   */
  'text-to-html': {
    /**
     * Combines the lines between two empty lines into a paragraph; otherwise every line end becomes <br>. Default:
     * true.
     */
    readonly paragraphs?: boolean;
    /** Turns web and e-mail addresses into links. Default: false. */
    readonly linkify?: boolean;
    /** Makes lists of lines that start with - * + • or a number such as 1. or 1). Default: false. */
    readonly lists?: boolean;
  };
  /**
   * Writes each line as a headline: words are capitalized, small words such as "of" and "the" are not. The first and
   * the last word always are; web and e-mail addresses and words with inner capitals stay as they are.
   */
  'title-case-converter': {
    /**
     * Which words stay small: the list most title tools share, words of up to three letters (AP, APA), prepositions of
     * four letters as well (Chicago), or none. Default: "standard".
     */
    readonly style?: 'standard' | 'ap' | 'apa' | 'chicago' | 'every-word';
    /**
     * More words to keep small, in addition to those of the style. List, up to 200 items (each: text, up to 30
     * characters). Default: [].
     */
    readonly smallWords?: readonly string[];
    /** Leaves words with a capital after their first letter as they are: iPhone, NASA, McTavish. Default: true. */
    readonly keepCaps?: boolean;
    /** What to do with a line of capitals: lower it before applying the rules, or leave it alone. Default: "lower". */
    readonly allCapsInput?: 'lower' | 'keep';
    /**
     * Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian, Dutch (IJ); root for all
     * others. Default: "root".
     */
    readonly locale?: 'root' | 'tr' | 'az' | 'lt' | 'nl';
  };
  /**
   * Transliterates a text into ASCII: letters without accents, other scripts such as Greek and Cyrillic by their sound,
   * typographic signs by plain ones, emoji by name (:crown:). It works character by character and knows no language: ü
   * becomes u, and Japanese kanji are read as Chinese. Chinese syllables are separate words, Korean ones are not.
   */
  'to-ascii': {
    /**
     * A character without a counterpart in ASCII is dropped, becomes a question mark, stays as it is, or is escaped as
     * JSON does (\u2800); accents and invisible characters are dropped in any case. Default: "drop".
     */
    readonly unknown?: 'drop' | '?' | 'keep' | 'escape';
  };
  /**
   * Replaces single characters with others, one for one, like the program tr, but for all of Unicode. Can also remove
   * characters, and shorten runs of the same character.
   */
  'translate-characters': {
    /**
     * The characters to translate, with ranges (a-zA-Z) and the classes of tr, which mean ASCII: [:lower:], [:upper:],
     * [:alpha:], [:digit:], [:alnum:], [:xdigit:], [:punct:], [:space:], [:blank:], [:cntrl:], [:print:], [:graph:]. A
     * backslash makes a sign literal (\- \\); \n, \t, \r, \xHH and \uHHHH are read. Text, 1 to 1,000 characters.
     */
    readonly from: string;
    /**
     * Their replacements, in the same order and notation; if there are too few, the last character is used for the
     * rest. Text, up to 1,000 characters. Default: "".
     */
    readonly to?: string;
    /**
     * Writes a character of to (of from, if to is empty) only once instead of several times in a row. Default: false.
     */
    readonly squeeze?: boolean;
    /** Removes the characters of from; only squeeze then uses to. Default: false. */
    readonly delete?: boolean;
  };
  /** Strips white space from the ends of every line. Line ends stay exactly as they are, even mixed ones. */
  'trim-lines': {
    /** The ends to strip: both, only the start, or only the end. Default: "both". */
    readonly side?: 'both' | 'start' | 'end';
    /** Drops the lines that are then empty, together with their line ends. Default: false. */
    readonly removeBlank?: boolean;
    /**
     * Characters to strip as well as white space, such as -* for list markers. Text, up to 50 characters. Default: "".
     */
    readonly chars?: string;
  };
  /**
   * Strips white space, including blank lines, from the ends of the whole text; the lines in between stay as they are.
   */
  'trim-text': {
    /** The ends to strip: both, only the start, or only the end. Default: "both". */
    readonly side?: 'both' | 'start' | 'end';
    /**
     * Characters to strip as well as white space, such as -* for list markers. Text, up to 50 characters. Default: "".
     */
    readonly chars?: string;
  };
  /**
   * Cuts a text that is too long and marks the cut with an ellipsis. The result is never longer than requested; a text
   * that is short enough stays exactly as it is.
   */
  'truncate-text': {
    /**
     * Maximum length of the text: in characters or tokens including the ellipsis, or in words. Whole number, 0 to
     * 500,000. Default: 100.
     */
    readonly length?: number;
    /** What to count: characters, words (separated by white space), or tokens of language models. Default: "chars". */
    readonly unit?: 'chars' | 'words' | 'tokens';
    /**
     * Unit tokens: the encoding, that of GPT-4o and newer models (o200k) or of GPT-4 and GPT-3.5 (cl100k); other models
     * count differently. Names of special tokens in the text are plain text. Default: "o200k".
     */
    readonly encoding?: 'o200k' | 'cl100k';
    /**
     * Text at the end of a truncated text; omitted if it alone would be too long. Text, up to 10 characters. Default:
     * "…".
     */
    readonly ellipsis?: string;
    /** Cuts between words and drops the white space there, unless the first word is too long already. Default: true. */
    readonly wordBoundary?: boolean;
  };
  /**
   * Writes characters as numeric escapes in the style of a language, or turns such escapes back into characters. Other
   * escapes, such as \n, are left alone: string-unescape reads those.
   */
  'unicode-escape-converter': {
    /** encode writes the text in the code, decode reads it back. Default: "encode". */
    readonly direction?: 'encode' | 'decode';
    /**
     * Style of the escapes, for é and 😀: js \u00E9 \u{1F600}, json \u00E9 \uD83D\uDE00, css \E9 \1F600, python \u00E9
     * \U0001F600, html &#xE9; &#x1F600;, codepoint U+00E9 U+1F600, percent-u %u00E9 %uD83D%uDE00. Default: "js".
     */
    readonly style?: 'js' | 'json' | 'css' | 'python' | 'html' | 'codepoint' | 'percent-u';
    /**
     * Encodes only non-ASCII characters, and text that looks like an escape; off encodes every character, including
     * line ends. Default: true.
     */
    readonly nonAsciiOnly?: boolean;
  };
  /**
   * Shows the characters of a text one by one, with their code points: line and column, abbreviation if invisible
   * (NBSP, ZWJ), code point, general category, block, UTF-8 bytes in hexadecimal. Categories are those of the Unicode
   * version in the server's Node.js, so newer characters may be unassigned (Cn). Names of characters and of rare blocks
   * are not included.
   */
  'unicode-inspector': {
    /**
     * Maximum number of characters to list; the end says how many more there are. Whole number, 1 to 5,000. Default:
     * 200.
     */
    readonly limit?: number;
    /** text: one line per character, separated by tabs; json: an object with the total and a list. Default: "text". */
    readonly format?: 'text' | 'json';
    /** Lists only the characters beyond ASCII. Default: false. */
    readonly nonAsciiOnly?: boolean;
  };
  /**
   * Converts a text to one of the normal forms of Unicode, so that what looks alike is encoded alike. NFC and NFD
   * change nothing visible; NFKC and NFKD also replace ligatures, full-width letters, superscripts and the like, and
   * lose their meaning.
   */
  'unicode-normalizer': {
    /**
     * NFC: letters and their accents in one character if there is one; NFD: always separate; NFKC and NFKD: the same,
     * with compatibility characters replaced. Default: "NFC".
     */
    readonly form?: 'NFC' | 'NFD' | 'NFKC' | 'NFKD';
  };
  /**
   * Converts Unix timestamps to ISO 8601 dates and dates to timestamps, one per line and exact to the nanosecond. With
   * unit auto, a number below 100,000,000,000 counts as seconds.
   */
  'unix-timestamp-converter': {
    /**
     * The unit of the timestamps; auto recognizes seconds, milliseconds, microseconds and nanoseconds by their size,
     * and writes seconds. Default: "auto".
     */
    readonly unit?: 'auto' | 's' | 'ms' | 'us' | 'ns';
    /**
     * Direction of the conversion; auto reads a number as a timestamp and anything else as a date, line by line.
     * Default: "auto".
     */
    readonly direction?: 'auto' | 'to-iso' | 'to-unix';
    /**
     * The time zone of written dates, and of dates without an offset: an IANA name such as Europe/Paris, UTC, or
     * UTC+5:30. Text, 1 to 60 characters. Default: "UTC".
     */
    readonly zone?: string;
    /**
     * What to do with a line that cannot be converted: error refuses the text and names the line, keep leaves it as it
     * is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /** Changes every letter to upper case, by the full rules of Unicode: ß becomes SS. */
  'upper-case': {
    /**
     * Language with special rules: Turkish and Azeri (dotted and dotless i), Lithuanian; root for all others. Default:
     * "root".
     */
    readonly locale?: 'root' | 'tr' | 'az' | 'lt';
  };
  /**
   * Removes tracking parameters such as utm_source, fbclid and gclid from the URLs of a text. Everything else in a URL
   * stays byte for byte, and \/ stays \/; a signed URL stays as a whole, but not with the profile standard. Where a
   * comma in the last parameter may be the start of the next CSV cell, that parameter stays.
   */
  'url-cleaner': {
    /**
     * Where the URLs are: anywhere in running text, Markdown, HTML or CSV; or one per line and nothing else, so that
     * what follows a parameter up to the end of the line belongs to it. A line with a URL behind something else stays
     * as it is. Default: "text".
     */
    readonly scope?: 'text' | 'lines';
    /**
     * Names that always stay, for sites where one of them means something. List, up to 500 items (each: text, 1 to 200
     * characters). Default: [].
     */
    readonly keepParams?: readonly string[];
    /**
     * Further names to remove, written without percent escapes; a blank in a name also matches + in a URL. List, up to
     * 500 items (each: text, 1 to 200 characters). Default: [].
     */
    readonly extraParams?: readonly string[];
    /**
     * List of names: standard; conservative, the same without s, ref, referrer and source; extended, which also has the
     * names of many more services and all names that start with utm_, hsa_, mtm_, matomo_, pk_ or piwik_; careful,
     * which is extended without s, ref, referrer and source. extended and careful also know names that are tracking
     * only on some hosts, such as si on youtube.com. All but standard keep a URL whose query is signed
     * (X-Amz-Signature, sig) as it is, apart from extraParams. Default: "standard".
     */
    readonly profile?: 'standard' | 'conservative' | 'extended' | 'careful';
    /**
     * Whether what pays for a link is removed as well from URLs of known hosts, such as tag on amazon.com. Default:
     * false.
     */
    readonly affiliateTags?: boolean;
    /** Whether the parameters after # are cleaned as well. Default: false. */
    readonly fragment?: boolean;
    /**
     * Whether the URL is written as a browser would write it (WHATWG); the query stays byte for byte. Default: false.
     */
    readonly normalize?: boolean;
    /**
     * Whether the URL of a known redirector (google.com/url, l.facebook.com, Safe Links of Outlook, AMP caches and the
     * like) is replaced by the URL in it, up to 5 times, before it is cleaned. Nothing is requested. A target that is
     * no http or https URL of a public host is not opened. Default: false.
     */
    readonly unwrap?: boolean;
    /** When false, UTM_SOURCE is removed like utm_source. Default: true. */
    readonly caseSensitive?: boolean;
    /** Sorts the parameters by name; those of the same name keep their order. Default: false. */
    readonly sortParams?: boolean;
    /** Removes # and what follows it. Default: false. */
    readonly stripFragment?: boolean;
  };
  /** Turns percent escapes back into the characters whose UTF-8 bytes they are. */
  'url-decode': {
    /** Reads + as a space, as in form fields. Default: false. */
    readonly plusAsSpace?: boolean;
    /**
     * What to do with an escape that is incomplete or not UTF-8: error refuses the text, keep leaves it as it is.
     * Default: "error".
     */
    readonly invalid?: 'error' | 'keep';
  };
  /**
   * Rewrites the addresses in a text so that nobody can click on them by accident, as in reports about malware:
   * hxxps[://]example[.]com. Refang reverses that, and also reads other usual forms such as (.) and [dot].
   */
  'url-defanger': {
    /** Whether to make addresses harmless or working again. Default: "defang". */
    readonly direction?: 'defang' | 'refang';
    /**
     * defang: what to look for: URLs (http, https, ftp, www.), domain names everywhere, IP addresses, e-mail addresses.
     * List, 1 to 4 items (each: one of url, domain, ip, email). Default: ["url","domain","ip","email"].
     */
    readonly types?: readonly ('url' | 'domain' | 'ip' | 'email')[];
  };
  /**
   * Percent-encodes the UTF-8 bytes of the text. A lone surrogate, which UTF-8 cannot represent, is encoded as U+FFFD.
   */
  'url-encode': {
    /**
     * component: a value inside a URL, like encodeURIComponent; uri: a whole URL, whose delimiters stay; form: a form
     * field, with + for the space; rfc3986: everything except letters, digits and - . _ ~. Default: "component".
     */
    readonly mode?: 'component' | 'uri' | 'form' | 'rfc3986';
    /** Encodes each line separately and keeps the line ends. Default: false. */
    readonly perLine?: boolean;
  };
  /**
   * Parses the URL on each line, as browsers do (WHATWG), and writes all parts, such as host, path and query
   * parameters, as a JSON object on one line, or a single part. URLs must start with a scheme such as https:, and have
   * a host of at most 1000 characters.
   */
  'url-parser': {
    /**
     * What to write: all parts as JSON, or one of them without its delimiter (: ? #). host includes the port, hostname
     * does not; a part that a URL lacks is empty. Default: "all".
     */
    readonly part?:
      | 'all'
      | 'origin'
      | 'protocol'
      | 'username'
      | 'password'
      | 'host'
      | 'hostname'
      | 'port'
      | 'path'
      | 'query'
      | 'hash';
    /**
     * What to do with a line that is not a URL: error refuses the text and names the line, keep leaves it as it is,
     * drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Tells browser, version, engine, operating system and kind of device from the user agent (the header User-Agent) on
   * each line, and whether it is a bot: a crawler such as Googlebot, GPTBot or ClaudeBot, or a program such as curl.
   * What is unknown is null. Looks at the first 1,000 characters of a line.
   */
  'user-agent-parser': {
    /**
     * What to write: ndjson a JSON object on each line, where blank lines stay; json an array with an object on each
     * line, csv a table. These two skip blank lines. Default: "ndjson".
     */
    readonly format?: 'ndjson' | 'json' | 'csv';
    /**
     * CSV: puts ' before cells that a spreadsheet would take for a formula (= + - @ tab CR LF, and ＝ ＋ － ＠ of full
     * width); plain numbers such as -5 stay. Default: false.
     */
    readonly escapeFormulas?: boolean;
  };
  /**
   * Reads a UUID (RFC 9562) or ULID on each line, in any case, with braces, urn:uuid: or without hyphens, and writes
   * its version, variant and time as a JSON object on one line, or the same identifier in another form.
   */
  'uuid-parser': {
    /**
     * What to write: the facts as JSON; or the identifier as a UUID, 32 hexadecimal digits, a URN, or a ULID, which has
     * the same 128 bits. Default: "json".
     */
    readonly format?: 'json' | 'uuid' | 'hex' | 'urn' | 'ulid';
    /**
     * What to do with a line that is not a UUID or ULID: error refuses the text and names the line, keep leaves it as
     * it is, drop removes it (and blank lines), blank empties it, mark writes "invalid: " before it. Default: "error".
     */
    readonly invalid?: 'error' | 'keep' | 'drop' | 'blank' | 'mark';
  };
  /**
   * Generates the name-based UUID (RFC 9562) of each line: the same name in the same namespace always and everywhere
   * has the same UUID. Empty lines stay empty.
   */
  'uuid-v5-generator': {
    /**
     * Namespace of the names: dns (host names), url, oid or x500, or a UUID of your own. Text, up to 36 characters.
     * Default: "url".
     */
    readonly namespace?: string;
    /** 5 uses SHA-1, the older 3 uses MD5. Default: 5. */
    readonly version?: 5 | 3;
  };
  /**
   * Lists the words of a text, or the runs of two or three words, with how often they occur: most frequent first, equal
   * counts in the order of their first occurrence.
   */
  'word-frequency': {
    /** How many words to list at most. Whole number, 1 to 10,000. Default: 50. */
    readonly limit?: number;
    /** Leaves out words with fewer characters. Whole number, 1 to 50. Default: 1. */
    readonly minLength?: number;
    /** Distinguishes upper and lower case; otherwise words are listed in lower case. Default: false. */
    readonly caseSensitive?: boolean;
    /** en leaves out about 170 English words such as the, of and is. Default: "none". */
    readonly stopWords?: 'none' | 'en';
    /** Counts runs of this many words instead; omitted words do not break a run. Whole number, 1 to 3. Default: 1. */
    readonly ngram?: number;
    /**
     * text writes count, tab and item on each line; csv a table with a header; json an array of objects. Default:
     * "text".
     */
    readonly format?: 'text' | 'csv' | 'json';
  };
  /**
   * Breaks lines that are longer than a width, between words or anywhere. Each line is broken separately: short lines
   * are never joined. The width counts characters, whatever their width on a screen.
   */
  'wrap-text': {
    /** Maximum number of characters in a line, including its indent. Whole number, 1 to 1,000. Default: 80. */
    readonly width?: number;
    /**
     * Where to break: at white space and zero-width spaces, which are dropped, and behind a dash between words; or
     * wherever the width is reached. Default: "word".
     */
    readonly mode?: 'word' | 'char';
    /**
     * Breaks a word that is longer than a line as well, behind a hyphen or slash if it has one; otherwise it sticks
     * out. Default: true.
     */
    readonly breakLongWords?: boolean;
    /** Text before the first part of a broken line. Text, up to 20 characters. Default: "". */
    readonly indent?: string;
    /** Text before the other parts. Text, up to 20 characters. Default: "". */
    readonly hangingIndent?: string;
  };
  /**
   * Indents XML with one element per line. Text stays on the line of its element, text mixed with elements on one line,
   * and the content of xml:space="preserve" as it was. Rejects XML that is not well-formed, and document type
   * declarations, and names the line and column.
   */
  'xml-formatter': {
    /**
     * Spaces per level of indentation, or tab; 0 writes everything on one line. Whole number, 0 to 8, or tab. Default:
     * 2.
     */
    readonly indent?: number | 'tab';
    /**
     * Collapses each run of white space in text to one blank, and strips it from the ends; otherwise text stays as it
     * is. Default: true.
     */
    readonly collapseText?: boolean;
  };
  /**
   * Removes comments from XML, and white space that is only layout. Text stays as it is, and so does white space next
   * to text or under xml:space="preserve". Rejects XML that is not well-formed, and document type declarations, and
   * names the line and column.
   */
  'xml-minifier': {
    /** Leaves out comments. Default: true. */
    readonly removeComments?: boolean;
    /** Writes an element without content as <a/> instead of <a></a>. Default: true. */
    readonly selfClose?: boolean;
  };
}

/** The parts of a text that the steps of a group get. */
export type EachPart =
  | 'line'
  | 'paragraph'
  | {
      readonly csv: {
        /**
         * The columns whose cells are the parts, by name or by number from 1. List, 1 to 100 items (each: text, up to
         * 1,000 characters, or whole number, 1 to 500,000).
         */
        readonly columns: readonly (string | number)[];
        /**
         * The character (or up to 4 signs, such as ||) between two cells, or tab, or auto, which follows a first line
         * such as sep=; or detects which of , ; tab and | the text uses and ignores blanks around quotes (and writes
         * commas). Text, 1 to 4 characters. Default: ",".
         */
        readonly delimiter?: string;
        /** The first record names the columns. Default: true. */
        readonly hasHeaders?: boolean;
        /**
         * Reading CSV: strict rejects a quote that is never closed and text after a closing quote; lenient reads such a
         * quote as a character of the cell; none reads every quote as one; backslash reads \" as a quote and \\ as a
         * backslash, as MySQL writes them, also \n, \t, \r, \b, \0, \Z and escaped delimiters, and leaves \N (NULL) as
         * it is. Default: "strict".
         */
        readonly quotes?: 'strict' | 'lenient' | 'none' | 'backslash';
        /**
         * Reading CSV: ignores lines that start with this, such as #; empty for none. Text, up to 10 characters.
         * Default: "".
         */
        readonly comments?: string;
        /**
         * Reading CSV: ignores white space around cells, also before an opening quote and after a closing one; white
         * space inside quotes stays. Default: false.
         */
        readonly trim?: boolean;
      };
    }
  | {
      readonly field: {
        /**
         * The fields of each line, from 1; negative ones count from the end. List, 1 to 100 items (each: whole number,
         * 1 to 500,000, or whole number, -500,000 to -1).
         */
        readonly fields: readonly number[];
        /** The text between two fields; left out, runs of white space. Text, 1 to 100 characters. */
        readonly separator?: string;
      };
    }
  | {
      readonly json: {
        /** The JSONPath of the values that are the parts (RFC 9535). Text, 1 to 1,000 characters. */
        readonly path: string;
        /** Each line is a JSON text of its own. */
        readonly lines?: boolean;
      };
    }
  | {
      readonly match: {
        /**
         * The regular expression, in RE2 syntax: like JavaScript, without look-around and back-references; \w \d \s \b
         * mean ASCII, \p{L} any letter. Text, 1 to 2,000 characters.
         */
        readonly pattern: string;
        /**
         * Any of i (upper and lower case are the same), m (^ and $ match at line feeds; for CRLF write \r?$), s (.
         * matches a line feed). Text, up to 3 characters. Default: "".
         */
        readonly flags?: string;
        /**
         * The group of the pattern that is the part, by number or name; left out, the whole match. Whole number, 0 to
         * 1,000, or text, 1 to 100 characters.
         */
        readonly group?: number | string;
      };
    };

/** What a part has to be for the steps of a group. */
export type Condition =
  | {
      /** . Text, 1 to 10,000 characters. */
      readonly contains: string;
      /** Distinguishes upper and lower case; the default. */
      readonly caseSensitive?: boolean;
    }
  | {
      /** . Text, 1 to 2,000 characters. */
      readonly matches: string;
      /** Distinguishes upper and lower case; the default. */
      readonly caseSensitive?: boolean;
    }
  | {
      /** . Text, up to 10,000 characters. */
      readonly equals: string;
      /** Distinguishes upper and lower case; the default. */
      readonly caseSensitive?: boolean;
    }
  | {
      /** . */
      readonly blank: boolean;
    }
  | {
      /** In characters (code points). Whole number, 0 to 4,000,000. */
      readonly longerThan: number;
    }
  | { readonly not: Condition }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** What `sanitize` removes and keeps. */
export interface SanitizeOptions {
  /**
   * Names that always stay, for sites where one of them means something. List, up to 500 items (each: text, 1 to 200
   * characters). Default: [].
   */
  readonly keepParams?: readonly string[];
  /**
   * Further names to remove, written without percent escapes; a blank in a name also matches + in a URL. List, up to
   * 500 items (each: text, 1 to 200 characters). Default: [].
   */
  readonly extraParams?: readonly string[];
  /** Whether UTM_SOURCE is removed like utm_source. Default: false. */
  readonly ignoreCase?: boolean;
  /**
   * List of names: standard; conservative, the same without s, ref, referrer and source; extended, which also has the
   * names of many more services and all names that start with utm_, hsa_, mtm_, matomo_, pk_ or piwik_; careful, which
   * is extended without s, ref, referrer and source. extended and careful also know names that are tracking only on
   * some hosts, such as si on youtube.com. All but standard keep a URL whose query is signed (X-Amz-Signature, sig) as
   * it is, apart from extraParams. Default: "standard".
   */
  readonly profile?: 'standard' | 'conservative' | 'extended' | 'careful';
  /**
   * Whether what pays for a link is removed as well from URLs of known hosts, such as tag on amazon.com. Default:
   * false.
   */
  readonly affiliateTags?: boolean;
  /** Whether the parameters after # are cleaned as well. Default: false. */
  readonly fragment?: boolean;
  /** Whether the URL is written as a browser would write it (WHATWG); the query stays byte for byte. Default: false. */
  readonly normalize?: boolean;
  /**
   * Whether the URL of a known redirector (google.com/url, l.facebook.com, Safe Links of Outlook, AMP caches and the
   * like) is replaced by the URL in it, up to 5 times, before it is cleaned. Nothing is requested. A target that is no
   * http or https URL of a public host is not opened. Default: false.
   */
  readonly unwrap?: boolean;
  /** Whether removed says what was removed from each URL, and why. Default: false. */
  readonly explain?: boolean;
}

/** What `sortDedupe` does with the lines. */
export interface SortDedupeOptions {
  /** Strip white space at both ends of each line. Default: true. */
  readonly trimLines?: boolean;
  /** Remove lines that hold nothing but white space. Default: true. */
  readonly dropBlank?: boolean;
  /** Remove duplicate lines, keeping the first. Default: true. */
  readonly dedupe?: boolean;
  /** Disregard case when looking for duplicates. Default: false. */
  readonly ignoreCase?: boolean;
  /** Sort the lines alphabetically. Default: true. */
  readonly sort?: boolean;
  /** Direction of sorting. Default: "asc". */
  readonly direction?: 'asc' | 'desc';
}
