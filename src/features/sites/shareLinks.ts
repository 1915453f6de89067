import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  type Resource,
  type ResourceDefinition,
  resourceDefinitionOf,
} from '../../model/resources/resourceDefinitions.ts';
import { requestRoute, readResource } from '../../model/resources/readResources.ts';
import { commandButton } from '../../ui/command.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askText, confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { type ResourceTarget, findItem, findItems, findPlace } from '../picking/items.ts';

type ShareLink = Pick<Schema<'ShareLink'>, 'name' | 'active' | 'urls'>;

/** Creates a share link and offers to copy it. Its address is a secret that opens the site, so it is not shown. */
export async function createShareLink(app: App, target: unknown): Promise<void> {
  const { connection, parameters } = await findPlace(app, resourceDefinitionOf('shareLink'), target);
  const { organizationId = '', siteId = '' } = parameters;
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/share-links';
  const name = await askText({
    title: t('New Share Link'),
    prompt: t('What the link is called, such as whom it is for. Whoever has it can read the site'),
    violation: text => (text === '' ? t('Write a name.') : limitViolation(route, 'name', text)),
  });
  const link = await runWriteWithProgress(
    tEscaped`Creating share link "${name}"`,
    signal => connection.api.request(route, { organizationId, siteId, body: { name } }, { signal }),
    async () => {
      const list = 'GET /orgs/{organizationId}/sites/{siteId}/share-links';
      const links = await connection.api.listAll(list, { organizationId, siteId }, { isFresh: true });
      const isThere = links.some(link => link.name === name);
      return isThere ? tEscaped`There is one named "${name}".` : new WriteNotDone(t('It is not created.'));
    },
  );
  const { active = true, urls = {} } = link ?? {};
  const created = { name, active, urls };
  const offers = addressIn(created) ? [{ label: t('Copy Link'), run: () => copyToClipboard(name, created) }] : [];
  say.info(tEscaped`Share link "${name}" is created.`, ...offers);
}

/** Copies the address of a share link to the clipboard, without showing it. */
export async function copyShareLink(app: App, target: unknown): Promise<void> {
  const { connection, item } = await findItem(app, target, t('Copy Share Link'), isShareLink, isActive);
  const link = (await readResource(connection, item, { isFresh: true })) as unknown as ShareLink;
  await copyToClipboard(link.name, link);
}

export function revokeShareLink(app: App, target: unknown, selected: unknown): Promise<void> {
  return decide(app, revoking, target, selected);
}

export function restoreShareLink(app: App, target: unknown, selected: unknown): Promise<void> {
  return decide(app, restoring, target, selected);
}

/** The revocation or restoration of share links. */
interface Decision {
  active: boolean;
  /** The title of the picker. */
  title: string;
  button: string;
  consequence: string;
  isThere: string;
  areThere: string;
  isDone: string;
  isNotDone: string;
  question: (links: string) => string;
  progress: (links: string) => string;
  /** Completes "Could not ...". */
  action: (links: string) => string;
  result: (links: string) => string;
  undone: (links: string) => string;
  done: DoneSentences;
}

const revoking: Decision = {
  active: false,
  title: t('Revoke Share Link'),
  button: t('Revoke'),
  consequence: t('Whoever has it cannot read the site with it any more. It can be restored, with the same address.'),
  isThere: t('It is revoked already.'),
  areThere: t('They are revoked already.'),
  isDone: t('It is revoked.'),
  isNotDone: t('It is not revoked.'),
  question: links => tEscaped`Revoke ${links}?`,
  progress: links => tEscaped`Revoking ${links}`,
  action: links => tEscaped`revoke ${links}`,
  result: links => tEscaped`Now revoked: ${links}.`,
  undone: links => tEscaped`${links}: active again`,
  done: { all: count => t`${count} revoked.`, some: (count, total) => t`${count} of ${total} revoked.` },
};

