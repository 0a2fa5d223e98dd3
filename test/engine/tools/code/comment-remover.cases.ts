// biome-ignore-all lint/suspicious/noTemplateCurlyInString: code of other languages is what is tested
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { syntax } from 'csso';
import fc from 'fast-check';
import { minify_sync as minify } from 'terser';
import { parse } from 'yaml';
import { assertLinear, filled } from '../../../support/growth.js';
import { sampleSize } from '../../../support/sample-size.js';
import { resultOf, runTool, type ToolCase, type ToolCases } from '../../../support/tool-cases.js';

const slug = 'comment-remover';
const require = createRequire(import.meta.url);

/** Code of a language whose comments go as shown. */
const rows = (language: string, ...pairs: readonly (readonly [string, string])[]): ToolCase[] =>
  pairs.map(([input, output]): ToolCase => [input, output, { language }, `${language}: ${JSON.stringify(input)}`]);
/** Code without any comment, that looks as if it had some. */
const same = (language: string, ...inputs: readonly string[]) =>
  rows(language, ...inputs.map((input) => [input, input] as const));
const lines = { removeCommentLines: false };
const never = (place: string) => `${place}: a comment is never closed`;

export default {
  slug,
  cases: [
    ...[
      ['js', '// a\nb', 'b'],
      ['yaml', '# a\nb: c', 'b: c'],
      ['shell', '#!/bin/sh\n# a\nb', '#!/bin/sh\nb'],
    ].map(
      ([language, code, output]): ToolCase => [
        `\ufeff${code}`,
        `\ufeff${output}`,
        { language },
        `a byte order mark is no part of the first line, ${language}`,
      ],
    ),
    ['', ''],
    ['// a', '', {}, 'nothing but a comment'],

    // Blanks and lines, which are the same for all languages
    ...rows(
      'js',
      ['a; // b', 'a;'],
      ['a;\t/* b */\n', 'a;\n'],
      ['a /* b */ c', 'a c'],
      ['a/* b */ c', 'a c'],
      ['a /* b */c', 'a c'],
      ['  /* a */ b', '  b'],
      ['/* a */ /* b */ // c\nd', 'd'],
      ['a\n  // b\nc', 'a\nc'],
      ['a\n// b\n// c', 'a'],
      ['a\n// b\n', 'a\n'],
      ['a\n\n// b\n\nc', 'a\n\n\nc'],
      ['a\r\n// b\r\nc // d\r\n', 'a\r\nc\r\n'],
      ['a\r// b\rc', 'a\rc'],
      ['a\n/* b\n c */\nd', 'a\nd'],
      ['a /* b\n c */\nd', 'a\nd'],
      ['\ud800 // \udc00\n\u0000', '\ud800\n\u0000'],
    ),
    ['// a\nb /* c\nd */\n/* e\n\nf */\ng // h', '\nb\n\n\n\n\ng', lines, 'lines keep their numbers'],
    ['a /* b\n\n c */ d', 'a\n\nd', lines, 'also inside a line'],
    ['/* a\r\nb */\r\nc', '\r\n\r\nc', lines, 'and with CRLF'],

    // Comments that stay
    ['#!/usr/bin/env node\n// a\nb', '#!/usr/bin/env node\nb'],
    ['#!/usr/bin/env node\nb', 'b', { keepShebang: false }],
    ['a\n#!b', 'a', { language: 'python' }],
    [
      '/*! a */\n//! b\n// c\n\n/* @license d */ e // @preserve',
      '/*! a */\n//! b\n// c\n\n/* @license d */ e // @preserve',
    ],
    [
      '# tool 1.0\n# Copyright (c) me\n# all rights\n\n# note\nx',
      '# tool 1.0\n# Copyright (c) me\n# all rights\n\nx',
      { language: 'shell' },
      'the whole of a licence in lines',
    ],
    ['// SPDX-License-Identifier: MIT\na', '// SPDX-License-Identifier: MIT\na', { language: 'c' }],
    ['/*! brief */ a', 'a', { language: 'c' }, 'an exclamation mark is nothing special in C'],
    ['/*! a */ b // copyright', 'b', { keepLicense: false }],

    // JavaScript and TypeScript
    ...rows(
      'js',
      ['"//" + \'/*\' + `//` // a', '"//" + \'/*\' + `//`'],
      ['"\\"//" // a', '"\\"//"'],
      ['`${a /* b */}` // c', '`${a }`'],
      ['`${`${"`"}//`}//` // a', '`${`${"`"}//`}//`'],
      ['`${{ a: 1 }}//` // b', '`${{ a: 1 }}//`'],
      ['x = /[/*]/ // a', 'x = /[/*]/'],
      ['x = /\\// // a', 'x = /\\//'],
      ['x = a / b // c / d', 'x = a / b'],
      ['if (a) /"/.test(b) // c', 'if (a) /"/.test(b)'],
      ['f(a) / 2 // "/', 'f(a) / 2'],
      ['a++ / 2 // "/', 'a++ / 2'],
      ['a[0] / 2 // "/', 'a[0] / 2'],
      ['return /"/ // a', 'return /"/'],
      ['a.return / 2 // "/', 'a.return / 2'],
      ['() => {}\n/"/.test(a) // b', '() => {}\n/"/.test(a)'],
      ['x = {} / 2 // "/', 'x = {} / 2'],
      ['1 / 2 // "/', '1 / 2'],
      ['typeof /"/ // a', 'typeof /"/'],
      ['#a in b; this.#c / 1 // d/', '#a in b; this.#c / 1'],
      ['a/**/b', 'a b'],
      ['a/**/+b', 'a+b'],
      ['+/**/+a', '+ +a'],
      ['(/**/)', '()'],
      ['return/*\n*/a', 'return\na'],
      ['return /* a\n */ b', 'return\nb'],
      // U+2028 and U+2029 end the line of a comment and of a statement.
      ['// a\u2028b', '\u2028b'],
      ['// a\u2029"b" /* c */', '\u2029"b"'],
      ['return /* a\u2028 */ b', 'return\nb'],
      ['"a\u2028//" // b', '"a\u2028//"'],
      // Braces of an object, not of a block
      ['a ? {} / 2 : {} / 3 // "/', 'a ? {} / 2 : {} / 3'],
      ['a = { b: {} / 2 } // "/', 'a = { b: {} / 2 }'],
      ['a?.b; c ?? d; e: {} /"/.test(f) // g', 'a?.b; c ?? d; e: {} /"/.test(f)'],
      ['switch (a) { case b ? 1 : 2: {} /"/.test(c) // d\n}', 'switch (a) { case b ? 1 : 2: {} /"/.test(c)\n}'],
      // Bodies of function and class expressions
      ['a = function () {} / 2 // "/', 'a = function () {} / 2'],
      ['a = async function* b(c = {}) {} / 2 // "/', 'a = async function* b(c = {}) {} / 2'],
      ['a = class extends f({}) { b() {} } / 2 // "/', 'a = class extends f({}) { b() {} } / 2'],
      ['async function a() {} /"/.test(b) // c', 'async function a() {} /"/.test(b)'],
      ['export default class {} /"/.test(b) // c', 'export default class {} /"/.test(b)'],
      ['({ function() {}, class() {} }); {} /"/ // a', '({ function() {}, class() {} }); {} /"/'],
      // Words that are names in one place and operators in another
      ['let of = 1\nof / 2 // "/', 'let of = 1\nof / 2'],
      ['for (a of /"/) {} // b', 'for (a of /"/) {}'],
      ['for await (a of b) /"/.test(c) // d', 'for await (a of b) /"/.test(c)'],
      // ++ behind a line end belongs to what follows.
      ['a\n++/"/.b // c', 'a\n++/"/.b'],
      ['a /*\n*/ ++/"/.b // c', 'a\n++/"/.b'],
      ['a\\u{62} / 2 // "/', 'a\\u{62} / 2'],
      ['\\u{61}\\u{62}c / 2 // "/', '\\u{61}\\u{62}c / 2'],
      ['a = /b\\\n/ + "//" // c', 'a = /b\\\n/ + "//"'],
      // HTML-like comments stay.
      ['a <!-- b // c', 'a <!-- b'],
    ),
    ...same('js', 'a = "http://b"', 'x = `//\n/*`', '/[\\]//]/', '/*!*/'),
    ...rows('ts', ['a! / b // c', 'a! / b'], ['type A<T> = { b: T } // c', 'type A<T> = { b: T }']),
    ['a\n /* b', { error: never('line 2, column 2') }],

    // CSS
    ...rows(
      'css',
      ['a{/* b */c:d}', 'a{c:d}'],
      ['a /* b */ c{}', 'a c{}'],
      ['div/* a */.b{}', 'div/**/.b{}'],
      ['a:/* b */c', 'a:c'],
      ['a{b:url(x)/* c */}', 'a{b:url(x)}'],
    ),
    ...same(
      'css',
      'a{b:"/* c */"}',
      "a{b:'/*\\'*/'}",
      'a{b:url(//c/*d*/e)}',
      'a{b:url( "/*" )}',
      '// a',
      'a\\"b{c:"/*"}',
    ),
    ['a{} /*', { error: never('line 1, column 5') }, { language: 'css' }],

    // HTML
    ...rows(
      'html',
      ['a<!-- b -->c', 'ac'],
      ['<p>a</p>\n<!-- b\nc -->\n<p>', '<p>a</p>\n<p>'],
      ['<!-->a<!--->b<!-- --!>c', 'abc'],
      ['<!-- a -- > --> b', 'b'],
      ['<a title="<!-- b -->" c=\'>\'><!-- d -->', '<a title="<!-- b -->" c=\'>\'>'],
      ['<a ">"<!-- b -->', '<a ">"'],
      ['<SCRIPT>a</Script><!-- b -->', '<SCRIPT>a</Script>'],
    ),
    ...same(
      'html',
      '<script>"<!-- a -->"</script>',
      '<style><!-- a --></style>',
      '<textarea><!-- a --></textarea>',
      '<title><!-- a --></title >',
      '<!doctype html>',
      '< !-- a -->',
      '<script><!-- a',
    ),
    ['<p>\n<!-- a -- >', { error: never('line 2, column 1') }, { language: 'html' }],

    // SQL
    ...rows(
      'sql',
      ['a -- b', 'a'],
      ['a /* b /* c */ d */ e', 'a e'],
      ['a /* b /* c */ d', 'a d'],
      ['a/**/b', 'a b'],
      ["'--' || '/*' -- a", "'--' || '/*'"],
      ["'it''s --' -- a", "'it''s --'"],
      ["'\\' -- a", "'\\'"],
      ["E'\\'--' -- a", "E'\\'--'"],
      ['"a--b" "c""--d" `e--f` [g--h] -- i', '"a--b" "c""--d" `e--f` [g--h]'],
      ['a[1 -- b\n]', 'a[1\n]'],
      ['$$ -- a $$ -- b', '$$ -- a $$'],
      ['AS $x$ -- $$ $x$ -- b', 'AS $x$ -- $$ $x$'],
      ['$1 $2 $$ -- b', '$1 $2 $$'],
      ["q'[it's --]' nq'!--!' -- a", "q'[it's --]' nq'!--!'"],
      ['a # b', 'a # b'],
      ['\\echo -- a /*\nb -- c', '\\echo -- a /*\nb'],
      ['copy a from stdin; -- b\nc -- d', 'copy a from stdin;\nc'],
      ["copy a from stdin;\nit's -- b\n\\.\nc -- d", "copy a from stdin;\nit's -- b\n\\.\nc"],
      ['GO -- a\nb', 'GO\nb'],
      ['/*+ a */ b /* c */', '/*+ a */ b'],
      ['select --+ a\nb --+ c\n--+ d', 'select --+ a\nb'],
    ),
    ...rows(
      'mysql',
      ['a # b', 'a'],
      ['a -- b\n5--3', 'a\n5--3'],
      ['\'\\\'#\' "\\"#" `\\` # a', '\'\\\'#\' "\\"#" `\\`'],
      ['/*!40101 a */ /* b */', '/*!40101 a */'],
      ['/*M!100100 a */ /*T![b] c */ /* M! d */', '/*M!100100 a */ /*T![b] c */'],
      ['a /* b /* c */ d', 'a d'],
      ['a --', 'a'],
      ['DELIMITER //\na // -- b\nDELIMITER ; -- c', 'DELIMITER //\na //\nDELIMITER ; -- c'],
    ),
    ['/* a', { error: never('line 1, column 1') }, { language: 'sql' }],

    // Python
    ...rows(
      'python',
      ['a = 1  # b', 'a = 1'],
      ['"""a\n# b\n"""  # c', '"""a\n# b\n"""'],
      ["'''#''\\'''' # a", "'''#''\\''''"],
      ["'#' \"#\" '\\'#' # a", "'#' \"#\" '\\'#'"],
      ["r'\\'#' # a", "r'\\'#'"],
      ['f"{a}#{{#" # b', 'f"{a}#{{#"'],
      ['f"{a["#"]}#" # b', 'f"{a["#"]}#"'],
      ['f"{a:#x}" # b', 'f"{a:#x}"'],
      ['f"{a:{b}#}" # c', 'f"{a:{b}#}"'],
      ['f"{a:\'>9}" # b\'', 'f"{a:\'>9}"'],
      ['f"{f"{f"#"}#"}" # a', 'f"{f"{f"#"}#"}"'],
      ['f"""{\na # b\n}#""" # c', 'f"""{\na\n}#"""'],
      ['rf"\\{a["#"]}" # b', 'rf"\\{a["#"]}"'],
      ["'a # b\n# c\nd'", "'a # b\nd'"],
    ),

    // Shell
    ...rows(
      'shell',
      ['a # b', 'a'],
      ['a#b c\\# d # e', 'a#b c\\# d'],
      ['${a#b} ${#a} $# ${a##*/} ${a/ # /} # b', '${a#b} ${#a} $# ${a##*/} ${a/ # /}'],
      ["'# a' \"# b\" $'\\'# c' # d", "'# a' \"# b\" $'\\'# c'"],
      ['"$(a "b # c")" # d', '"$(a "b # c")"'],
      ['"$(\n# a\nb)" # c', '"$(\nb)"'],
      ['"${a:-" # b"}" # c', '"${a:-" # b"}"'],
      ['a `# b` c # d', 'a `# b` c'],
      ['$(( 2#101 + (a) )) # b', '$(( 2#101 + (a) ))'],
      ['((a<<2)) # b\nc # d', '((a<<2))\nc'],
      ['a <<B # c\n# d\nB\n# e\nf', 'a <<B\n# d\nB\nf'],
      ["a <<-'B' <<C # c\n# d\n\tB\n# e\nC\n# f\ng", "a <<-'B' <<C\n# d\n\tB\n# e\nC\ng"],
      ['a <<<b # c\n# b', 'a <<<b'],
      ['a <<B\n# no end', 'a <<B'],
      ['case a in\n b) c;; # d\nesac # e', 'case a in\n b) c;;\nesac'],
      ['"$(case a in b) echo ")";; esac)" # c', '"$(case a in b) echo ")";; esac)"'],
      ['"$(echo case)" # c', '"$(echo case)"'],
      ['a;# b\nc&# d\n(# e\n)', 'a;\nc&\n(\n)'],
      ['a \\\n# b\nc', 'a \\\n\nc'],
    ),

    // C
    ...rows(
      'c',
      ['a; // b', 'a;'],
      ['a/**/b', 'a b'],
      ['#define f/**/(x)', '#define f (x)'],
      ['// a \\\nb\nc', 'c'],
      ["\"//\" '\"' '\\'' // a", "\"//\" '\"' '\\''"],
      ["1'000'000 // a'b", "1'000'000"],
      ["u8'\"' // a", "u8'\"'"],
      ['R"(//)" R"x()"//)x" // a', 'R"(//)" R"x()"//)x"'],
      ['#define A \\\n// b\nint c;', '#define A \\\n\nint c;'],
      ['/* a /* b */ c', 'c'],
    ),
    ['\n /* a', { error: never('line 2, column 2') }, { language: 'c' }],
    ...rows(
      'c',
      // Go
      ['a := `http://b/*\n// c` // d', 'a := `http://b/*\n// c`'],
      ['a := `\\` // b', 'a := `\\`'],
      ["a := '`' // b", "a := '`'"],
      ['package a\n// b \\\nvar c = 1', 'package a\nvar c = 1'],
      ['package a\n/*\n#include <b.h>\n*/\nimport "C"\nvar d = `// e` // f', 'package a\nimport "C"\nvar d = `// e`'],
      // Java
      ['a = """\n  "http://b" // c\n  \\""" // d\n  """; // e', 'a = """\n  "http://b" // c\n  \\""" // d\n  """;'],
      ['a = """ \r\n/* b */""" // c', 'a = """ \r\n/* b */"""'],
      ['f("${" + a + "://" + "}"); // b', 'f("${" + a + "://" + "}");'],
      ['import a.b.C;\n// d \\\nint e;', 'import a.b.C;\nint e;'],
      // Kotlin and Scala
      ['a = """C:\\""" // b', 'a = """C:\\"""'],
      ['a = """"b//"""" // c', 'a = """"b//""""'],
      ['a = """"b""" // c', 'a = """"b"""'],
      ['a = """""" // b', 'a = """"""'],
      ['a = "${b["//"]} \\" //" // c', 'a = "${b["//"]} \\" //"'],
      ['a = "${b { "}//" }}" // c', 'a = "${b { "}//" }}"'],
      ['a = """${b["c"]}//${d ?: ""}""" // e', 'a = """${b["c"]}//${d ?: ""}"""'],
      ['fun `a // b`() // c', 'fun `a // b`()'],
      ['fun a() {}\n/* b /* c */ d /* e */ */ f', 'fun a() {}\nf'],
      // Swift
      ['a = "\\(b("//"))//" // c', 'a = "\\(b("//"))//"'],
      ['a = #"b\\"// "c"# // d', 'a = #"b\\"// "c"#'],
      ['a = ##"""\n// "#"""#\n"""## // b', 'a = ##"""\n// "#"""#\n"""##'],
      ['a = /b\\//\n// c', 'a = /b\\//'],
      // C#
      ['a = @"C:\\"; // b', 'a = @"C:\\";'],
      ['a = @"b ""// c""\n// d" // e', 'a = @"b ""// c""\n// d"'],
      ['f(@"\\b\\" + c); // d', 'f(@"\\b\\" + c);'],
      ['a = $"{b["//"]}{{//" // c', 'a = $"{b["//"]}{{//"'],
      ['a = $"{b:hh\\:mm//}" // c', 'a = $"{b:hh\\:mm//}"'],
      ['a = $"{(b ? "}" : "//")}//" // c', 'a = $"{(b ? "}" : "//")}//"'],
      ['a = $@"{b["c"]}\n\\"; // d', 'a = $@"{b["c"]}\n\\";'],
      ['a = @$"{b}//\\" // c', 'a = @$"{b}//\\"'],
      ['a = """\n  // "b\n  """; // c', 'a = """\n  // "b\n  """;'],
      ['a = $$"""{{b}} // "c" """; // d', 'a = $$"""{{b}} // "c" """;'],
      ['a = """"\n""" // b\n""""; // c', 'a = """"\n""" // b\n"""";'],
      ['a = """"b """ // c""""; // d', 'a = """"b """ // c"""";'],
      ['using System;\n// a \\\nint b;', 'using System;\nint b;'],
      // Objective-C
      ['a = @"b \\"c // \\""; // d', 'a = @"b \\"c // \\"";'],
      ['#import <a.h>\nf(@"\\", //"); // b', '#import <a.h>\nf(@"\\", //");'],
      // Rust
      ['a = r"\\"; // b', 'a = r"\\";'],
      ['a = r#"b"// c"#; // d', 'a = r#"b"// c"#;'],
      ['a = br##"b"# // c"##; // d', 'a = br##"b"# // c"##;'],
      ['a = r#b; // c', 'a = r#b;'],
      ["fn a<'b>(c: &'b str) -> char { '\"' } // d", "fn a<'b>(c: &'b str) -> char { '\"' }"],
      ["a: &'b str, // c", "a: &'b str,"],
      ["fn a() { 'b: loop { break 'b; } } // c", "fn a() { 'b: loop { break 'b; } }"],
      ['fn a() -> &str { "b\n// c\n" } // d', 'fn a() -> &str { "b\n// c\n" }'],
      ['fn a() {}\n// b \\\nfn c() {}', 'fn a() {}\nfn c() {}'],
      ['/* a /* b */ c */ d', 'd'],
      ['/* a /* /* b */ */ c */ d', 'd'],
      ["fn a() {}\n/* it's /* b */ c */ d", 'fn a() {}\nd'],
      // Dart
      ["a = '''\n// b''' // c", "a = '''\n// b'''"],
      ["a = r'\\' + r'''\\''' // b", "a = r'\\' + r'''\\'''"],
      ["a = '${b['//']}' // c", "a = '${b['//']}'"],
      // Groovy
      ['a = $/http://b/$ // c', 'a = $/http://b/$'],
      ['a = $/b$/$c\n// d/$ // e', 'a = $/b$/$c\n// d/$'],
      ["a =~ /'/ // b", "a =~ /'/"],
      ['a.split(/"/) // b', 'a.split(/"/)'],
      ["a ==~ /b\\/'\\/\\// // c", "a ==~ /b\\/'\\/\\//"],
      ["a = b / 2 + '/' // c", "a = b / 2 + '/'"],
      // D
      ['import std.stdio;\na /+ b +/ c', 'import std.stdio;\na c'],
      ["module a;\nb; /+ it's /+ c +/ // d +/ e; // f", 'module a;\nb; e;'],
      ['/+ a // "b"\n+/ c // d', 'c'],
      ['module a;\nb = c /+ d; // e', 'module a;\nb = c /+ d;'],
      ['a = q"EOS\nsay "b // c"\nEOS"; // d', 'a = q"EOS\nsay "b // c"\nEOS";'],
      ['a = `\\` ~ r"\\"; // b', 'a = `\\` ~ r"\\";'],
      // Zig
      ["a =\n  \\\\http://b it's\n  \\\\/* c\n; // d", "a =\n  \\\\http://b it's\n  \\\\/* c\n;"],
      // Symbols of Scala
      ["a('b) // c", "a('b)"],
      ["a('b, 'c, 'd) /* e\n*/ f", "a('b, 'c, 'd) f"],
      // Swift: regular expressions with slashes
      ['a = #/http://b "/# // c', 'a = #/http://b "/#'],
      ['a = ##/\n  b // "/#\n/## // c', 'a = ##/\n  b // "/#\n/##'],
      // The same signs in C
      ['a = b /+ c; "+/"; // d', 'a = b /+ c; "+/";'],
      ['#define a(b) #/b // c', '#define a(b) #/b'],
      ['a = """b" "//"; // c', 'a = """b" "//";'],
      ['a = """"; // b', 'a = """";'],
      ['#define A(b) L##"c" // d', '#define A(b) L##"c"'],
      ["#error use `a' // b\nint c; // d", "#error use `a' // b\nint c;"],
      ['a = "${"; // b', 'a = "${";'],
      ['a("\\(", b); // c', 'a("\\(", b);'],
      ['/* a/* */ b = c */* d */ e;', 'b = c * e;'],
      ["/* a/* */ b = '*/'; // c", "b = '*/';"],
      ['/* a/* */ b; /* c */ /* d */', 'b;'],
      ['a$ = r + "//" // b', 'a$ = r + "//"'],
    ),

    // YAML
    ...rows(
      'yaml',
      ['a: b # c', 'a: b'],
      ['a: b#c # d', 'a: b#c'],
      ['# a\nb: "# c" # d', 'b: "# c"'],
      ["a: 'it''s # b' # c", "a: 'it''s # b'"],
      ['a: "b\n  # c\n  d" # e', 'a: "b\n  # c\n  d"'],
      ['a: "b \\" # c" # d', 'a: "b \\" # c"'],
      ["a: it's # b\nc: it's # d", "a: it's\nc: it's"],
      ["a: b\n  'c # d\n", "a: b\n  'c\n"],
      ['a: | # b\n  # c\n  d\n# e\nf: 1', 'a: |\n  # c\n  d\nf: 1'],
      ['- >-\n # a\n\n # b\n- c # d', '- >-\n # a\n\n # b\n- c'],
      ['- a: |2\n     # b\n  c: 1 # d', '- a: |2\n     # b\n  c: 1'],
      ['a: |\nb: 1 # c', 'a: |\nb: 1'],
      ['--- |\n# a\n--- # b\nc', '--- |\n# a\n---\nc'],
      ['[a, "# b", c#d] # e', '[a, "# b", c#d]'],
      ['{a: [b, # c\n  "d"]} # e', '{a: [b,\n  "d"]}'],
      ['a: !!str | # b\n  # c', 'a: !!str |\n  # c'],
      ['a: b | # c\nd: 1 # e', 'a: b |\nd: 1'],
      ['? "#" # a\n: b # c', '? "#"\n: b'],
      // A document mark ends a plain scalar, so that a quote or a block scalar may start behind it.
      ['a\n---\n|\n  # b\n...\n# c', 'a\n---\n|\n  # b\n...'],
      ["a\n---\n'b\n # c'", "a\n---\n'b\n # c'"],
      // The indent that a block scalar tells counts from the start of its line, not from its key behind an anchor.
      ['&a b: |2\n  # c\n# d', '&a b: |2\n  # c'],
      // A line that is indented less than a block scalar ends it.
      ['"a":\n    |\n# b', '"a":\n    |'],
      ['- "a # b\n- c # d', '- "a # b\n- c # d'],
      ['a # b\rc: d # e\r', 'a\rc: d\r'],
      ['"a"#b\n[#c\n]', '"a"#b\n[#c\n]'],
      ['%YAML 1.2 # a\n--- # b\nc', '%YAML 1.2\n---\nc'],
      ['a: \u001f # b\n\u0002 # c\n- \u0018 # d', 'a: \u001f\n\u0002\n- \u0018'],
      ['a: b\n  c # d\n  e', 'a: b\n  c\n  e'],
      ['a#b: c # d\n"e # f": g # h', 'a#b: c\n"e # f": g'],
      ['{a: "b\n  # c", d: e#f} # g', '{a: "b\n  # c", d: e#f}'],
    ),
  ],
  checks: {
    'terser reads the same program': () => {
      const files = [
        'big.js/big.js',
        'csso/cjs/compress.cjs',
        'ipaddr.js/lib/ipaddr.js',
        'terser/lib/parse.js',
        'luxon/build/node/luxon.js',
        'js-beautify/js/lib/beautify-css.js',
      ];
      const code = (source: string) =>
        minify(source, {
          compress: false,
          mangle: false,
          module: /^(?:import|export)\b/m.test(source),
          format: { comments: false },
        }).code;
      for (const file of files) {
        const source = readFileSync(`${require.resolve('big.js').replace(/big\.js.*$/, '')}${file}`, 'utf8');
        for (const removeCommentLines of [true, false]) {
          const output = resultOf(slug, source, { keepLicense: false, removeCommentLines });
          assert.equal(code(output), code(source), file);
          assert.ok(!/^\s*(?:\/\/|\/\*)/m.test(output.replace(/`[^`]*`/g, '')), file);
          if (!removeCommentLines) assert.equal(output.split(/\r\n|\r|\n/).length, source.split(/\r\n|\r|\n/).length);
        }
      }
    },
    'csso reads the same style sheet': () => {
      const part = fc.constantFrom(
        'a',
        '.b',
        '{',
        '}',
        ':',
        ';',
        ' ',
        '\n',
        '"/*"',
        '/* c */',
        '/**/',
        ' url(/*)',
        '1px',
        '>',
        ',',
        '"\\""',
      );
      const style = (source: string) =>
        syntax.generate(syntax.parse(source, { parseValue: false, parseRulePrelude: false }));
      fc.assert(
        fc.property(fc.array(part), (parts) => {
          const output = resultOf(slug, parts.join(''), { language: 'css' });
          assert.equal(
            style(output).replace(/\s|\/\*\*\//g, ''),
            style(parts.join('').replaceAll('/* c */', '/**/')).replace(/\s|\/\*\*\//g, ''),
          );
        }),
        { seed: 1, numRuns: sampleSize(300) },
      );
    },
    'yaml reads the same document': () => {
      const scalar = fc.constantFrom(
        'a',
        'a#b',
        '"# c"',
        "'# ''d'",
        "it's",
        '[x, "# y"]',
        '|\n    # e\n    f',
        '>-\n    g # h',
        '"i\n    # j"',
      );
      const comment = fc.constantFrom('', ' # "', " # it's", '\t# | x');
      const entry = fc.tuple(fc.constantFrom('', '# k: v\n', '   # l\n'), scalar, comment);
      fc.assert(
        fc.property(fc.array(entry, { minLength: 1 }), fc.boolean(), (entries, removeCommentLines) => {
          const source = entries
            .map(([before, value, after], i) => {
              // Nothing may follow the text of a block scalar.
              const end = /^[|>]/.test(value) ? '' : after;
              return `${before}k${i}: ${value}${end}\n`;
            })
            .join('');
          const output = resultOf(slug, source, { language: 'yaml', removeCommentLines });
          assert.deepEqual(parse(output), parse(source), source);
          assert.ok(!/it's$| x$/m.test(output.replace(/: it's$/gm, '')), output);
        }),
        { seed: 2, numRuns: sampleSize(300) },
      );
    },
    'is idempotent': () => {
      const languages = ['js', 'css', 'html', 'sql', 'mysql', 'python', 'shell', 'c', 'yaml'];
      const part = fc.constantFrom(
        'a',
        ' ',
        '\n',
        '"',
        "'",
        '`',
        '/',
        '//',
        '/*',
        '*/',
        '#',
        '--',
        '<!--',
        '-->',
        '\\',
        '$',
        '{',
        '}',
        '(',
        ')',
        '<<a',
        '|',
        ': ',
        '1',
      );
      fc.assert(
        fc.property(fc.array(part, { maxLength: 30 }), fc.constantFrom(...languages), (parts, language) => {
          const source = parts.join('');
          let once: string;
          try {
            once = resultOf(slug, source, { language, keepLicense: false, keepShebang: false });
          } catch (error) {
            assert.match(String(error), /a comment is never closed/);
            return;
          }
          assert.equal(runAgain(once, language), once, source);
        }),
        { seed: 3, numRuns: sampleSize(5000) },
      );
    },
    'hostile texts take linear time': () => {
      const hostile: Record<string, string[]> = {
        js: [
          '/',
          '/[',
          '= /[',
          '`${',
          '{',
          '//\n',
          '/**/',
          '?',
          'a ? {',
          '=function',
          '=class{',
          '\\u{',
          'of',
          '\u2028',
          '//\u2028',
        ],
        css: ['/**/', 'url(', '"', '\\'],
        html: ['<', '<a ="', '<!---->', '<script></script'],
        sql: ['$1$', '$$', '$a$b', "q'[", '[a', '/**/', '/*'],
        mysql: ['#\n', "\\'"],
        python: ['f"{', '"""', 'f"""{', '#\n'],
        shell: ['"$(', '<<a\n', '<<-a\n\ta', '${', '`', '#\n'],
        c: [
          ...['R"a(', '//\\\n', "1'", '/**/', '`', '"""', '""""a """ ', "'''", '"${', '"${"', '$"{"', '$@"{a:', '"\\('],
          ...['@"', '@"\\"a', '@""', 'r#"', '#"', '##', "'a ", '/* /* */ ', 'fn a(){} /* ', '"${a}', '"${a}"\n'],
          ...['$/a', '(/\\/', '\n/+ ', '\n/+ +/', '##/a ', '@', '$', 'q"a\n', "a('b\n", '\\\\\n'],
          ...['$@"{a}\n', 'package a.', 'fn a', 'func a(', 'let a', '#define a', "r'", '`a'],
        ],
        yaml: ['- ', '"', '[', '|\n', 'a: |\n b\n', ' #\n', '\n', '\r', '{a,', '"a\n ', '"\\', '- - |\n', '!', '% #'],
      };
      for (const [language, parts] of Object.entries(hostile)) {
        for (const part of parts) {
          // YAML text is not read after its last #.
          const end = language === 'yaml' ? '\n#' : '';
          // An unclosed comment is found just as quickly.
          const isRefused = /\/\* ?$/.test(part);
          assertLinear(
            (length) => filled(part, length) + end,
            (text) => assert.equal(typeof runTool(slug, text, { language }), isRefused ? 'object' : 'string', part),
          );
        }
      }
      // Whether comments nest is asked at each of them, and is not known before the end.
      assertLinear(
        (length) => `${filled('/*', length)}*/`,
        (text) => assert.equal(typeof runTool(slug, text, { language: 'c' }), 'string'),
      );
    },
  },
} satisfies ToolCases;

function runAgain(text: string, language: string): string {
  return resultOf(slug, text, { language, keepLicense: false, keepShebang: false });
}
