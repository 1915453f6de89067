/// <reference lib="dom" />
import { button, isField, make, quiet } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { showDialog } from '../dialog.ts';
import { checkOf } from '../head.ts';
import { isPlainLetter } from '../keys.ts';
import type { FromPage, Head, ListedFile, ToPage, ToSend, Verdict } from '../messages.ts';
import { nameOf, type NamedPage } from '../pages/names.ts';
import { listed, PendingList } from './pendingList.ts';

type Finished = Omit<Extract<ToPage, { type: 'finished' }>, 'type'>;

interface FinishContext {
  tell: (message: FromPage) => void;
  head: () => Head | undefined;
  /** The changed pages of the change request. */
  pages: () => readonly NamedPage[];
  files: () => readonly Pick<ListedFile, 'name' | 'isViewed'>[];
  /** The boxes in which something is still being typed. */
  typed: () => readonly { focus: () => void }[];
  /** Told when it is opened and closed. */
  opened: (isOpen: boolean) => void;
}

const icons: Readonly<Record<Verdict, readonly [icon: string, ...tone: string[]]>> = {
  approved: ['good', 'good'],
  'changes-requested': ['edited', 'bad'],
  comment: ['comment'],
};

/** Debounce in milliseconds: the summary is saved this long after the last key. */
const pause = 300;

const sending = 'Sending…';

