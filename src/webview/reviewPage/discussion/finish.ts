/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, isField, createElement, secondaryText } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { showDialog } from '../dialog.ts';
import { renderCheck } from '../head.ts';
import { isPlainLetter } from '../keys.ts';
import { describeChanging, type FromPage, type ReviewHead, type ListedFile } from '../messages.ts';
import type { ToPage, PendingReview, ReviewVerdict } from '../messages.ts';
import { pageLabel, type FlaggedPage } from '../pages/names.ts';
import { joinWithCommas, PendingList } from './pendingList.ts';

type Finished = Omit<Extract<ToPage, { type: 'finished' }>, 'type'>;

interface FinishContext {
  post: (message: FromPage) => void;
  head: () => ReviewHead | undefined;
  pages: () => readonly FlaggedPage[];
  files: () => readonly Pick<ListedFile, 'name' | 'isViewed'>[];
  /** Returns the composers with unsent text. */
  typed: () => readonly Box[];
  /** Returns the composers that edit a pending comment. */
  changing: () => readonly Box[];
  /** Called when the dialog opens or closes. */
  opened: (isOpen: boolean) => void;
}

interface Box {
  focus: () => void;
}

const icons: Readonly<Record<ReviewVerdict, readonly [icon: string, ...tone: string[]]>> = {
  approved: ['good', 'good'],
  'changes-requested': ['edited', 'bad'],
  comment: ['comment'],
};

/** Debounce in milliseconds: the summary is saved this long after the last key press. */
const pause = 300;

const sending = t('Sending…');

/** The *Finish Review* dialog: pending comments, verdict, summary, and the button that sends the review. */
export class FinishDialog {
  readonly #context: FinishContext;
  #dialog: HTMLDialogElement | undefined;
  #body = createElement('div');
  #field = createElement('textarea');
  #message = createElement('p');
  #send = createElement('button');
  #cancel = createElement('button');
  #toSend: PendingReview | undefined;
  #pending: PendingList | undefined;
  /** The last chosen verdict, restored when the dialog opens again. */
  #verdict: ReviewVerdict | undefined;
  /** The error of a failed attempt, if the dialog was closed before it failed. */
  #why = '';
  /** Letters typed before the summary field was rendered. */
  #typed = '';
  #isBusy = false;
  #isBegun = false;
  #timer = 0;

  constructor(context: FinishContext) {
    this.#context = context;
  }

