import { reveal } from './plain';

/** The parts of a hast tree that this looks at. */
type Node = { type: string; tagName?: string; value?: string; children?: Node[]; properties?: Record<string, unknown> };

/**
 * Makes hidden characters visible in the parsed text, and raw HTML into text. Blocks of code stay raw: `Code` shows and
 * copies them. Ids go: several messages on one page would share them.
 */
export const shownHidden = () => (tree: Node): void => { clean(tree, false); };

function clean(node: Node, inBlock: boolean): void {
  if (node.properties !== undefined) {
    delete node.properties['id'];
    delete node.properties['ariaDescribedBy'];
  }
  node.children = node.children?.flatMap((child) => {
    if ((child.type === 'text' || child.type === 'raw') && child.value !== undefined && !inBlock) return partsOf(child.value);
    clean(child, inBlock || child.tagName === 'pre');
    return [child];
  }) ?? [];
}

function partsOf(text: string): Node[] {
  return reveal(text, true).map((part): Node => (part.hidden
    ? { type: 'element', tagName: 'span', properties: { className: ['seen'] }, children: [{ type: 'text', value: part.text }] }
    : { type: 'text', value: part.text }));
}
