import { Type } from '../../core/schema.js';
import { defineTool, type OutputLimit } from '../../core/tool.js';
import { withoutByteOrderMark } from '../../text/byte-order-mark.js';
import { splitLines } from '../../text/lines/lines.js';
import { parseOutline, parsePaths, sortTree, type TreeLine, type TreeNode } from './ascii-tree-generator/tree.js';

interface Glyphs {
  readonly child: string;
  readonly lastChild: string;
  /** Written before the descendants of a node that has a sibling below it. */
  readonly open: string;
  readonly closed: string;
}

const glyphs: Readonly<Record<'unicode' | 'ascii', Glyphs>> = {
  unicode: { child: '├── ', lastChild: '└── ', open: '│   ', closed: '    ' },
  ascii: { child: '|-- ', lastChild: '`-- ', open: '|   ', closed: '    ' },
};

const outline = 'my-app\n  src\n    index.html\n   main.scss\n  - build\nREADME.md';
const paths = 'src/index.ts\nsrc/lib/b.ts\nsrc/lib/a.ts\nREADME.md';

export default defineTool({
  slug: 'ascii-tree-generator',
  title: 'Draw a tree',
  description:
    'Draws a tree, such as one of folders and files, from indented text or from a list of paths. At most 200 levels deep.',
  config: Type.Object({
    format: Type.Enum(['auto', 'indented', 'paths'], {
      default: 'auto',
      description: 'Form of the lines; auto reads them as paths if none is indented and one contains the separator',
    }),
    charset: Type.Enum(['unicode', 'ascii'], { default: 'unicode', description: 'Characters for the branches' }),
    root: Type.String({ default: '', maxLength: 200, description: 'A name for the root of the tree, such as a dot' }),
    sort: Type.Enum(['none', 'name', 'dirs-first'], {
      default: 'none',
      description: 'Order of siblings: as written, by code point, or those with children first and then by code point',
    }),
    trailingSlash: Type.Boolean({ default: false, description: 'Writes a separator after the name of every folder' }),
    fullPath: Type.Boolean({ default: false, description: 'Writes the whole path instead of the name' }),
    pathSeparator: Type.String({
      default: '/',
      minLength: 1,
      maxLength: 1,
      description: 'Separator between the parts of a path',
    }),
  }),
  examples: [
    {
      input: outline,
      config: { root: '.' },
      output: '.\n├── my-app\n│   ├── src\n│   │   ├── index.html\n│   │   └── main.scss\n│   └── build\n└── README.md',
    },
    { input: paths, output: 'src\n├── index.ts\n└── lib\n    ├── b.ts\n    └── a.ts\nREADME.md' },
    {
      input: paths,
      config: { charset: 'ascii', sort: 'dirs-first', trailingSlash: true, root: '.' },
      output: '.\n|-- src/\n|   |-- lib/\n|   |   |-- a.ts\n|   |   `-- b.ts\n|   `-- index.ts\n`-- README.md',
    },
    { input: 'a/b\na/c', config: { fullPath: true }, output: 'a\n├── a/b\n└── a/c' },
    { input: ' \n', config: { root: '.' }, output: '' },
  ],
  // The tree's nodes: 71 bytes were measured for lines of two characters.
  heapBytesPerCharacter: 90,
  run: (input, config, limit) => {
    // trim() treats a byte order mark as white space, so it would look like an indent.
    const { lines, lineEnd } = splitLines(withoutByteOrderMark(input));
    const named = lines
      .map((text, index): TreeLine => ({ text, number: index + 1 }))
      .filter(({ text }) => text.trimStart() !== '');
    if (named.length === 0) return '';
    const { format, pathSeparator, sort } = config;
    const listed = format === 'auto' ? looksLikePaths(named, pathSeparator) : format === 'paths';
    const tree = (listed ? parsePaths : parseOutline)(named, pathSeparator);
    if (sort !== 'none') sortTree(tree, sort === 'dirs-first');
    return draw(tree, { ...config, lineEnd }, limit);
  },
});

function looksLikePaths(lines: readonly TreeLine[], separator: string): boolean {
  const divided = (line: string) => {
    const at = line.indexOf(separator);
    return at !== -1 && at < line.length - separator.length;
  };
  return lines.every(({ text }) => text.trimStart() === text) && lines.some(({ text }) => divided(text.trimEnd()));
}

interface Drawing {
  readonly charset: 'unicode' | 'ascii';
  readonly root: string;
  readonly trailingSlash: boolean;
  readonly fullPath: boolean;
  readonly pathSeparator: string;
  readonly lineEnd: string;
}

/** A node that is still to be drawn. */
interface Branch {
  readonly node: TreeNode;
  /** Written before the node itself, and before its children. */
  readonly head: string;
  readonly indent: string;
  readonly path: string;
}

/** Draws depth first, with an explicit stack. Checks the output's size line by line, before keeping a line. */
function draw(tree: TreeNode, drawing: Drawing, limit: OutputLimit): string {
  const { root, trailingSlash, fullPath, pathSeparator, lineEnd } = drawing;
  const { child, lastChild, open, closed } = glyphs[drawing.charset];
  const lines: string[] = [];
  let size = -lineEnd.length;
  const write = (line: string) => {
    size += line.length + lineEnd.length;
    limit.check(size);
    lines.push(line);
  };

  const pending: Branch[] = [];
  const branchOut = ({ children }: TreeNode, indent: string, path: string, flush = false) => {
    const parent = path === '' || path.endsWith(pathSeparator) ? path : path + pathSeparator;
    const below = children.map((node, index): Branch => {
      const last = index === children.length - 1;
      return {
        node,
        head: flush ? '' : indent + (last ? lastChild : child),
        indent: flush ? '' : indent + (last ? closed : open),
        path: parent + node.name,
      };
    });
    for (const branch of below.reverse()) pending.push(branch);
  };

  if (root !== '') write(root);
  branchOut(tree, '', root, root === '');
  for (let branch = pending.pop(); branch !== undefined; branch = pending.pop()) {
    const { node, head, indent, path } = branch;
    const slash = trailingSlash && node.directory && !node.name.endsWith(pathSeparator) ? pathSeparator : '';
    write(head + (fullPath ? path : node.name) + slash);
    branchOut(node, indent, path);
  }
  return lines.join(lineEnd);
}
