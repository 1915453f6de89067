import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { normalizeResources } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { runWriteWithProgress } from '../../ui/progress.ts';
import { askText, confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { isNode } from '../../ui/tree/node.ts';
import { type ResourceTarget, itemOf, resourceName, pickItem } from '../picking/items.ts';

/** Reports the user as active. The response has secrets for visitors of its sites, so it is not shown. */
export async function pingOrganization(app: App, target: unknown): Promise<void> {
  const { connection, organizationId, name } = await organizationOf(app, target, t('Ping Organization'));
  await confirm(
    tEscaped`Ping "${name}"?`,
    t('It notes that you were there just now, which its administrators see.'),
    t('Ping'),
  );
  const claims = await runWriteWithProgress(
    tEscaped`Pinging "${name}"`,
    signal => connection.api.request('POST /orgs/{organizationId}/ping', { organizationId }, { signal }),
    async () => t('Whether it has noted that is not known; ping it again, which changes nothing else.'),
  );
  const token = claims?.serviceVisitorClaims ?? claims?.gitbookVisitorClaims;
  const copy = { label: t('Copy Visitor Token'), run: () => vscode.env.clipboard.writeText(token ?? '') };
  say.info(tEscaped`"${name}" knows that you are there.`, ...(token ? [copy] : []));
}

/** Deletes an invite link. No operation lists them, so the user enters the link or its ID. */
export async function deleteInviteLink(app: App, target: unknown): Promise<void> {
  const { connection, organizationId, name } = await organizationOf(app, target, t('Delete Invite Link'));
  const text = await askText({
    title: tEscaped`Delete an Invite Link of "${name}"`,
    prompt: t('The link, or its ID. The service does not list them'),
    violation: typed => (inviteIn(typed) ? undefined : t('Paste the link, or the ID that it ends with.')),
  });
  const inviteId = inviteIn(text) ?? '';
  await confirm(
    tEscaped`Delete this invite link of "${name}"?`,
    t('Nobody can join with it any more. Who has joined with it stays.'),
    t('Delete'),
  );
  const route = 'DELETE /orgs/{organizationId}/link-invites/{inviteId}';
  let wasDeleted = true;
  // The service replies with 205 if it has deleted the link, and with 204 if there was none.
  const onStatus = (status: number) => (wasDeleted = status !== 204);
  await runWriteWithProgress(
    t('Deleting the invite link'),
    signal => connection.api.request(route, { organizationId, inviteId }, { signal, onStatus }),
    async () => t('Whether it is deleted is not known; delete it again, which does no harm.'),
  );
  if (wasDeleted) say.status(tEscaped`The invite link is deleted. Nobody can join "${name}" with it any more.`);
  else
    say.warn(
      tEscaped`Nothing was deleted: "${name}" has no such invite link. It may be deleted already; check the link.`,
    );
}

/** Lists the organizations that users with an email address of a domain may join. */
export async function findByEmailDomain(app: App): Promise<void> {
  const connection = await app.session.require();
  const emailDomain = await askText({
    title: t('Find Organizations of an Email Domain'),
    prompt: t('The domain, such as example.com'),
    violation: typed => (domainIn(typed) ? undefined : t('Write a domain, such as example.com.')),
  });
  const domain = domainIn(emailDomain) ?? '';
  const { organizations } = await connection.api.request('GET /email-domains/{emailDomain}/orgs', {
    emailDomain: domain,
  });
  const readable = normalizeResources(organizations ?? []);
  if (readable.length === 0) throw new Notice(tEscaped`No organization is open to people of ${domain}.`);
  const prompt = {
    title: tEscaped`Organizations of ${domain}`,
    placeHolder: t('Choose one to open it in the browser'),
    empty: '',
  };
  const choices = readable.map(({ title, urls }) => ({ label: title, value: { title, address: urls?.app } }));
  const { title, address } = await pick(prompt, choices);
  if (!address) throw new Failure(tEscaped`The service has not told where "${title}" is to be seen.`);
  await openAddress(address);
}

async function organizationOf(app: App, target: unknown, title: string) {
  const row = isNode(target) ? await itemOf(app, target) : undefined;
  const isOrganization = row?.item.definition.kind === 'organization';
  const organization: ResourceTarget = isOrganization
    ? row
    : await pickItem(await app.session.require(), resourceDefinitionOf('organization'), title);
  const { connection, item } = organization;
  return {
    connection,
    organizationId: item.parameters['organizationId'] ?? '',
    name: await resourceName(organization),
  };
}

/** Returns the ID of an invite, which is the last segment of its link. */
function inviteIn(text: string): string | undefined {
  const path = URL.canParse(text) ? new URL(text).pathname : text;
  const id = path.split('/').filter(Boolean).at(-1);
  return id && /^[\w-]+$/.test(id) ? id : undefined;
}

function domainIn(text: string): string | undefined {
  const domain = text.slice(text.indexOf('@') + 1).toLowerCase();
  return /^([a-z0-9-]+\.)+[a-z0-9-]+$/.test(domain) ? domain : undefined;
}
