/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement } from '../dom.ts';
import type { ListedFile } from './messages.ts';

interface Sides {
  name: string;
  kind: ListedFile['kind'];
  before: string | undefined;
  after: string | undefined;
}

type PictureMode = 'beside' | 'slider' | 'blink';

const ways: readonly (readonly [PictureMode, string])[] = [
  ['beside', t('Beside')],
  ['slider', t('Slider')],
  ['blink', t('Blink')],
];

/** A changed image before and after: side by side, overlaid with a slider, or alternating. */
export class PicturesView {
  readonly inside: readonly Node[];
  readonly #stage = createElement('div', { class: 'stage' });
  readonly #choices = new Map<PictureMode, HTMLButtonElement>();
  readonly #slide: HTMLInputElement;
  readonly #turns: HTMLElement;
  readonly #going: HTMLButtonElement;
  #mode: PictureMode = 'beside';
  #isBefore = true;
  #timer: number | undefined;

  constructor({ name, kind, before, after }: Sides) {
    const label = t`How much is shown of ${name} as it was, in percent`;
    this.#slide = createElement('input', {
      type: 'range',
      class: 'slide',
      min: 0,
      max: 100,
      value: 50,
      'aria-label': label,
    });
    this.#slide.addEventListener('input', () => this.#cut());
    this.#going = button(t('Stop'), () => (this.#timer === undefined ? this.#go() : this.#stop()), { class: 'small' });
    const turn = button(t('Switch'), () => this.#turnByHand(), { class: 'small', title: t('Show the other picture') });
    this.#turns = createElement('span', { class: 'turns' }, turn, this.#going);
    const pictures = [
      before !== undefined && picture('before', name, before),
      after !== undefined && picture('after', name, after),
    ].filter(one => one !== false);
    this.#stage.append(...pictures);
    if (pictures.length < 2) {
      this.inside = [createElement('p', { class: 'quiet' }, saidOf(kind, pictures.length)), this.#stage];
      return;
    }
    for (const [mode, words] of ways)
      this.#choices.set(
        mode,
        button(words, () => this.#choose(mode)),
      );
    const group = t`How both versions of ${name} are shown`;
    const choices = createElement(
      'span',
      { class: 'segments', role: 'group', 'aria-label': group },
      ...this.#choices.values(),
    );
    this.inside = [createElement('div', { class: 'ways' }, choices, this.#turns), this.#slide, this.#stage];
    this.#choose('beside');
  }

  #choose(mode: PictureMode): void {
    // Pressing the button again, or Space on it, shows the other image.
    if (mode === 'blink' && this.#mode === 'blink') return this.#turnByHand();
    this.#mode = mode;
    for (const [one, choice] of this.#choices) choice.setAttribute('aria-pressed', String(one === mode));
    this.#stage.className = `stage is-${mode}`;
    this.#slide.hidden = mode !== 'slider';
    this.#turns.hidden = mode !== 'blink';
    this.#stop();
    this.#cut();
    if (mode !== 'blink') return;
    this.#show(true);
    if (!isMotionReduced()) this.#go();
  }

  #cut(): void {
    this.#stage.style.setProperty('--cut', `${this.#slide.value}%`);
  }

  #turnByHand(): void {
    this.#stop();
    this.#show(!this.#isBefore);
  }

  #show(isBefore: boolean): void {
    this.#isBefore = isBefore;
    this.#stage.classList.toggle('shows-before', isBefore);
    this.#stage.classList.toggle('shows-after', !isBefore);
  }

  #go(): void {
    this.#going.textContent = t('Stop');
    this.#timer = window.setInterval(() => {
      if (this.#stage.isConnected) this.#show(!this.#isBefore);
      else this.#stop();
    }, 1000);
  }

  #stop(): void {
    this.#going.textContent = t('Go On');
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function picture(side: 'before' | 'after', name: string, address: string): HTMLElement {
  const [caption, alt] = side === 'before' ? [t('Before'), t`${name}, before`] : [t('After'), t`${name}, after`];
  const image = createElement('img', { src: address, alt, draggable: 'false' });
  const frame = createElement('div', { class: 'frame' }, image);
  image.addEventListener('error', () =>
    frame.replaceChildren(createElement('p', {}, t('This picture cannot be shown.'))),
  );
  return createElement('figure', { class: side }, createElement('figcaption', {}, caption), frame);
}

/** Returns a caption for an image that has no other version to compare with. */
function saidOf(kind: ListedFile['kind'], count: number): string {
  if (count === 0) return t('This picture is not there any more.');
  if (kind === 'created') return t('This picture is new.');
  if (kind === 'deleted') return t('This picture is deleted. This is what it was.');
  return t('There is no other version of this picture to compare with.');
}

function isMotionReduced(): boolean {
  const { classList } = document.body;
  return matchMedia('(prefers-reduced-motion: reduce)').matches || classList.contains('vscode-reduce-motion');
}
