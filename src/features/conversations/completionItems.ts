import type { FailureLog } from '../../api/failure.ts';
import { escapeLine } from '../../api/words.ts';
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
  /** As the service writes it. */
  insert: string;
  /** The text that the typed word is matched with, without the mark. */
  words: string;
  /** The sort key. */
  order: string;
}

interface CompletionContext {
  people: People;
  failures: FailureLog;
}

/** Finds members, those who take part first, and emoji, for the boxes of comments wherever they are. */
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
    const listed = async () => this.#context.people.members(await discussion.place(), typed);
    const { people, isWhole } = await listed().catch((error: unknown) => {
      // The participants are known nevertheless.
      this.#context.failures.log('Could not list the members who can be mentioned.', error);
      return { people: [], isWhole: false };
    });
    const ids = new Set(participants.map(({ id }) => id));
    const others = people.filter(({ id }) => !ids.has(id));
    const items = [
      ...participants.map(one => mentionItem(one, 'takes part')),
      ...others.map(one => mentionItem(one, 'member')),
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
  const sought = typed.toLocaleLowerCase();
  const fits = (word: string) => word.toLocaleLowerCase().startsWith(sought);
  const matches = items.filter(({ words }) => [words, ...words.split(/[\s_]+/)].some(fits));
  // Many emoji have a word in common.
  const rank = ({ words, order }: CompletionItem) => `${mark === ':' && !fits(words) ? 1 : 0}${order}`;
  return matches.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, maxItems);
}

/** The service writes a mention as "@" and an ID, which is shown as a name. */
function mentionItem({ id, name, email = '' }: Person, role: string): CompletionItem {
  return {
    label: escapeLine(name, 100),
    description: role,
    ...(email && { detail: escapeLine(email, 100) }),
    insert: `@${id} `,
    words: `${name} ${email}`,
    order: `${role === 'member' ? '1' : '0'} ${name}`,
  };
}

/** The service knows no names of emoji: the character itself is written. */
function emojiItem([name, emoji]: [name: string, emoji: string]): CompletionItem {
  return { label: emoji, description: `:${name}:`, insert: emoji, words: name, order: name };
}
