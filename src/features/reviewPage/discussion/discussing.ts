import * as vscode from 'vscode';
import type { App } from '../../../app.ts';
import { documentKey, overviewUri } from '../../../model/content/address.ts';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { versionOf } from '../../../model/content/content.ts';
import type { Discussion } from '../../../model/discussions/discussion.ts';
import { aboutReader, toldByReplies } from '../../../model/discussions/listing.ts';
import { isBase, keyOf } from '../../../model/discussions/subject.ts';
import { type OpenComments, openOnPages } from '../../../model/reviews/openComments.ts';
import type { FromPage, ShownThread, ToPage } from '../../../webview/reviewPage/messages.ts';
import { introduced, readerOf } from '../../conversations/conversationReader.ts';
import { PartDocuments } from './documents.ts';
import { talkOf } from './events.ts';
import type { Pages } from '../pages/pages.ts';
import { isBegun } from '../../conversations/finishReview.ts';
import { fitting, Offers } from '../../conversations/offers.ts';
import { sinceMessage } from './since.ts';
import { PageThreads } from './threads.ts';
import { PageWriting } from './writing.ts';

interface Around {
  app: Pick<App, 'content' | 'context' | 'discussions' | 'drafts' | 'failures' | 'inbox' | 'reviews' | 'session'>;
  place: ChangeRequestPlace;
  pages: Pages;
  tell: (message: ToPage) => void;
  /** Aborted when the page is closed. */
  signal: AbortSignal;
}

/** A part of the page that has conversations, and what was told of them last. */
interface Told {
  document: vscode.Uri;
  json: string;
  /** Of the conversations. */
  ids: readonly string[];
}

/** Of so many conversations all replies are read to count them. */
const mostCounted = 100;

/** What of a message is written by the user. */
export type Written = Extract<
  FromPage,
  {
    type: 'type' | 'send' | 'discard' | 'suggest' | 'settle' | 'react' | 'remove' | 'apply' | 'copy' | 'showSince';
  }
>;

/** The discussion on the review page: tells it what is said, and what has become of what is written on it. */
export class PageDiscussion {
  readonly overview: vscode.Uri;
  readonly #around: Around;
  readonly #key: string;
  /** By the IDs of pages; those on the whole change request have none. */
  readonly #told = new Map<string, Told>();
  /** What is in view, in the same way. */
  readonly #seen = new Set<string>();
  /** The texts whose boxes the page was told to open. */
  readonly #offered = new Set<string>();
  /** As they were found for what is being told. */
  #documents: PartDocuments;
  #createdParts: Parts | undefined;
  #listening: vscode.Disposable | undefined;

  constructor(around: Around) {
    this.#around = around;
    const { connection, space, number } = around.place;
    this.overview = overviewUri({ connection: connection.id, space, changeRequest: number });
    this.#key = keyOf({ ...versionOf(around.place), connection: connection.id });
    this.#documents = this.#newDocuments();
  }

  /** The page begins anew: nothing is told, and what was typed there is to be shown again. */
  async begin(): Promise<void> {
    this.#told.clear();
    this.#seen.clear();
    this.#offered.clear();
    this.#leave();
    await this.tellRights();
  }

