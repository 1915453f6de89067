import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type ChangeRequest, type ChangeRequestPlace, storageKeyOf } from '../../model/content/changeRequests.ts';
import { descriptionMarkdown } from '../../model/reviews/description.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';
import { parseDescription } from './descriptionDocument.ts';

/** The texts that were typed to create a change request. */
export interface ChangeRequestTexts {
  subject: string;
  /** Markdown; empty if none was typed. */
  description: string;
}

/** Returns the texts that were typed in prompts of this window and could not be sent. */
export function unsentTextsOf({ singletons }: Pick<App, 'singletons'>): UnsentTexts {
  return singletons.get(createUnsentTexts);
}

const createUnsentTexts = () => new UnsentTexts();

/** Stores texts that were typed in prompts until they are sent, because a closed prompt loses its text. */
class UnsentTexts {
  readonly #descriptions = new Map<string, string>();
  readonly #changeRequests = new Map<string, ChangeRequestTexts>();

  /** Returns the description that was typed for a change request; empty if there is none. */
  descriptionOf(place: ChangeRequestPlace): string {
    return this.#descriptions.get(storageKeyOf(place)) ?? '';
  }

  /** Stores an unsent description; an empty one deletes it. */
  storeDescription(place: ChangeRequestPlace, markdown: string): void {
    if (markdown) this.#descriptions.set(storageKeyOf(place), markdown);
    else this.#descriptions.delete(storageKeyOf(place));
  }

  /** Deletes a description that was sent or copied, unless another one was typed meanwhile. */
  clearDescription(place: ChangeRequestPlace, markdown: string): void {
    if (this.descriptionOf(place) === markdown) this.#descriptions.delete(storageKeyOf(place));
  }

  /** Returns the texts that were typed for a change request that could not be created in a space. */
  changeRequestOf(connection: Connection, space: string): ChangeRequestTexts | undefined {
    return this.#changeRequests.get(keyOfSpace(connection, space));
  }

  storeChangeRequest(connection: Connection, space: string, texts: ChangeRequestTexts): void {
    this.#changeRequests.set(keyOfSpace(connection, space), texts);
  }

  /** Deletes the texts of a change request that was created. Its description stays unsent. */
  settleChangeRequest(place: ChangeRequestPlace, texts: ChangeRequestTexts): void {
    const key = keyOfSpace(place.connection, place.space);
    // The user may have typed another one for the same space and subject meanwhile.
    if (this.#changeRequests.get(key) === texts) this.#changeRequests.delete(key);
    if (texts.description) this.storeDescription(place, texts.description);
  }

  /** Offers to copy a typed description if the change request has a different one. */
  async offerDescription(place: ChangeRequestPlace, changeRequest: ChangeRequest): Promise<void> {
    const markdown = this.descriptionOf(place);
    if (!markdown) return;
    if (await isDescribedAs(changeRequest, markdown)) return this.clearDescription(place, markdown);
    say.info(tEscaped`You have an unsent description for #${place.number}.`, this.copyOffer(place, markdown));
  }

  /** Returns a button that copies an unsent description as it was typed. */
  copyOffer(place: ChangeRequestPlace, markdown: string): say.MessageAction {
    const run = async () => {
      await vscode.env.clipboard.writeText(markdown);
      this.clearDescription(place, markdown);
    };
    return { label: t('Copy'), run };
  }
}

function keyOfSpace({ account }: Connection, spaceId: string): string {
  return resourceAddress({ id: account }, '/spaces/{spaceId}', { spaceId });
}

/** Returns true if a change request already has this description. */
export async function isDescribedAs(changeRequest: ChangeRequest, markdown: string): Promise<boolean> {
  const description = await parseDescription(markdown);
  return (await descriptionMarkdown(changeRequest)) === (await descriptionMarkdown({ description }));
}
