import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { Failure, failureMessage, isCancellation } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { hasDescription } from '../../model/reviews/description.ts';
import { commandButton } from '../../ui/command.ts';
import { FailureWithActions } from '../../ui/failures.ts';
import { askText } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { editDescription, refetchAfterWrite, saveDescription } from './description.ts';
import { isDescribedAs, unsentTextsOf } from './unsentTexts.ts';

/** Asks for an optional description. Returns Markdown, or an empty string if the prompt is skipped. */
export function askDescription(title: string, value = ''): Promise<string> {
  return askText({
    title,
    prompt: t('Description in Markdown (optional)'),
    placeHolder: t('Press Enter to skip'),
    value,
  });
}

/** Sends a description that was typed in a prompt, unless someone else has added one. Offers a retry if it fails. */
export async function saveTypedDescription(app: App, place: ChangeRequestPlace, markdown: string): Promise<void> {
  const action = tEscaped`save the description of #${place.number}`;
  // The user may have typed another description before retrying.
  const unsent = unsentTextsOf(app);
  if (!unsent.descriptionOf(place)) unsent.storeDescription(place, markdown);
  try {
    const before = await app.content.changeRequests.fetch(place);
    const updated = hasDescription(before) ? before : await saveDescription(app, place, { markdown });
    if (updated && !(await isDescribedAs(updated, markdown))) return offerUnsent(app, place, markdown);
    unsent.clearDescription(place, markdown);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const sentence = failureMessage(action, error);
    // The failure itself offers to sign in, which a retry needs first.
    if (isApiError(error, 'signedOut')) throw new Failure(sentence, { cause: error });
    const retry = { action, run: () => saveTypedDescription(app, place, markdown) };
    throw new FailureWithActions(sentence, error, commandButton(app, t('Try Again'), retry));
  }
}

/**
 * Checks a description that was sent with another write, because some servers ignore it. Sends it separately if needed.
 */
export async function verifyTypedDescription(app: App, place: ChangeRequestPlace, markdown: string): Promise<void> {
  const after = await refetchAfterWrite(app, place);
  const unsent = unsentTextsOf(app);
  if (after && (await isDescribedAs(after, markdown))) return unsent.clearDescription(place, markdown);
  if (after && hasDescription(after)) return offerUnsent(app, place, markdown);
  if (after) return saveTypedDescription(app, place, markdown);
  const action = tEscaped`save the description of #${place.number}`;
  const save = { action, run: () => saveTypedDescription(app, place, markdown) };
  say.warn(
    tEscaped`It is not known whether the description of #${place.number} was saved.`,
    commandButton(app, t('Save Description'), save),
    unsent.copyOffer(place, markdown),
  );
}

/** Offers to copy a typed description, because the change request has a different one that may have replaced it. */
export function offerUnsent(app: App, place: ChangeRequestPlace, markdown: string): void {
  const open = { action: t('edit the description'), run: () => editDescription(app, place) };
  say.info(
    tEscaped`#${place.number} has a different description now. Copy yours to keep it.`,
    unsentTextsOf(app).copyOffer(place, markdown),
    commandButton(app, t('Open Description'), open),
  );
}
