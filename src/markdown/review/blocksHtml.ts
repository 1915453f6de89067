import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import { withSigns } from '../invisibleCharacters.ts';
import type { Resumable } from '../resumable.ts';
import type { BlockChange, ChangeKind } from './change.ts';
import { codeHtml } from './codeHtml.ts';
import { boxHead, includedHead } from './boxHeads.ts';
import { classes, element, escapeHtml, type Html, escapeVisibly } from './element.ts';
import { checkbox, columnClass, hintPresentation } from './presentation.ts';
import { leafHtml, referenceHtml } from './leafHtml.ts';
import { changeLabel } from './changeLabel.ts';
import { kindOf } from './kinds.ts';
import { describeMove } from './describeMove.ts';
import { cardsHtml, tableHtml } from './tablesHtml.ts';
import { blockOnSide, changesIn, isOnSide, viewOfChild, viewOfBlock } from './view.ts';
import {
  withChangeMark,
  nestingNoteHtml,
  imageHtml,
  type RenderContext,
  type WordView,
  wordsHtml,
} from './wordsHtml.ts';

/** The shown side of a page, and whether the other side is shown beside it. */
export type SideView = Pick<WordView, 'side' | 'isBeside'>;

/** Renders blocks as the published page does, with their changes marked. */
export class BlocksHtml {
  readonly context: RenderContext;
  readonly #prefix: string;
  readonly #isFolding: boolean;
  #ids = 0;

  /** Element IDs begin with the prefix, which must be unique among the pages shown. */
  constructor(context: RenderContext, prefix = 'm', { isFolding = false }: Pick<WordView, 'isFolding'> = {}) {
    this.context = context;
    this.#prefix = prefix;
    this.#isFolding = isFolding;
  }

  /** Renders a top-level block. The row that contains it shows how the block as a whole changed. */
  outermost(change: BlockChange, side: SideView): Resumable<Html> {
    return this.#block(change, this.#viewOf(change, side));
  }