  open(): void {
    const { number } = this.#context.head() ?? {};
    if (this.#dialog?.open || number === undefined) return;
    // The close event may arrive after the next key press, so the state is reset here.
    if (this.#dialog) this.#handleClose();
    this.#toSend = undefined;
    this.#typed = '';
    this.#body = createElement(
      'div',
      { class: 'inside' },
      createElement('p', { class: 'quiet', role: 'status' }, t('Reading…')),
    );
    const dialog = showDialog('finish', t`Finish Review of #${number}`, this.#body);
    this.#dialog = dialog;
    dialog.addEventListener('close', () => {
      if (this.#dialog === dialog) this.#handleClose();
    });
    dialog.addEventListener('keydown', event => this.#key(event));
    this.#context.opened(true);
    this.#ask();
  }

  /** Shows the pending review. */
  show(toSend: PendingReview): void {
    // After the dialog was closed and reopened, a second answer arrives, which must not replace the text being typed.
    if (!this.#dialog || this.#toSend) return;
    const { offers, pending, stopped, summary, sent } = toSend;
    this.#toSend = toSend;
    this.#isBusy = sent !== undefined;
    const nameById = (page: string) => this.#context.pages().flatMap(one => (one.id === page ? pageLabel(one) : []))[0];
    this.#pending = new PendingList(pending, nameById);
    if (sent !== undefined) this.#pending.showSentCount(sent);
    this.#isBegun = stopped !== undefined;
    const isOffered = (verdict?: ReviewVerdict) => offers.some(offer => offer.verdict === verdict && !offer.isRefused);
    this.#verdict = [toSend.verdict, this.#verdict, 'comment' as const].find(isOffered);
    this.#field = createElement('textarea', { id: 'summary', rows: 4, dir: 'auto' });
    this.#field.value = summary;
    // With pending comments, a summary is not needed.
    const optional = pending.length > 0 ? t('optional') : isOffered('approved') && t('optional when you approve');
    this.#field.addEventListener('input', () => this.#keepLater());
    this.#message = createElement('p', { class: 'why', role: 'alert', tabindex: -1 });
    this.#send = button('', () => this.#submit(), { class: 'primary' });
    this.#cancel = button('', () => this.#leave(), { class: 'secondary' });
    this.#body.replaceChildren(
      createElement('p', { class: 'stopped' }, stopped),
      this.#pending.element ?? '',
      this.#unsent(),
      this.#changing(pending),
      createElement(
        'fieldset',
        {},
        createElement('legend', { class: 'caption' }, t('Verdict')),
        ...offers.map(offer => this.#choice(offer)),
      ),
      createElement(
        'label',
        { class: 'caption', for: 'summary' },
        t('Summary'),
        ' ',
        optional && secondaryText(optional),
      ),
      this.#field,
      createElement('div', { class: 'against' }),
      createElement('div', { class: 'foot' }, this.#message, this.#cancel, this.#send),
    );
    this.#send.hidden = !this.#verdict;
    this.refresh();
    this.#label();
    this.#say(this.#isBusy ? sending : this.#why);
    if (this.#isBusy) this.#context.post({ type: 'showsSending', isShown: true });
    const initialField = this.#isBegun ? this.#send : this.#body.querySelector<HTMLElement>('input:checked');
    // If the dialog has opened by itself with an error, the next space typed must not send the review.
    (this.#why ? this.#message : initialField)?.focus();
    this.#why = '';
    if (this.#typed === '') return;
    this.#field.focus();
    document.execCommand('insertText', false, this.#typed);
    this.#typed = '';
  }

  /** Updates the unviewed pages and the open merge checks. */
  refresh(): void {
    const pages = this.#context.pages().map(page => ({ name: pageLabel(page), isViewed: page.isViewed }));
    const markable = [...pages, ...this.#context.files()].filter(({ isViewed }) => isViewed !== undefined);
    const names = markable.flatMap(({ name, isViewed }) => (isViewed ? [] : [name]));
    const listedNames = names.length > 5 ? [...names.slice(0, 4), t`${names.length - 4} more`] : names;
    const viewed = markable.length - names.length;
    const progress = t`${viewed} of ${markable.length} viewed. Not yet: ${joinWithCommas(listedNames)}.`;
    const against = this.#context.head()?.checks.filter(({ tone }) => tone === 'bad') ?? [];
    const checks = against.map(({ text, tone }) => renderCheck({ text, tone }, () => {}));
    this.#body
      .querySelector('.against')
      ?.replaceChildren(
        names.length > 0 ? createElement('p', { class: 'quiet' }, progress) : '',
        checks.length > 0 ? createElement('p', { class: 'caption' }, t('Against a merge')) : '',
        createElement('ul', { class: 'checks' }, ...checks),
      );
  }

  /** Ticks the comments sent since the button was pressed. */
  showSentCount(sent: number): void {
    this.#pending?.showSentCount(sent);
  }

  /** Shows why the pending review cannot be determined, unless the dialog was closed or the review is shown. */
  refuse(why: string): void {
    if (!this.#dialog || this.#toSend) return;
    const retryButton = button(t('Try Again'), () => this.#ask(), { class: 'secondary' });
    const message = createElement('p', { class: 'why', role: 'alert' }, why);
    this.#body.replaceChildren(message, createElement('div', { class: 'foot' }, retryButton));
  }

  /** Closes the dialog once the review is sent, or shows why it was not. */
  end({ why, isBegun, isCancelled }: Finished): void {
    this.#isBusy = false;
    // With the dialog closed, the user has cancelled the sending elsewhere, and needs no message.
    if (isCancelled && !this.#dialog) return;
    if (why === undefined) {
      this.#verdict = undefined;
      return this.#dialog?.close();
    }
    if (!this.#toSend || !this.#dialog) {
      this.#why = why;
      return this.#dialog ? this.#ask() : this.open();
    }
    this.#isBegun = isBegun;
    this.#say(why);
    this.#label();
  }

  /** Saves the last typed text without waiting for the debounce. */
  flush(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#keep();
  }

  #handleClose(): void {
    this.flush();
    if (this.#isBusy) this.#context.post({ type: 'showsSending', isShown: false });
    this.#dialog = undefined;
    this.#context.opened(false);
  }

  #ask(): void {
    this.#context.post({ type: 'finish' });
  }

  #unsent(): HTMLElement | string {
    const [first, ...others] = this.#context.typed();
    if (!first) return '';
    const sentence =
      others.length > 0
        ? t`${others.length + 1} comments are still being typed, and will not be sent.`
        : t('One comment is still being typed, and will not be sent.');
    return createElement('p', {}, `${sentence} `, this.#goTo(first));
  }

  /** Warns about pending comments with unsaved edits, in this window or in another one. */
  #changing(pending: PendingReview['pending']): HTMLElement | string {
    const [first] = this.#context.changing();
    const sentence = describeChanging(pending.filter(({ isChanging }) => isChanging).length);
    return sentence && createElement('p', {}, `${sentence} `, first && this.#goTo(first));
  }

  #goTo(box: Box): HTMLElement {
    const go = () => {
      // This runs after the dialog's own listener, which restores the previous focus.
      this.#dialog?.addEventListener('close', () => box.focus());
      this.#dialog?.close();
    };
    return button(t('Go There'), go, { class: 'link' });
  }

  #choice({ verdict, title, meaning, isRefused }: PendingReview['offers'][number]): HTMLElement {
    const isChosen = verdict === this.#verdict;
    const radio = createElement('input', { type: 'radio', name: 'verdict', disabled: isRefused, checked: isChosen });
    // While the review is sent, a change of the verdict would be saved as a new review.
    radio.addEventListener('click', event => this.#isBusy && event.preventDefault());
    radio.addEventListener('change', () => {
      this.#verdict = verdict;
      this.#label();
      this.#keepLater();
    });
    return createElement(
      'label',
      { class: 'choice' },
      radio,
      icon(...icons[verdict]),
      createElement('span', {}, createElement('b', {}, title), ` ${meaning}`),
    );
  }

  /** Names on the button exactly what it sends. */
  #label(): void {
    const { offers = [], pending = [] } = this.#toSend ?? {};
    const title = offers.find(({ verdict }) => verdict === this.#verdict)?.title ?? '';
    const isAlone = this.#verdict === 'comment' && this.#field.value.trim() === '';
    const { length } = pending;
    const all = length === 0 ? title : isAlone ? t`Send ${length} Pending` : t`Send ${length} Pending and ${title}`;
    this.#send.replaceChildren(this.#isBegun ? t('Continue') : all, createElement('kbd', {}, 'Ctrl+Enter'));
  }

  #keepLater(): void {
    this.#label();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#keep(), pause);
  }

  #keep(): void {
    this.#timer = 0;
    if (this.#verdict) this.#context.post({ type: 'summarize', verdict: this.#verdict, summary: this.#field.value });
  }

  #submit(): void {
    if (this.#isBusy || !this.#verdict || !this.#toSend) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#isBusy = true;
    this.#pending?.begin();
    this.#say(sending);
    this.#context.post({ type: 'submit', verdict: this.#verdict, summary: this.#field.value });
  }

  /** Closes the dialog, or cancels sending. */
  #leave(): void {
    if (!this.#isBusy) return this.#dialog?.close();
    this.#context.post({ type: 'stop' });
    // The request in progress still completes.
    this.#say(t('Stopping…'));
  }

  /**
   * Adds a letter typed outside of a field to the summary, even before the field is rendered. A leading space presses
   * the focused button.
   */
  #typeSummary(event: KeyboardEvent): void {
    if (event.key === ' ' && this.#typed === '') return;
    if (this.#toSend) return this.#field.focus();
    event.preventDefault();
    this.#typed += event.key;
  }

  #say(text: string): void {
    this.#field.readOnly = this.#isBusy;
    // The button stays focusable, because Escape and Ctrl+Enter need the focus in the dialog.
    this.#send.ariaDisabled = String(this.#isBusy);
    this.#cancel.textContent = this.#isBusy ? t('Stop Sending') : t('Cancel');
    this.#dialog?.classList.toggle('busy', this.#isBusy);
    this.#message.textContent = text;
  }

  #key(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, target } = event;
    if (isPlainLetter(event) && !isField(target)) this.#typeSummary(event);
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault();
      this.#submit();
    }
  }
}
