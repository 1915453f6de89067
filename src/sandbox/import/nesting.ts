import type { Element, Root } from 'hast';

/** The depth limit for elements that nest in Markdown too; converting them takes longer with every level. */
const maxDepth = 50;
/** The depth limit for layout elements, which do not appear in Markdown. It bounds the recursion over them. */
const maxBoxDepth = 500;

const boxes = new Set(['div', 'span', 'section', 'article', 'main', 'body', 'html', 'figure', 'center', 'p']);

/** Inline marks by tag name; tags with one meaning have the same mark. */
const marks = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['s', 'del'],
  ['del', 'del'],
]);

/** Removes marks inside elements with an equal mark. Throws a RangeError if elements are nested too deep. */
export function simplifyNesting(tree: Root): void {
  tree.children = childrenOf(tree, { level: 0, boxLevel: 0, marked: new Set() });
}

interface NestingContext {
  readonly level: number;
  readonly boxLevel: number;
  readonly marked: ReadonlySet<string>;
}

function childrenOf<T extends Element | Root>(parent: T, { level, boxLevel, marked }: NestingContext): T['children'] {
  if (level > maxDepth || boxLevel > maxBoxDepth) throw new RangeError('The elements of the page are nested too deep.');
  return parent.children.flatMap(child => {
    if (child.type !== 'element') return child;
    const mark = marks.get(child.tagName);
    const isRepeated = mark !== undefined && marked.has(mark);
    const children = childrenOf(child, {
      level: boxes.has(child.tagName) || isRepeated ? level : level + 1,
      boxLevel: boxLevel + 1,
      marked: mark === undefined ? marked : new Set([...marked, mark]),
    });
    return isRepeated ? children : { ...child, children };
  });
}