const restoring: Decision = {
  active: true,
  title: t('Restore Share Link'),
  button: t('Restore'),
  consequence: t('Whoever has it can read the site with it again.'),
  isThere: t('It is active already.'),
  areThere: t('They are active already.'),
  isDone: t('It is active.'),
  isNotDone: t('It is not active.'),
  question: links => tEscaped`Restore ${links}?`,
  progress: links => tEscaped`Restoring ${links}`,
  action: links => tEscaped`restore ${links}`,
  result: links => tEscaped`Now active: ${links}.`,
  undone: links => tEscaped`${links}: revoked again`,
  done: { all: count => t`${count} active.`, some: (count, total) => t`${count} of ${total} active.` },
};

async function decide(app: App, decision: Decision, target: unknown, selected: unknown): Promise<void> {
  const { active, button, consequence, isThere, areThere, question, result, undone } = decision;
  const isOther = (link: Resource) => isActive(link) !== active;
  const all = await findItems(app, { target, selected }, decision.title, isShareLink, isOther);
  const links = await Promise.all(all.map(linkOf));
  const changed = links.filter(({ link }) => link.active !== active);
  if (changed.length === 0) throw new Notice(links.length === 1 ? isThere : areThere);
  const names = changed.length > 1 ? `${changed.map(({ link }) => link.name).join('\n')}\n\n` : '';
  await confirm(question(describeLinks(changed)), names + consequence, button);
  const done: ShareLinkTarget[] = [];
  const undo = async () => {
    await sendDecision(active ? revoking : restoring, done);
    say.status(undone(describeLinks(done)));
  };
  try {
    await sendDecision(decision, changed, done);
  } finally {
    const offer = commandButton(app, t('Undo'), { action: t('undo that'), run: undo });
    if (done.length > 0) say.info(result(describeLinks(done)), offer);
  }
}

interface ShareLinkTarget {
  target: ResourceTarget;
  link: ShareLink;
}

function describeLinks(links: readonly ShareLinkTarget[]): string {
  const [first] = links;
  return first && links.length === 1 ? tEscaped`share link "${first.link.name}"` : t`${links.length} share links`;
}

/** Sends the decision for each link. Adds each link to `done` once the service has confirmed it. */
async function sendDecision(
  decision: Decision,
  links: readonly ShareLinkTarget[],
  done: ShareLinkTarget[] = [],
): Promise<void> {
  const { active } = decision;
  const what = describeLinks(links);
  const route = 'PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}';
  const parts = links.map(target => ({
    label: target.link.name,
    action: decision.action(what),
    run: async (signal: AbortSignal) => {
      const { connection, item } = target.target;
      await requestRoute(connection, route, item.parameters, { active }, { signal });
      done.push(target);
    },
    lookUp: async () => {
      const isDone = (await linkOf(target.target)).link.active === active;
      return isDone ? decision.isDone : new WriteNotDone(decision.isNotDone);
    },
  }));
  await runForEach(decision.progress(what), decision.done, parts);
}

async function linkOf(target: ResourceTarget): Promise<ShareLinkTarget> {
  const resource = await readResource(target.connection, target.item, { isFresh: true });
  return { target, link: resource as unknown as ShareLink };
}

async function copyToClipboard(name: string, link: ShareLink): Promise<void> {
  if (!link.active) throw new Failure(tEscaped`Could not copy "${name}": it is revoked. Restore it first.`);
  const address = addressIn(link);
  if (!address)
    throw new Failure(
      tEscaped`Could not copy "${name}": the service has not told its address. Publish the site first.`,
    );
  await vscode.env.clipboard.writeText(address);
  say.status(tEscaped`Copied share link "${name}"`);
}

function addressIn({ urls }: ShareLink): string | undefined {
  const { published } = urls ?? {};
  return typeof published === 'string' && published !== '' ? published : undefined;
}

function isActive({ active }: Resource): boolean {
  return active === true;
}

function isShareLink({ kind }: ResourceDefinition): boolean {
  return kind === 'shareLink';
}
