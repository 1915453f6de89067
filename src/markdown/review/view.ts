import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import { type BlockChange, type ChangeKind, hasOnlyInvisibleChanges } from './change.ts';
import { element, escapeHtml, type Html } from './element.ts';
import type { ChangeMark, Side, WordView } from './wordsHtml.ts';

/** Returns true if a block is on a side. */
export function isOnSide({ kind }: BlockChange, side: Side): boolean {
  if (side === 'before') return kind !== 'added' && kind !== 'moved';
  return side === 'both' || (kind !== 'removed' && kind !== 'moved-away');
}

/** Returns the view of a moved block: each of its places shows one version, also if both sides share one text. */
export function viewOfBlock({ kind }: BlockChange, view: WordView): WordView {
  if (view.side !== 'both') return view;
  return kind === 'moved' ? { ...view, side: 'after' } : kind === 'moved-away' ? { ...view, side: 'before' } : view;
}

export function blockOnSide({ kind, before, after }: BlockChange, side: Side): Block {
  const isBefore = side === 'before' || kind === 'moved-away';
  const block = (isBefore ? before : after) ?? before ?? after;
  if (!block) throw new RangeError('A change is of a block.');
  return block;
}

/** Returns the view of a child block; `hasOwnChange` is true if it was added, removed or moved and its parent was not. */
export function viewOfChild(
  child: BlockChange,
  parentKind: ChangeKind,
  view: WordView,
): { hasOwnChange: boolean; view: WordView } {
  const hasOwnChange = child.kind !== parentKind && fates.has(child.kind);
  return {
    hasOwnChange,
    view: viewOfBlock(child, hasOwnChange ? { ...view, changeMark: fates.get(child.kind) } : view),
  };
}

/** Returns the element that marks the words of an added or removed block, line or cell. */
export function changeMarkOf(kind: ChangeKind): ChangeMark | undefined {
  return fates.get(kind);
}

/** The elements that mark the words of nested blocks, by the kind of change. */
const fates: ReadonlyMap<ChangeKind, ChangeMark | undefined> = new Map<ChangeKind, ChangeMark | undefined>([
  ['added', 'ins'],
  ['removed', 'del'],
  ['moved', undefined],
  ['moved-away', undefined],
]);

/** Counts the visible changes in a block, including those of its children. */
export function changesIn(change: BlockChange): number {
  if (change.kind === 'added' || change.kind === 'removed' || change.kind === 'moved') return 1;
  if (change.kind === 'moved-away') return 0;
  const isOwn = change.kind === 'changed' && !change.children.some(({ kind }) => kind !== 'same');
  const ownCount = isOwn && !(hasOnlyInvisibleChanges(change) && change.notes.length > 0) ? 1 : 0;
  return ownCount + change.children.reduce((sum, child) => sum + changesIn(child), 0);
}

/** Consecutive rows or lines, with their folding state. */
export interface FoldableRun<T> {
  items: readonly T[];
  isFolded: boolean;
}

/** The number of unchanged rows or lines shown around a change. */
const contextSize = 3;

/** The least number of rows or lines to fold. */
const minFolded = 8;

/** Divides rows or lines into stretches: unchanged ones far from all changes are folded. */
export function foldableRunsOf<T>(items: readonly T[], isSame: (item: T) => boolean): FoldableRun<T>[] {
  const changed = items.flatMap((item, index) => (isSame(item) ? [] : [index]));
  const near = new Set<number>();
  for (const index of changed.length ? changed : [0]) {
    for (let at = index - contextSize; at <= index + contextSize; at++) near.add(at);
  }
  const folded = new Set<number>();
  for (let from = 0, to = 0; from < items.length; from = to + 1) {
    for (to = from; to < items.length && !near.has(to); to++);
    if (to - from >= minFolded) for (let at = from; at < to; at++) folded.add(at);
  }
  const stretches: { items: T[]; isFolded: boolean }[] = [];
  for (const [index, item] of items.entries()) {
    const last = stretches.at(-1);
    if (last?.isFolded === folded.has(index)) last.items.push(item);
    else stretches.push({ items: [item], isFolded: folded.has(index) });
  }
  return stretches;
}

/** Returns true if a block has changed and unchanged parts; an added or removed block has not. */
export function isDivided({ kind }: BlockChange, { changeMark }: WordView): boolean {
  return kind !== 'added' && kind !== 'removed' && changeMark === undefined;
}

/** Renders a button that unfolds rows or lines; the viewer handles its clicks. */
export function foldButton(count: number, of: 'row' | 'line'): Html {
  const words = of === 'row' ? t`${count} unchanged rows` : t`${count} unchanged lines`;
  return element(
    'button',
    { type: 'button', class: 'marginalia-unfold', 'aria-expanded': 'false', dir: 'ltr' },
    escapeHtml(words),
  );
}
