import type { FailureLog } from '../../api/failure.ts';
import { plain } from '../../api/words.ts';
import type { Begun } from '../../markdown/begun.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { participantsOf, type People, type Person } from '../../model/discussions/people.ts';
import { readEmoji } from '../../ui/emoji.ts';

/** What can stand in a comment in place of a word that was begun with a mark. */
export interface Offer {
  label: string;
  /** What it is, and what tells it from others of the same name. */
  description: string;
  detail?: string;
  /** As the service writes it. */
  insert: string;
  /** What it is found by, behind the mark. */
  words: string;
  /** What it stands among others by. */
  order: string;
}

interface Around {
  people: People;
  failures: FailureLog;
}

/** Finds members, those who take part first, and emoji, for the boxes of comments wherever they are. */
export class Offers {
  readonly #around: Around;
  #emoji: Promise<Offer[]> | undefined;

  constructor(around: Around) {
    this.#around = around;
  }

  /** What can be meant; `isWhole` where it goes for all words that begin like this. */
  async of({ mark, typed }: Begun, discussion: Discussion | undefined): Promise<{ offers: Offer[]; isWhole: boolean }> {
    if (mark === '@') return discussion ? this.#people(typed, discussion) : { offers: [], isWhole: true };
    // One letter behind a colon is mostly the end of a sentence.
    if (typed.length < 2) return { offers: [], isWhole: false };
    this.#emoji ??= readEmoji().then(all => all.map(emojiOffer));
    return { offers: await this.#emoji, isWhole: true };
  }

  async #people(typed: string, discussion: Discussion) {
    const here = participantsOf(discussion.conversations);
    const listed = async () => this.#around.people.members(await discussion.place(), typed);
    const { people, isWhole } = await listed().catch((error: unknown) => {
      // Those who take part are known all the same.
      this.#around.failures.log('Could not list the members who can be mentioned.', error);
      return { people: [], isWhole: false };
    });
    const ids = new Set(here.map(({ id }) => id));
    const others = people.filter(({ id }) => !ids.has(id));
    const offers = [...here.map(one => offerOf(one, 'takes part')), ...others.map(one => offerOf(one, 'member'))];
    return { offers, isWhole };
  }
}

/** Those that fit what is typed, in the order in which they are shown, and no more than can be seen at once. */
export function fitting(offers: readonly Offer[], { mark, typed }: Begun, most = 8): Offer[] {
  const sought = typed.toLocaleLowerCase();
  const fits = (word: string) => word.toLocaleLowerCase().startsWith(sought);
  const found = offers.filter(({ words }) => [words, ...words.split(/[\s_]+/)].some(fits));
  // Many emoji have a word in common.
  const rank = ({ words, order }: Offer) => `${mark === ':' && !fits(words) ? 1 : 0}${order}`;
  return found.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, most);
}

/** The service writes a mention as "@" and an ID, which is shown as a name. */
function offerOf({ id, name, email = '' }: Person, role: string): Offer {
  return {
    label: plain(name, 100),
    description: role,
    ...(email && { detail: plain(email, 100) }),
    insert: `@${id} `,
    words: `${name} ${email}`,
    order: `${role === 'member' ? '1' : '0'} ${name}`,
  };
}

/** The service knows no names of emoji: the character itself is written. */
function emojiOffer([name, emoji]: [name: string, emoji: string]): Offer {
  return { label: emoji, description: `:${name}:`, insert: emoji, words: name, order: name };
}
