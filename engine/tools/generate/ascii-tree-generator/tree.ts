import { ToolError } from '../../../core/errors.js';
import { compareCodePoints } from '../../../text/order/code-point-order.js';

/** A node of a tree of names: a file or a folder, an item of an outline. */
export interface TreeNode {
  readonly name: string;
  readonly children: TreeNode[];
  /** The number of levels above it; the nodes at the top have depth 1. */
  readonly depth: number;
  /** Has children, or was written with a separator at its end. */
  directory: boolean;
}

/** A line that is not blank. */
export interface TreeLine {
  readonly text: string;
  /** Counted from 1, including blank lines. */
  readonly number: number;
}

/** Deeper trees are rejected: a line's drawing has four characters for each level above it. */
const maxDepth = 200;
const tabWidth = 4;
const bullet = /^[-*+•] /;

/** Returns a node without a name, which holds the nodes at the top. */
function emptyTree(): TreeNode {
  return { name: '', children: [], depth: 0, directory: true };
}

/** Adds a child. @throws {ToolError} if the tree becomes too deep. */
function addChild(parent: TreeNode, name: string, line: TreeLine): TreeNode {
  const depth = parent.depth + 1;
  if (depth > maxDepth)
    throw new ToolError(`line ${line.number} is more than ${maxDepth} levels deep`, { line: line.number });
  const node = { name, children: [], depth, directory: false };
  parent.children.push(node);
  parent.directory = true;
  return node;
}

/**
 * Reads an indented outline. A line is the child of the nearest line above it that is indented less. A tab advances to
 * the next multiple of four columns, and a list bullet before a name is dropped.
 *
 * @returns the node that holds the nodes at the top.
 * @throws {ToolError} if the outline has more than 200 levels.
 */
export function parseOutline(lines: readonly TreeLine[], separator: string): TreeNode {
  const root = emptyTree();
  const ancestors = [{ node: root, indent: -1 }];
  for (const line of lines) {
    const indent = indentWidth(line.text);
    while ((ancestors.at(-1)?.indent ?? -1) >= indent) ancestors.pop();
    const name = line.text.trim().replace(bullet, '').trim();
    const node = addChild(ancestors.at(-1)?.node ?? root, name, line);
    node.directory = name.endsWith(separator);
    ancestors.push({ node, indent });
  }
  return root;
}

/** Returns the width in columns of a line's leading white space. */
function indentWidth(line: string): number {
  const length = line.length - line.trimStart().length;
  let width = 0;
  for (let i = 0; i < length; i++) width += line[i] === '\t' ? tabWidth - (width % tabWidth) : 1;
  return width;
}

/**
 * Reads a list of paths. Common prefixes become one node, in the order of their first occurrence. Empty and `.` parts
 * are ignored, and a separator at the end marks a directory.
 *
 * @returns the node that holds the nodes at the top.
 * @throws {ToolError} if a path has more than 200 parts.
 */
export function parsePaths(lines: readonly TreeLine[], separator: string): TreeNode {
  const root = emptyTree();
  const childrenByName = new Map<TreeNode, Map<string, TreeNode>>();
  for (const line of lines) {
    const parts = line.text.trim().split(separator);
    let node = root;
    for (const name of parts) {
      if (name === '' || name === '.') continue;
      const siblings = childrenByName.get(node) ?? new Map<string, TreeNode>();
      const child = siblings.get(name) ?? addChild(node, name, line);
      childrenByName.set(node, siblings.set(name, child));
      node = child;
    }
    if (parts.at(-1) === '') node.directory = true;
  }
  return root;
}

/** Sorts the children of every node by the code points of their names; nodes of the same name keep their order. */
export function sortTree(root: TreeNode, directoriesFirst: boolean): void {
  const pending = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    node.children.sort(
      (a, b) => (directoriesFirst ? Number(b.directory) - Number(a.directory) : 0) || compareCodePoints(a.name, b.name),
    );
    for (const child of node.children) pending.push(child);
  }
}