/** The end of a review: what goes out, what is decided, and one button that sends it. */
export class FinishDialog {
  readonly #context: FinishContext;
  #dialog: HTMLDialogElement | undefined;
  #body = make('div');
  #field = make('textarea');
  #message = make('p');
  #send = make('button');
  #cancel = make('button');
  #toSend: ToSend | undefined;
  #pending: PendingList | undefined;
  /** What was chosen last; it is there again when the dialog is. */
  #verdict: Verdict | undefined;
  /** Why it was not sent, where the dialog was closed meanwhile. */
  #why = '';
  /** What was typed before there was a field for it. */
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
    this.#body = make('div', { class: 'inside' }, make('p', { class: 'quiet', role: 'status' }, 'Reading…'));
    const dialog = showDialog('finish', `Finish Review of #${number}`, this.#body);
    this.#dialog = dialog;
    dialog.addEventListener('close', () => {
      if (this.#dialog === dialog) this.#handleClose();
    });
    dialog.addEventListener('keydown', event => this.#key(event));
    this.#context.opened(true);
    this.#ask();
  }

  /** Shows what goes out. */
  show(toSend: ToSend): void {
    // Who has closed it and opened it again has asked twice, and may be typing.
    if (!this.#dialog || this.#toSend) return;
    const { offers, pending, stopped, summary, sent } = toSend;
    this.#toSend = toSend;
    this.#isBusy = sent !== undefined;
    const nameById = (page: string) => this.#context.pages().flatMap(one => (one.id === page ? nameOf(one) : []))[0];
    this.#pending = new PendingList(pending, nameById);
    if (sent !== undefined) this.#pending.tick(sent);
    this.#isBegun = stopped !== undefined;
    const isOffered = (verdict?: Verdict) => offers.some(offer => offer.verdict === verdict && !offer.isRefused);
    this.#verdict = [toSend.verdict, this.#verdict, 'comment' as const].find(isOffered);
    this.#field = make('textarea', { id: 'summary', rows: 4, dir: 'auto' });
    this.#field.value = summary;
    // What goes out says enough.
    const optional = pending.length > 0 ? 'optional' : isOffered('approved') && 'optional when you approve';
    this.#field.addEventListener('input', () => this.#keepLater());
    this.#message = make('p', { class: 'why', role: 'alert', tabindex: -1 });
    this.#send = button('', () => this.#submit(), { class: 'primary' });
    this.#cancel = button('', () => this.#leave(), { class: 'secondary' });
    this.#body.replaceChildren(
      make('p', { class: 'stopped' }, stopped),
      this.#pending.element ?? '',
      this.#unsent(),
      make(
        'fieldset',
        {},
        make('legend', { class: 'caption' }, 'Verdict'),
        ...offers.map(offer => this.#choice(offer)),
      ),
      make('label', { class: 'caption', for: 'summary' }, 'Summary ', optional && quiet(optional)),
      this.#field,
      make('div', { class: 'against' }),
      this.#message,
      make('div', { class: 'foot' }, this.#cancel, this.#send),
    );
    this.#send.hidden = !this.#verdict;
    this.renew();
    this.#label();
    this.#say(this.#isBusy ? sending : this.#why);
    if (this.#isBusy) this.#context.tell({ type: 'showsSending', isShown: true });
    const begun = this.#isBegun ? this.#send : this.#body.querySelector<HTMLElement>('input:checked');
    // Who was typing elsewhere when it opened by itself must not send with the next space.
    (this.#why ? this.#message : begun)?.focus();
    this.#why = '';
    if (this.#typed === '') return;
    this.#field.focus();
    document.execCommand('insertText', false, this.#typed);
    this.#typed = '';
  }

  /** Says anew what is not viewed, and what stands against a merge. */
  renew(): void {
    const pages = this.#context.pages().map(page => ({ name: nameOf(page), isViewed: page.isViewed }));
    const markable = [...pages, ...this.#context.files()].filter(({ isViewed }) => isViewed !== undefined);
    const names = markable.flatMap(({ name, isViewed }) => (isViewed ? [] : [name]));
    const listedNames = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
    const progress = `${markable.length - names.length} of ${markable.length} viewed. Not yet: ${listed(listedNames)}.`;
    const against = this.#context.head()?.checks.filter(({ tone }) => tone === 'bad') ?? [];
    const checks = against.map(({ text, tone }) => checkOf({ text, tone }, () => {}));
    this.#body
      .querySelector('.against')
      ?.replaceChildren(
        names.length > 0 ? make('p', { class: 'quiet' }, progress) : '',
        checks.length > 0 ? make('p', { class: 'caption' }, 'Against a merge') : '',
        make('ul', { class: 'checks' }, ...checks),
      );
  }

  /** Ticks what has been sent since the button was pressed. */
  tick(sent: number): void {
    this.#pending?.tick(sent);
  }

  /** Says why nobody can tell what goes out; not to somebody who has closed it meanwhile. */
  refuse(why: string): void {
    if (!this.#dialog || this.#toSend) return;
    const again = button('Try Again', () => this.#ask(), { class: 'secondary' });
    const message = make('p', { class: 'why', role: 'alert' }, why);
    this.#body.replaceChildren(message, make('div', { class: 'foot' }, again));
  }

  /** It is sent, or says why not. */
  end({ why, isBegun, isCancelled }: Finished): void {
    this.#isBusy = false;
    // Who has closed the dialog has stopped it in another place.
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

  /** Has kept at once what was typed last. */
  flush(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#keep();
  }

  #handleClose(): void {
    this.flush();
    if (this.#isBusy) this.#context.tell({ type: 'showsSending', isShown: false });
    this.#dialog = undefined;
    this.#context.opened(false);
  }

  #ask(): void {
    this.#context.tell({ type: 'finish' });
  }

  #unsent(): HTMLElement | string {
    const [first, ...others] = this.#context.typed();
    if (!first) return '';
    const subject = others.length > 0 ? `${others.length + 1} comments are` : 'One comment is';
    const go = () => {
      // Behind what gives the focus back to where it was.
      this.#dialog?.addEventListener('close', () => first.focus());
      this.#dialog?.close();
    };
    return make(
      'p',
      {},
      `${subject} still being typed, and will not be sent. `,
      button('Go There', go, { class: 'link' }),
    );
  }

  #choice({ verdict, title, meaning, isRefused }: ToSend['offers'][number]): HTMLElement {
    const isChosen = verdict === this.#verdict;
    const radio = make('input', { type: 'radio', name: 'verdict', disabled: isRefused, checked: isChosen });
    // On its way it takes nothing else: that would be kept as another review.
    radio.addEventListener('click', event => this.#isBusy && event.preventDefault());
    radio.addEventListener('change', () => {
      this.#verdict = verdict;
      this.#label();
      this.#keepLater();
    });
    return make(
      'label',
      { class: 'choice' },
      radio,
      icon(...icons[verdict]),
      make('span', {}, make('b', {}, title), ` ${meaning}`),
    );
  }

  /** The button says what it does. */
  #label(): void {
    const { offers = [], pending = [] } = this.#toSend ?? {};
    const title = offers.find(({ verdict }) => verdict === this.#verdict)?.title ?? '';
    const isAlone = this.#verdict === 'comment' && this.#field.value.trim() === '';
    const { length } = pending;
    const all = length === 0 ? title : isAlone ? `Send ${length} Pending` : `Send ${length} Pending and ${title}`;
    this.#send.replaceChildren(this.#isBegun ? 'Continue' : all, make('kbd', {}, 'Ctrl+Enter'));
  }

  #keepLater(): void {
    this.#label();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#keep(), pause);
  }

  #keep(): void {
    this.#timer = 0;
    if (this.#verdict) this.#context.tell({ type: 'summarize', verdict: this.#verdict, summary: this.#field.value });
  }

  #submit(): void {
    if (this.#isBusy || !this.#verdict || !this.#toSend) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#isBusy = true;
    this.#pending?.begin();
    this.#say(sending);
    this.#context.tell({ type: 'submit', verdict: this.#verdict, summary: this.#field.value });
  }

  /** Closes the dialog, or stops what is being sent. */
  #leave(): void {
    if (!this.#isBusy) return this.#dialog?.close();
    this.#context.tell({ type: 'stop' });
    // What is on its way arrives before.
    this.#say('Stopping…');
  }

  /** Letters are the summary, also before its field is there. A blank alone presses the button that has the focus. */
  #typeSummary(event: KeyboardEvent): void {
    if (event.key === ' ' && this.#typed === '') return;
    if (this.#toSend) return this.#field.focus();
    event.preventDefault();
    this.#typed += event.key;
  }

  #say(text: string): void {
    this.#field.readOnly = this.#isBusy;
    this.#cancel.textContent = this.#isBusy ? 'Stop Sending' : 'Cancel';
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
