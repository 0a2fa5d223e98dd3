import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript-5';

const app = fileURLToPath(new URL('../../../../gateway/console/app', import.meta.url));

/** The functions and classes that make state. */
const stateMakers: ReadonlySet<string> = new Set([
  'signal',
  'computed',
  'effect',
  'createLatestRun',
  'createPartSender',
  'createListInput',
  'preference',
  'StoredList',
  'UndoStack',
]);
/** The modules that may subscribe to a signal, which is an effect as well: their functions run for each caller. */
const subscribers: ReadonlySet<string> = new Set([
  'session/latest-run.ts',
  'session/polling.ts',
  'session/reachability-store.ts',
]);
/** The parts of a store, in their order. */
const parts = ['Inputs', 'Computed', 'Effects', 'Actions'] as const;
/** The part of a store that a call of each belongs to. */
const partOfMaker: Readonly<Record<string, (typeof parts)[number]>> = { signal: 'Inputs', computed: 'Computed' };

/** Returns what breaks the rules for stores in a module. @param path - from the folder of the app. */
function problemsOf(path: string, text: string): string[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const isStore = /(?:^|\/|-)store\.ts$/.test(path);
  const problems: string[] = [];
  const say = (node: ts.Node, what: string) => {
    problems.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}: ${what}`);
  };
  const imported = importedNames(source);
  const visit = (node: ts.Node): void => {
    const maker = madeBy(node);
    if (maker !== undefined) {
      const outer = enclosingFunction(node);
      if (maker === 'effect' && !(isStore && isStartEffects(outer)))
        say(node, 'an effect outside startEffects of a store');
      if (maker === 'effect' && !isExplained(node, source))
        say(node, 'an effect without a line that says “when → what”');
      if (maker === 'useSignalEffect') say(node, 'an effect in a component');
      if (stateMakers.has(maker) && outer === undefined && !isStore) say(node, `${maker} of a module outside a store`);
      const part = partOfMaker[maker];
      if (isStore && outer === undefined && part !== undefined && partAt(text, node.getStart(source)) !== part)
        say(node, `${maker} outside the part “${part}”`);
      if (maker === 'subscribe' && !subscribers.has(path)) say(node, 'a subscription');
    }
    const changed = changedSignal(node);
    if (changed !== undefined && imported.has(changed)) say(node, `${changed} is changed outside its store`);
    if (isStartEffects(node) && partAt(text, node.getStart(source)) !== 'Effects')
      say(node, 'startEffects outside its part');
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (isStore) {
    const found = partsIn(text);
    const order = found.map((name) => parts.indexOf(name)).join('');
    if (!/^0+1?2?3*$/.test(order)) problems.push(`${path}: its parts are ${found.join(', ')}`);
    const starts = source.statements.filter(isStartEffects).length;
    if (starts !== Number(found.includes('Effects'))) problems.push(`${path}: ${starts} functions startEffects`);
    if (starts > 0 && !/^startEffects\(\);$/m.test(text)) problems.push(`${path}: its effects do not start`);
  }
  return problems;
}

const heading = /^\/\/ (Inputs|Computed|Effects|Actions)\b.*$/gm;

function partsIn(text: string): (typeof parts)[number][] {
  return [...text.matchAll(heading)].map(([, name]) => name as (typeof parts)[number]);
}

function partAt(text: string, position: number): string | undefined {
  return partsIn(text.slice(0, position)).at(-1);
}

/** Returns the name of the function, method or class that a call or `new` names. */
function madeBy(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return undefined;
  const { expression } = node;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : undefined;
}

/** Returns the outermost function or class around a node; undefined if the module itself runs it. */
function enclosingFunction(node: ts.Node): ts.Node | undefined {
  let found: ts.Node | undefined;
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isClassLike(outer)) found = outer;
  }
  return found;
}

function isStartEffects(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isFunctionDeclaration(node) && node.name?.text === 'startEffects';
}

/** Returns whether a comment above the statement of an effect says when it runs, and what it does. */
function isExplained(node: ts.Node, source: ts.SourceFile): boolean {
  const comments = ts.getLeadingCommentRanges(source.text, node.parent.getFullStart()) ?? [];
  return comments.some(({ pos, end }) => source.text.slice(pos, end).includes(' → '));
}

const steps: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.PlusPlusToken, ts.SyntaxKind.MinusMinusToken]);

/** Returns the name whose `value` a node changes. */
function changedSignal(node: ts.Node): string | undefined {
  const isAssignment =
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  const isStep = (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) && steps.has(node.operator);
  const target = isAssignment ? node.left : isStep ? node.operand : undefined;
  if (target === undefined || !ts.isPropertyAccessExpression(target) || target.name.text !== 'value') return undefined;
  return ts.isIdentifier(target.expression) ? target.expression.text : undefined;
}

/** The names that a module imports. */
function importedNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings !== undefined && ts.isNamedImports(bindings))
      for (const { name } of bindings.elements) names.add(name.text);
  }
  return names;
}

const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

describe('the state of the console', () => {
  test('is in stores, which list their inputs and their effects at the head', () => {
    assert.deepEqual(
      files.flatMap((file) => problemsOf(file, readFileSync(join(app, file), 'utf8'))),
      [],
    );
  });

  test('each view has a store', () => {
    const views = new Set(files.filter((file) => file.startsWith('views/')).map((file) => file.split('/')[1] ?? ''));
    // Parts of two views: the texts of both are in their own stores.
    views.delete('lists');
    assert.deepEqual(
      [...views].filter((view) => !files.includes(`views/${view}/store.ts`)),
      [],
    );
    assert.ok(views.size > 5, 'the test finds the views');
  });

  const head = '// Inputs\n\nconst a = signal(0);\n';
  const effects = '\n// Effects\n\nfunction startEffects(): void {\n  // One → other.\n  effect(() => {});\n}\n';
  const good = `${head}\n// Computed\n\nconst b = computed(() => a.value);\n${effects}\n// Actions\n\nstartEffects();\n`;
  const others: readonly (readonly [what: string, path: string, text: string, problem: RegExp])[] = [
    ['a signal of a module', 'parts/a.tsx', 'const a = signal(0);', /signal of a module/],
    ['a run of a module', 'views/a/b.ts', 'export const a = createLatestRun({});', /createLatestRun of a module/],
    ['an effect of a module', 'views/a/b.ts', '// One → other.\neffect(() => {});', /outside startEffects/],
    [
      'an effect in a function',
      'store.ts',
      `${good}function b() {\n  // One → other.\n  effect(() => {});\n}`,
      /outside startEffects/,
    ],
    ['an effect in a component', 'a.tsx', 'function A() {\n  useSignalEffect(() => {});\n}', /in a component/],
    ['an effect without its line', 'store.ts', good.replace('// One → other.', ''), /without a line/],
    ['effects that do not start', 'store.ts', good.replace('startEffects();', ''), /do not start/],
    ['a signal below the head', 'store.ts', `${good}const c = signal(1);`, /signal outside the part/],
    ['a computed value among inputs', 'store.ts', `${head}const b = computed(() => 1);`, /computed outside the part/],
    ['parts in another order', 'store.ts', `${effects}${head}startEffects();`, /its parts are/],
    [
      'a change of the state of a store',
      'a.tsx',
      "import { a } from './store.js';\nconst b = () => { a.value = 1; };",
      /outside its store/,
    ],
    [
      'a count of a store',
      'a-store.ts',
      "import { a } from './store.js';\n// Inputs\nconst b = () => a.value++;",
      /outside its store/,
    ],
    ['a subscription', 'a.tsx', 'const a = () => b.subscribe(() => {});', /a subscription/],
  ];
  for (const [what, path, text, problem] of others) {
    test(`finds ${what}`, () => assert.match(problemsOf(path, text).join('\n'), problem));
  }

  test('allows a store, and what a component keeps for itself', () => {
    assert.deepEqual(problemsOf('views/a/store.ts', good), []);
    const own = 'function A() {\n  const a = useSignal(0);\n  const b = useRef(0);\n  a.value = 1;\n  return b;\n}';
    assert.deepEqual(problemsOf('views/a/a.tsx', own), []);
  });
});
