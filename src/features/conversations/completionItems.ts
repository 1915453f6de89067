import { t } from '@vscode/l10n';
import type { FailureLog } from '../../api/failure.ts';
import { escapeLine } from '../../api/escape.ts';
import type { CompletionTrigger } from '../../markdown/completionTrigger.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { participantsOf, type People, type Person } from '../../model/discussions/people.ts';
import { readEmoji } from '../../ui/emoji.ts';

/** A completion for a word in a comment that begins with "@" or ":". */
export interface CompletionItem {
  label: string;
  /** Distinguishes items of the same name, such as by their role. */
  description: string;
  detail?: string;
  /** The inserted text, as the service writes it. */
  insert: string;
  /** The text that is matched against the typed word, without the trigger character. */
  words: string;
  /** The sort key. */
  order: string;
}

interface CompletionContext {
  people: People;
  failures: FailureLog;
}

/** Finds members, participants first, and emoji for comment composers in the editor and on the review page. */
export class CompletionSource {
  readonly #context: CompletionContext;
  #emoji: Promise<CompletionItem[]> | undefined;

  constructor(context: CompletionContext) {
    this.#context = context;
  }

  /** Finds the completions for a typed word. `isComplete` if they also cover all longer words. */
  async find(
    { mark, typed }: CompletionTrigger,
    discussion: Discussion | undefined,
  ): Promise<{ items: CompletionItem[]; isComplete: boolean }> {
    if (mark === '@') return discussion ? this.#people(typed, discussion) : { items: [], isComplete: true };
    // A colon with one letter is usually the end of a sentence.
    if (typed.length < 2) return { items: [], isComplete: false };
    this.#emoji ??= readEmoji().then(all => all.map(emojiItem));
    return { items: await this.#emoji, isComplete: true };
  }

  async #people(typed: string, discussion: Discussion) {
    const participants = participantsOf(discussion.conversations);
    const listMembers = async () => this.#context.people.members(await discussion.place(), typed);
    const { people, isWhole } = await listMembers().catch((error: unknown) => {
      // The participants are offered anyway.
      this.#context.failures.log('Could not list the members who can be mentioned.', error);
      return { people: [], isWhole: false };
    });
    const ids = new Set(participants.map(({ id }) => id));
    const others = people.filter(({ id }) => !ids.has(id));
    const items = [
      ...participants.map(participant => mentionItem(participant, true)),
      ...others.map(one => mentionItem(one, false)),
    ];
    return { items, isComplete: isWhole };
  }
}

/** Returns the items that match the typed word, in display order, at most `maxItems`. */
export function matchingItems(
  items: readonly CompletionItem[],
  { mark, typed }: CompletionTrigger,
  maxItems = 8,
): CompletionItem[] {
  const prefix = typed.toLocaleLowerCase();
  const matchesPrefix = (word: string) => word.toLocaleLowerCase().startsWith(prefix);
  const matches = items.filter(({ words }) => [words, ...words.split(/[\s_]+/)].some(matchesPrefix));
  // Names that begin with the typed text come first, because many emoji share a word.
  const rank = ({ words, order }: CompletionItem) => `${mark === ':' && !matchesPrefix(words) ? 1 : 0}${order}`;
  return matches.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, maxItems);
}

/** Inserts a mention as the service writes it: "@" and an ID. */
function mentionItem({ id, name, email = '' }: Person, isParticipant: boolean): CompletionItem {
  return {
    label: escapeLine(name, 100),
    description: isParticipant ? t('takes part') : t('member'),
    ...(email && { detail: escapeLine(email, 100) }),
    insert: `@${id} `,
    words: `${name} ${email}`,
    order: `${isParticipant ? '0' : '1'} ${name}`,
  };
}

/** Inserts the emoji itself, because the service does not resolve emoji names. */
function emojiItem([name, emoji]: [name: string, emoji: string]): CompletionItem {
  return { label: emoji, description: `:${name}:`, insert: emoji, words: name, order: name };
}
