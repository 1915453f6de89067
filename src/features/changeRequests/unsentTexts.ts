import * as vscode from 'vscode';
import { words } from '../../api/words.ts';
import { type ChangeRequest, type ChangeRequestPlace, storageKeyOf } from '../../model/content/changeRequests.ts';
import { descriptionMarkdown } from '../../model/reviews/description.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';
import { documentFrom } from './descriptionDocument.ts';

/** The texts that were typed to create a change request. */
export interface ChangeRequestTexts {
  subject: string;
  /** Markdown; empty where none was typed. */
  description: string;
}

// A prompt forgets its text when it closes; these live until they are sent, or the window closes.
const descriptions = new Map<string, string>();
const changeRequests = new Map<string, ChangeRequestTexts>();

/** Returns the description that was typed for a change request and not sent; empty where there is none. */
export function unsentDescriptionOf(place: ChangeRequestPlace): string {
  return descriptions.get(storageKeyOf(place)) ?? '';
}

/** Stores a description as not sent; an empty one deletes it. */
export function storeUnsentDescription(place: ChangeRequestPlace, markdown: string): void {
  if (markdown) descriptions.set(storageKeyOf(place), markdown);
  else descriptions.delete(storageKeyOf(place));
}

/** Deletes a description that was sent or copied, unless another one was typed meanwhile. */
export function clearUnsentDescription(place: ChangeRequestPlace, markdown: string): void {
  if (unsentDescriptionOf(place) === markdown) descriptions.delete(storageKeyOf(place));
}

/** Returns what was typed for a change request of a space that could not be created. */
export function unsentChangeRequestOf(connection: Connection, space: string): ChangeRequestTexts | undefined {
  return changeRequests.get(keyOfSpace(connection, space));
}

export function storeUnsentChangeRequest(connection: Connection, space: string, texts: ChangeRequestTexts): void {
  changeRequests.set(keyOfSpace(connection, space), texts);
}

/** Deletes what was typed for a change request that is created now. Its description is still to be sent. */
export function settleUnsentChangeRequest(place: ChangeRequestPlace, texts: ChangeRequestTexts): void {
  const key = keyOfSpace(place.connection, place.space);
  // Another one may have been typed meanwhile, for the same space and with the same subject.
  if (changeRequests.get(key) === texts) changeRequests.delete(key);
  if (texts.description) storeUnsentDescription(place, texts.description);
}

function keyOfSpace({ account }: Connection, spaceId: string): string {
  return resourceAddress({ id: account }, '/spaces/{spaceId}', { spaceId });
}

/** Offers a description that was typed for a change request, which has another one. */
export async function offerUnsentDescription(place: ChangeRequestPlace, changeRequest: ChangeRequest): Promise<void> {
  const markdown = unsentDescriptionOf(place);
  if (!markdown) return;
  if (await isDescribedAs(changeRequest, markdown)) return clearUnsentDescription(place, markdown);
  say.info(words`You have an unsent description for #${place.number}.`, copyOffer(place, markdown));
}

/** A button that copies an unsent description, as it was typed. */
export function copyOffer(place: ChangeRequestPlace, markdown: string): say.Offer {
  const run = async () => {
    await vscode.env.clipboard.writeText(markdown);
    clearUnsentDescription(place, markdown);
  };
  return { label: 'Copy', run };
}

/** Whether a change request has this description already. */
export async function isDescribedAs(changeRequest: ChangeRequest, markdown: string): Promise<boolean> {
  const description = await documentFrom(markdown);
  return (await descriptionMarkdown(changeRequest)) === (await descriptionMarkdown({ description }));
}
