/// <reference lib="dom" />
import { button, make, redraw } from '../../dom.ts';
import type { Mode } from '../messages.ts';

interface Way {
  mode: Mode;
  /** Whether what is the same is shown, too. */
  isWhole: boolean;
}

const modes: readonly (readonly [Mode, string])[] = [
  ['split', 'Side by Side'],
  ['one', 'One Column'],
  ['after', 'After Only'],
];

/** How pages are shown, to be chosen. */
export class Modes {
  readonly element = make('div', { class: 'modes' });
  readonly #choose: (way: Partial<Way>) => void;

  constructor(choose: (way: Partial<Way>) => void) {
    this.#choose = choose;
  }

  show({ mode: current, isWhole }: Way): void {
    const choices = modes.map(([mode, label]) =>
      button(label, () => this.#choose({ mode }), { 'aria-pressed': String(mode === current) }),
    );
    const whole = () => this.#choose({ isWhole: !isWhole });
    redraw(
      this.element,
      make('span', { class: 'segments', role: 'group', 'aria-label': 'How pages are shown' }, ...choices),
      button('Whole Pages', whole, { class: 'small', 'aria-pressed': String(isWhole) }),
    );
  }
}