  /** Tells what can be written, and what of it waits for the review. */
  async tellRights(): Promise<void> {
    const { app, place, tell } = this.#around;
    const { discussions, drafts } = app;
    await drafts.load();
    const mayComment = await discussions.mayComment(versionOf(place));
    const isStopped = isBegun(app, place);
    tell({ type: 'rights', mayComment, pending: drafts.pendingIn(this.#key).length, isStopped });
  }

  /** Tells again what depends on what the user may do. */
  async tellAllowed(): Promise<void> {
    await this.tellRights();
    await this.tellAllThreads();
  }

  /** Tells again where conversations stand: which pages are shown as deleted, and as what, may be different now. */
  async tellAllThreads(): Promise<void> {
    this.#documents = this.#newDocuments();
    for (const [id, { document }] of this.#told) {
      await this.#tellThreadsOf(id, (await this.#documents.of(id)) ?? document);
    }
  }

  /** How many conversations are open on each page; undefined where not all are known. */
  get open(): OpenComments | undefined {
    const discussion = this.#around.app.discussions.of(this.overview);
    return discussion?.isAllKnown ? openOnPages(discussion.conversations.map(({ comment }) => comment)) : undefined;
  }

  /** Takes in that what was said on a page, or on the whole change request, is in view. */
  see(id: string): void {
    this.#seen.add(id);
    this.#follow();
  }

  /** Tells how many conversations each filter lists, with all that has to be read for the one that is set. */
  async count(filter: string): Promise<void> {
    const { app } = this.#around;
    const discussion = app.discussions.of(this.overview);
    if (!discussion) return;
    const reader = await readerOf(app, discussion);
    if (aboutReader.has(filter)) await introduced(app, discussion, reader);
    await discussion.lookAtAll();
    await discussion.settled();
    const { conversations } = discussion;
    const isWanted = toldByReplies.has(filter) || conversations.length <= mostCounted;
    if (isWanted) await discussion.show(conversations.map(({ comment }) => comment.id));
    await this.#tellAll();
  }

  /** Tells what is said on a page, or on the whole change request, and has it told again when it is another. */
  async tellOn(id: string): Promise<void> {
    const { app } = this.#around;
    try {
      this.#documents = this.#newDocuments();
      const document = await this.#documents.of(id);
      if (!document) return;
      const discussion = app.discussions.of(document);
      await discussion?.demand(document);
      await discussion?.arranged();
      await this.#tellThreadsOf(id, document);
      if (id === '') await this.#tellFilters();
      const ids = this.#told.get(id)?.ids ?? [];
      // The page draws so many; the replies to the others are read when somebody wants to see them.
      await discussion?.show(id === '' ? ids.slice(-50) : ids.slice(0, 100));
    } catch (error) {
      // The page can be read without it; its source offers to try again.
      app.failures.log('Could not read what was said on a page.', error);
    }
  }

  #newDocuments(): PartDocuments {
    const { app, pages } = this.#around;
    return new PartDocuments({ pages, overview: this.overview, log: app.failures });
  }

  /** Has all that was said there read, with the replies. */
  async readAll(id: string): Promise<void> {
    const told = this.#told.get(id);
    if (!told) return;
    const { discussions } = this.#around.app;
    if (id === '') await discussions.of(told.document)?.lookAtAll();
    await discussions.on(told.document);
  }

  /** Does what the user has written, and says so where that fails. */
  async write(message: Written): Promise<void> {
    try {
      const { writing } = this.#parts;
      await this.#write(writing, message);
    } catch (error) {
      if ('draft' in message) this.#around.tell({ type: 'wrote', draft: message.draft, state: 'failed' });
      this.#around.app.failures.show(deeds.get(message.type) ?? 'write it', error);
    }
  }

  #write(writing: PageWriting, message: Written): Promise<void> {
    switch (message.type) {
      case 'type':
        return writing.type(message);
      case 'send':
        return writing.send(message);
      case 'discard':
        return writing.discard(message);
      case 'suggest':
        return writing.suggest(message);
      case 'settle':
        return writing.settle(message);
      case 'react':
        return writing.react(message);
      case 'remove':
        return writing.remove(message);
      case 'apply':
        return writing.apply(message);
      case 'copy':
        return writing.copy(message);
      case 'showSince':
        return writing.showSince(message);
    }
  }

  /** Shows what has changed of the block of a conversation since that was begun. */
  async showSince(id: string): Promise<void> {
    const { app, signal, tell } = this.#around;
    const discussion = app.discussions.of(this.overview);
    await discussion?.arranged();
    const conversation = discussion?.conversations.find(({ comment }) => comment.id === id);
    if (discussion && conversation) return tell(await sinceMessage({ ...app, discussion, conversation, signal }));
    tell({ type: 'since', conversation: id, why: 'The conversation is not there any more.', mayCompare: false });
  }

  /** Offers what can stand in place of a word that is being typed in a box. */
  async offer({ id, ...begun }: Extract<FromPage, { type: 'begun' }>): Promise<void> {
    const { app, tell } = this.#around;
    const { offers } = this.#parts;
    const found = await offers.of(begun, app.discussions.of(this.overview));
    const shown = fitting(found.offers, begun).map(({ label, description, detail, insert }) => {
      return { label, description: [description, detail].filter(Boolean).join(' · '), insert };
    });
    tell({ type: 'offered', id, offers: shown });
  }

  /** The page is closed: what was typed there is offered elsewhere. */
  dispose(): void {
    this.#listening?.dispose();
    this.#seen.clear();
    this.#leave();
  }

  #leave(): void {
    if (!this.#createdParts) return;
    this.#createdParts.writing.leave();
    this.#follow();
  }

  /** Has what was said on pages in view stop being new when they leave it. What is not told yet has not been seen. */
  #follow(): void {
    const { threads } = this.#parts;
    const discussion = this.#around.app.discussions.of(this.overview);
    const seen = [...this.#told].flatMap(([id, { document }]) => (this.#seen.has(id) ? documentKey(document) : []));
    if (discussion) threads.see(discussion, new Set(seen));
  }

  async #tellFilters(): Promise<void> {
    const { threads } = this.#parts;
    const discussion = this.#around.app.discussions.of(this.overview);
    if (!discussion) return;
    this.#around.tell({ type: 'filters', filters: await threads.filters(discussion) });
    this.#around.tell({ type: 'talk', events: talkOf(discussion.conversations) });
  }

