/** What sets a member of the C family apart, as far as its signs contradict those of the others. */
export interface CMember {
  /** C, C++ or Objective-C for certain: no backquotes and no `"""`, and a backslash escapes in `@"…"`. */
  readonly plain: boolean;
  /** Lifetimes (`'a`), and strings with line ends. */
  readonly rust: boolean;
  /** Comments of D between `/+` and `+/`, which nest. */
  readonly plusComments: boolean;
  /** Comments nest in Rust, Kotlin, Swift, Scala and Dart. */
  readonly nests: boolean;
  /** A backslash at the end of a line joins the next, as in C and C++. */
  readonly splices: boolean;
}

const includes = /^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"]/m;
const conditions = /^[ \t]*#[ \t]*(?:ifn?def[ \t]|undef[ \t]|error[ \t]|pragma[ \t]+once)/m;
/** C# defines symbols without a value. */
const definition = /^[ \t]*#[ \t]*define[ \t]+\w+(?:\(|[ \t]+[^\s/])/m;
const objectiveC = /@(?:interface|implementation|property|protocol|selector|autoreleasepool|end)\b|\bNS[A-Z]\w/;

/** How files of other languages start. Their strings and comments may contain directives of C. */
const packageName = /^package[ \t]+[\w.]+[ \t]*(?:;[ \t]*)?\r?$/m;
const importName = /^import[ \t]+(?:static[ \t]+)?\w+\.|^import[ \t]*['(]|^use[ \t]+\w+::/m;
const cSharpName = /^[ \t]*using[ \t]+(?:static[ \t]+)?[A-Z][\w.]*;|^namespace[ \t]+[\w.]+;/m;

const rustFunction = /\bfn \w+ ?[<(]|\blet mut |\bpub (?:fn|struct|enum|mod|use|trait|const) /;
const rustLine = /^[ \t]*(?:impl[ <]|use \w+::|#!?\[\w)/m;
const kotlin = /\bfun (?:<|\w+[.<(])/;
const scala = /\bcase (?:class|object) \w|^[ \t]*(?:object|trait) \w+ \{/m;
const swift = /\b(?:guard|if) (?:let|var) |^import (?:Foundation|UIKit|SwiftUI)\b/m;
/** In Go no arrow follows the parameters of a function. */
const swiftFunction = /\bfunc \w+[<(]/;
const arrow = /\) (?:async )?(?:throws )?-> /;
const dart = /^import '(?:package|dart):/m;

/** In the others no line starts with a division by a number with a sign. */
const d = /^[ \t]*(?:module [\w.]+;|(?:public |static )?import (?:core|std)\.|\/\+)/m;

const keyword = /\b(?:func|def) [\w(]|\b(?:let|va[lr]) \w+ ?[:=]|:=|@[Oo]verride\b/;
const modifiers =
  /\b(?:public|private|protected|internal) (?:abstract|async|class|final|interface|override|partial|readonly|record|sealed|static|void)\b/;

/** Tells the member of the C family by signs that the others do not have. Without one, the text is read like C. */
export function cMemberOf(text: string): CMember {
  const has = (...signs: readonly RegExp[]) => signs.some((sign) => sign.test(text));
  const named = has(packageName, importName, cSharpName);
  const plain = !named && has(includes, conditions, definition, objectiveC);
  const isRust = !plain && has(rustFunction, rustLine);
  const nests = isRust || (!plain && (has(kotlin, scala, swift, dart) || (has(swiftFunction) && has(arrow))));
  const splices = plain || !(named || nests || has(keyword, modifiers));
  return { plain, rust: isRust, plusComments: !plain && has(d), nests, splices };
}
