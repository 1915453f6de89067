import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { excerptAroundChange, withVisibleControls } from '../../markdown/lineDifference.ts';
import { isPageOfChangeRequest, overviewUri } from '../../model/content/address.ts';
import { textOfLines, suggestionIn, withSuggestions } from '../../model/discussions/suggestions.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { loadAllInOrder } from '../../model/discussions/listing.ts';
import { type Choice, pickMany } from '../../ui/prompts.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { documentOfTarget } from '../content/node.ts';
import {
  type ApplicableSuggestion,
  applySuggestions,
  checkSuggestions,
  requireOpen,
  reasonsOf,
  type Suggestion,
} from '../conversations/applySuggestion.ts';
import { findChangeRequest } from '../picking/findChangeRequest.ts';
import type { CommentsContext } from './context.ts';
import { isOpen } from './node.ts';
import { mapConcurrently } from '../../model/concurrency.ts';

/**
 * Lets the user choose among the suggestions for a page, or for all pages of a change request, and applies the chosen
 * ones.
 */
export async function applySeveral(context: CommentsContext, target: unknown): Promise<void> {
  const { threads } = context;
  const { discussion, page } = await findSuggested(context, target);
  const place = await requireOpen(context, discussion);
  const suggestions = await suggestionsOf(context, discussion, page);
  const { applicable, refused } = await checkSuggestions(context, place, suggestions);
  if (suggestions.length === 0) throw new Notice(t('There are no suggestions in the open conversations here.'));
  if (applicable.length === 0)
    throw new Failure([t('No suggestion can be applied.'), await reasonsOf(refused)].join(' '));
  const choices = applicable.map(one => choiceOf(one, page === undefined));
  const ofPages = [...Map.groupBy(applicable, one => one.page).values()];
  // If several suggestions replace the same lines, only one is preselected.
  const proposed = new Set(ofPages.flatMap(all => withSuggestions(all[0]?.text ?? '', all).applied));
  const where = page && applicable[0]?.title;
  const prompt = {
    title:
      where === undefined ? tEscaped`Apply Suggestions to #${place.number}` : tEscaped`Apply Suggestions to "${where}"`,
    placeHolder: t('Select the suggestions to apply'),
    empty: t('There are no suggestions'),
    idOf: (suggestion: ApplicableSuggestion) => String(applicable.indexOf(suggestion)),
  };
  const chosen = await pickMany<ApplicableSuggestion>(
    prompt,
    async function* () {
      yield { items: choices, hasMore: false };
    },
    choices.filter(({ value }) => proposed.has(value)),
  );
  if (chosen.length === 0) throw new Notice(t('No suggestion was selected, so nothing was changed.'));
  const refreshViews = () => threads.whenShown(discussion);
  await applySuggestions(context, discussion, chosen, { refused, refreshViews });
}

/** Returns the page that the command was called on, or its change request, which stands for all pages. */
async function findSuggested(
  context: CommentsContext,
  target: unknown,
): Promise<{ discussion: Discussion; page?: vscode.Uri }> {
  const uri = resourceOf<ChangeRequestResource>(target, 'changeRequest') ? undefined : documentOfTarget(target);
  const page = uri && isPageOfChangeRequest(uri) ? uri : undefined;
  const ofPage = page && context.discussions.of(page);
  if (page && ofPage) return { discussion: ofPage, page };
  const place = await findChangeRequest(context, target, { statuses: ['open', 'draft'], right: 'edit' });
  const { connection, space, number } = place;
  const discussion = context.discussions.of(overviewUri({ connection: connection.id, space, changeRequest: number }));
  if (!discussion) throw new Notice(t('This change request has no conversations.'));
  return { discussion };
}

/** Returns the suggestions of open conversations. Those of one conversation start with the latest. */
async function suggestionsOf(
  { discussions }: CommentsContext,
  discussion: Discussion,
  page: vscode.Uri | undefined,
): Promise<Suggestion[]> {
  const conversations = page ? await discussions.conversationsOn(page) : await loadAllInOrder(discussion);
  const open = await mapConcurrently(conversations.filter(isOpen), async (one): Promise<PlacedConversation> => {
    return { ...one, ...(await discussion.loadConversation(one.comment.id)) };
  });
  return open.flatMap(conversation => {
    const messages = [conversation.comment, ...conversation.replies].toReversed();
    const texts = messages.map(({ body }) => body.markdown ?? '').filter(text => suggestionIn(text) !== undefined);
    return texts.map(markdown => ({ discussion, conversation, markdown }));
  });
}

function choiceOf(suggestion: ApplicableSuggestion, isPageNamed: boolean): Choice<ApplicableSuggestion> {
  const { text, lines, proposed, title, conversation } = suggestion;
  const [removed, added] = excerptAroundChange(
    withVisibleControls(textOfLines(text, lines)),
    withVisibleControls(proposed),
    100,
  );
  return {
    label: added || t('Delete these lines'),
    description: [conversation.comment.postedBy.displayName, isPageNamed ? title : ''].filter(Boolean).join(' · '),
    detail: tEscaped`in place of: ${removed}`,
    value: suggestion,
  };
}