  /** Created on first use: a page that is closed before that has nothing to listen for. */
  get #parts(): Parts {
    this.#createdParts ??= this.#createParts();
    return this.#createdParts;
  }

  #createParts(): Parts {
    const { app, place, pages, tell, signal } = this.#around;
    const { discussions, drafts, failures } = app;
    const shown = async (discussion: Discussion) => {
      await discussion.arranged();
      await this.#tellAll();
    };
    const threads = new PageThreads(app);
    const parts = {
      threads,
      offers: new Offers({ people: threads.people, failures }),
      writing: new PageWriting({
        ...app,
        pages,
        overview: this.overview,
        account: place.connection.account,
        tell,
        shown,
      }),
    };
    if (!signal.aborted) {
      this.#listening = vscode.Disposable.from(
        discussions.onDidChange(changed => changed.key === this.#key && this.#tellLater()),
        // What was in view has been seen by the account that was signed in until now.
        discussions.onDidClose(closed => closed.key === this.#key && threads.see(closed, new Set())),
        drafts.onDidFind(() => this.#tellLater()),
      );
    }
    return parts;
  }

  #tellLater(): void {
    this.#tellAll().catch((error: unknown) => {
      if (!this.#around.signal.aborted) this.#around.app.failures.log('Could not show anew what was said.', error);
    });
  }

  async #tellAll(): Promise<void> {
    await this.tellRights();
    await this.tellAllThreads();
    await this.#tellFilters();
    this.#closeBoxes();
  }

  /** Has the boxes of texts closed that were sent or discarded elsewhere, or are being changed there. */
  #closeBoxes(): void {
    const offered = new Set(this.#around.app.drafts.leftIn(this.#key, 'reviewPage').map(({ id }) => id));
    for (const id of this.#offered) {
      if (offered.has(id)) continue;
      this.#offered.delete(id);
      this.#parts.writing.close(id);
    }
  }

  async #tellThreadsOf(id: string, document: vscode.Uri): Promise<void> {
    const { threads } = this.#parts;
    const { signal } = this.#around;
    const deletedPages = id === '' || isBase(document) ? await this.#documents.deletedPages() : undefined;
    const shown: readonly ShownThread[] = await threads.on(document, signal, deletedPages);
    // Of very many on the whole change request the newest are read.
    const hasMore = id === '' && this.#around.app.discussions.of(document)?.isAllKnown === false;
    const json = JSON.stringify([shown, hasMore]);
    if (this.#told.get(id)?.json === json) return;
    this.#told.set(id, { document, json, ids: shown.map(thread => thread.id) });
    for (const { comments } of shown) for (const { id, draft } of comments) if (draft) this.#offered.add(id);
    this.#around.tell({ type: 'threads', id, threads: shown, hasMore });
    this.#follow();
  }
}

/** What could not be done, in words. */
const deeds: ReadonlyMap<Written['type'], string> = new Map<Written['type'], string>([
  ['suggest', 'begin the suggestion'],
  ['settle', 'resolve or reopen the conversation'],
  ['react', 'react to the comment'],
  ['remove', 'delete the comment'],
  ['apply', 'apply the suggestion'],
  ['copy', 'copy the suggestion'],
  ['showSince', 'show what has changed'],
]);

interface Parts {
  threads: PageThreads;
  offers: Offers;
  writing: PageWriting;
}
