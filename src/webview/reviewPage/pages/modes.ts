/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement, redraw } from '../../dom.ts';
import type { LayoutMode } from '../messages.ts';

interface DisplayOptions {
  mode: LayoutMode;
  /** True if unchanged blocks are shown as well. */
  isWhole: boolean;
  /** True if changes that do not alter the rendered text are shown. */
  isSpellingShown: boolean;
}

const modes: readonly (readonly [LayoutMode, string])[] = [
  ['split', t('Side by Side')],
  ['one', t('One Column')],
  ['after', t('After Only')],
];

/** The controls that choose how pages are shown. */
export class Modes {
  readonly element = createElement('div', { class: 'modes' });
  readonly #choose: (options: Partial<DisplayOptions>) => void;

  constructor(choose: (options: Partial<DisplayOptions>) => void) {
    this.#choose = choose;
  }

  /** `spellings` is the number of changes that do not alter the rendered text. */
  show({ mode: current, isWhole, isSpellingShown }: DisplayOptions, spellings: number): void {
    const choices = modes.map(([mode, label]) =>
      button(label, () => this.#choose({ mode }), { 'aria-pressed': String(mode === current) }),
    );
    const whole = () => this.#choose({ isWhole: !isWhole });
    const spelling = () => this.#choose({ isSpellingShown: !isSpellingShown });
    const count = createElement('span', { class: 'count' }, String(spellings));
    const offersSpelling = spellings > 0 || isSpellingShown;
    redraw(
      this.element,
      createElement('span', { class: 'segments', role: 'group', 'aria-label': t('How pages are shown') }, ...choices),
      button(t('Whole Pages'), whole, { class: 'small', 'aria-pressed': String(isWhole) }),
      ...(offersSpelling
        ? [
            button([t('Show Changes in Spelling'), count], spelling, {
              ...{ class: 'small', 'aria-pressed': String(isSpellingShown) },
              title: t('Escapes, entities, marks and blanks that make no difference to readers'),
            }),
          ]
        : []),
    );
  }
}