  /** Renders an item of a top-level list by itself. */
  *item(change: BlockChange, side: SideView, { list, number }: { list: Block; number: number }): Resumable<Html> {
    const view = this.#viewOf(change, side);
    const { checked } = blockOnSide(change, view.side);
    const item = element('li', {}, checked === undefined ? '' : checkbox(checked), yield* this.#inside(change, view));
    if (list.type === 'list-ordered') return element('ol', { start: number === 1 ? undefined : number }, item);
    return element('ul', { class: list.type === 'list-tasks' && 'marginalia-tasks' }, item);
  }

  #viewOf(change: BlockChange, side: SideView): WordView {
    return viewOfBlock(change, { ...side, context: this.context, isFolding: this.#isFolding });
  }

  *#block(change: BlockChange, view: WordView): Resumable<Html> {
    if (change.forms) return yield* this.#forms(change.forms, view);
    const block = blockOnSide(change, view.side);
    switch (block.type) {
      case 'heading':
        return element(
          headingOf(block),
          { class: `marginalia-heading-${block.depth ?? 1}` },
          yield* this.#words(change, view),
        );
      case 'list-ordered':
        return element('ol', { start: block.first === 1 ? undefined : block.first }, yield* this.#inside(change, view));
      case 'list-unordered':
        return element('ul', {}, yield* this.#inside(change, view));
      case 'list-tasks':
        return element('ul', { class: 'marginalia-tasks' }, yield* this.#inside(change, view));
      case 'list-item':
      case 'group':
        return yield* this.#inside(change, view);
      case 'stepper':
        return element('ol', { class: 'marginalia-stepper' }, yield* this.#inside(change, view));
      case 'columns':
      case 'images':
        return element('div', { class: `marginalia-${block.type}` }, yield* this.#inside(change, view));
      case 'column':
        return element('div', { class: columnClass(block.attributes) }, yield* this.#inside(change, view));
      case 'blockquote':
        return element('blockquote', {}, yield* this.#inside(change, view));
      case 'stepper-step':
      case 'tabs-item':
        return yield* this.#inside(change, view);
      case 'hint':
        return yield* this.#hint(change, view, block);
      case 'tabs':
        return yield* this.#tabs(change, view);
      case 'expandable':
        return yield* this.#expandable(change, view);
      case 'table':
        return block.attributes['data-view'] === 'cards'
          ? yield* cardsHtml(change, view)
          : yield* tableHtml(change, view, block);
      case 'image':
        return yield* this.#image(change, view, block);
      case 'reusable-content':
        return yield* this.#included(change, view, block);
      case 'code':
      case 'math':
        return yield* codeHtml(change, view, block);
      case 'divider':
        return '<hr>';
      case 'definition':
        return change.kind === 'same' ? '' : leafHtml('definition', '', yield* this.#words(change, view));
      case 'footnote':
        return leafHtml('footnote', block.tag ?? '', yield* this.#words(change, view));
      case 'paragraph':
      case 'expandable-title':
      case 'markup':
        return yield* this.#text(change, view);
      default:
        return change.children.length || block.type === 'integration'
          ? yield* this.#box(change, view, block)
          : yield* referenceHtml(change, view, block);
    }
  }

  /** Renders a block whose kind changed. If both sides share one text, the new form is below the old one. */
  *#forms({ before, after }: NonNullable<BlockChange['forms']>, view: WordView): Resumable<Html> {
    const html = view.side === 'after' ? '' : yield* this.#block(before, { ...view, side: 'before' });
    return view.side === 'before' ? html : html + (yield* this.#block(after, { ...view, side: 'after' }));
  }

  /** Renders the children of a block, each in an element that shows how the child changed. */
  *#inside({ kind, children }: BlockChange, view: WordView): Resumable<Html> {
    let html = '';
    for (const child of children) {
      if (!isOnSide(child, view.side)) continue;
      yield;
      html += yield* this.#child(child, kind, view);
    }
    return html;
  }

  *#child(child: BlockChange, parentKind: ChangeKind, view: WordView): Resumable<Html> {
    const { hasOwnChange, view: childView } = viewOfChild(child, parentKind, view);
    const html = yield* this.#block(child, childView);
    const block = blockOnSide(child, childView.side);
    const name = itemNames.get(block.type);
    if (!hasOwnChange && !name) return html;
    const attributes = {
      class: classes(name && `marginalia-${block.type}`, hasOwnChange && `marginalia-${child.kind}`),
      'data-lines': name && `${block.start}-${block.end}`,
    };
    const news = hasOwnChange
      ? element('span', { class: 'marginalia-said' }, escapeHtml(`${changeLabel(child.kind, kindOf(block))}: `))
      : '';
    const move =
      hasOwnChange && child.move
        ? element('span', { class: 'marginalia-whence' }, escapeVisibly(describeMove(child)))
        : '';
    const task = block.checked === undefined ? '' : checkbox(block.checked);
    return element(name ?? 'div', attributes, news, task, html, move);
  }

  #words({ words = [] }: BlockChange, view: WordView): Resumable<Html> {
    return wordsHtml(words, view);
  }

  /** Renders text, as a `div` if it contains elements that a paragraph must not contain. */
  *#text(change: BlockChange, view: WordView): Resumable<Html> {
    const html = yield* this.#words(change, view);
    const note = blockOnSide(change, view.side).isTooDeep ? nestingNoteHtml() : '';
    return html && element(isPhrase(html) ? 'p' : 'div', {}, html) + note;
  }

  *#hint(change: BlockChange, view: WordView, { attributes }: Block): Resumable<Html> {
    const { className, accessibleLabel } = hintPresentation(attributes);
    const name = element('span', { class: 'marginalia-said' }, escapeHtml(accessibleLabel));
    return element('div', { class: className }, name, yield* this.#inside(change, view));
  }

  *#tabs(change: BlockChange, view: WordView): Resumable<Html> {
    const tabs = change.children.filter(child => isOnSide(child, view.side));
    const id = `${this.#prefix}-${++this.#ids}`;
    const [seen = -1, any = -1] = [
      tabs.findIndex(tab => changesIn(tab) > 0),
      tabs.findIndex(tab => tab.kind !== 'same'),
    ];
    const open = Math.max(seen < 0 ? any : seen, 0);
    // A block that was added or removed as a whole shows no counts of changes inside it.
    const isChanged = change.kind !== 'added' && change.kind !== 'removed';
    const labels = tabs.map((tab, index) => {
      const block = blockOnSide(tab, view.side);
      const count = changesIn(tab);
      const title = escapeVisibly(block.attributes['title'] ?? `${index + 1}`);
      const changes = element(
        'span',
        { class: 'marginalia-count' },
        element('span', { 'aria-hidden': 'true' }, `${count}`),
        element(
          'span',
          { class: 'marginalia-said' },
          escapeHtml(` ${count === 1 ? t('1 change') : t`${count} changes`}`),
        ),
      );
      return element(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `${id}-${index}`,
          class: viewOfChild(tab, change.kind, view).hasOwnChange && `marginalia-${tab.kind}`,
          'aria-selected': String(index === open),
          'aria-controls': `${id}-${index}-panel`,
          tabindex: index === open ? 0 : -1,
        },
        title,
        count && isChanged ? changes : '',
      );
    });
    const panels: Html[] = [];
    for (const [index, tab] of tabs.entries()) {
      const attributes = {
        role: 'tabpanel',
        id: `${id}-${index}-panel`,
        'aria-labelledby': `${id}-${index}`,
        hidden: index !== open,
      };
      panels.push(element('div', attributes, yield* this.#child(tab, change.kind, view)));
    }
    return element('div', { class: 'marginalia-tabs' }, element('div', { role: 'tablist' }, ...labels), ...panels);
  }

  /** Renders an expandable block, open if it has changes inside. */
  *#expandable(change: BlockChange, view: WordView): Resumable<Html> {
    const [first, ...others] = change.children;
    const isTitled = first && blockOnSide(first, view.side).type === 'expandable-title';
    const title = isTitled ? yield* this.#words(first, viewOfBlock(first, view)) : '';
    const body = yield* this.#inside({ ...change, children: isTitled ? others : change.children }, view);
    const attributes = { class: 'marginalia-expandable', open: change.kind !== 'same' };
    return element('details', attributes, element('summary', {}, title || escapeHtml(t('Details'))), body);
  }

  *#image(change: BlockChange, view: WordView, block: Block): Resumable<Html> {
    const caption = yield* this.#words(change, view);
    const [before, after] = [change.before, change.after];
    const isReplaced = before && after && change.isReplaced;
    const isBoth = view.side === 'both' && isReplaced;
    const images = isBoth
      ? element('del', {}, imageHtml(before, view)) + element('ins', {}, imageHtml(after, view))
      : imageHtml(block, view);
    const image = isReplaced && !isBoth ? element(view.side === 'before' ? 'del' : 'ins', {}, images) : images;
    return element(
      'figure',
      { class: 'marginalia-figure' },
      withChangeMark(image, view.changeMark),
      caption && element('figcaption', {}, caption),
    );
  }

  /** Renders an included text under its title, or only its name if the text is unknown. */
  *#included(change: BlockChange, view: WordView, block: Block): Resumable<Html> {
    const { title, problem } = block.attributes;
    if (title === undefined) return yield* referenceHtml(change, view, block);
    const body = problem === undefined ? yield* this.#inside(change, view) : element('p', {}, escapeVisibly(problem));
    const name = { role: 'group', 'aria-label': withSigns(t`Included text ${title}`) };
    const isAlone = change.children.length === 0;
    const html = withChangeMark(includedHead(title), isAlone ? view.changeMark : undefined) + body;
    return element('div', { class: 'marginalia-box marginalia-included', ...name }, html);
  }

  *#box(change: BlockChange, view: WordView, block: Block): Resumable<Html> {
    const head = withChangeMark(
      boxHead(block.tag ?? kindOf(block), block.attributes),
      change.children.length ? undefined : view.changeMark,
    );
    return element('div', { class: 'marginalia-box' }, head, yield* this.#inside(change, view));
  }
}

const itemNames: ReadonlyMap<string, string> = new Map([
  ['list-item', 'li'],
  ['stepper-step', 'li'],
]);

/** Returns the heading element, two levels down: the headings of a page are below those of the surrounding view. */
function headingOf({ depth = 1 }: Block): string {
  return `h${Math.min(depth + 2, 6)}`;
}

function isPhrase(html: Html): boolean {
  const words = html.replace(/<math>.*?<\/math>/gs, '');
  return !/<(?!\/?(?:a|abbr|b|br|code|del|em|i|img|ins|kbd|mark|s|small|span|strong|su[bp]|u)\b)/.test(words);
}
