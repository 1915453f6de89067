import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import { concatLists, singlePage, mapItems } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { resourceUri } from '../../model/resources/address.ts';
import { type ResourceDefinition, resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { requestRoute, readResource } from '../../model/resources/readResources.ts';
import type { Connection } from '../../model/session/connection.ts';
import { type Space, spacesOf } from '../../model/spaces.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askText, confirm, pickFrom } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { type ResourceTarget, findItems, findPlace, resourceName, pickIn } from '../picking/items.ts';
import { normalizeItems } from '../picking/pick.ts';
import { addSection, explainIfUnsupported } from '../moving/siteNavigation.ts';

/** Adds a section to a site. Asks for a space and a title, or opens a document with all fields. */
export async function createSection(app: App, target: unknown): Promise<void> {
  const definition = resourceDefinitionOf('siteSection');
  const { connection, parameters } = await findPlace(app, definition, target);
  const { organizationId = '', siteId = '' } = parameters;
  const space = await pickSpaceToShow(connection, organizationId);
  if (!space) {
    const document = { connection: connection.id, item: { definition, parameters }, view: 'new' as const };
    await vscode.window.showTextDocument(resourceUri(document, t('New section')), { preview: false });
    return;
  }
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/sections';
  const title = await askText({
    title: tEscaped`New Section That Shows "${space.title}"`,
    prompt: t('What readers see as its title'),
    value: space.title,
    violation: text => (text === '' ? t('Write a title.') : limitViolation(route, 'title', text)),
  });
  await runWriteWithProgress(
    tEscaped`Creating section "${title}"`,
    signal => connection.api.request(route, { organizationId, siteId, body: { spaceId: space.id, title } }, { signal }),
    async () => {
      const list = 'GET /orgs/{organizationId}/sites/{siteId}/sections';
      const sections = await connection.api.listAll(list, { organizationId, siteId }, { isFresh: true });
      const isThere = sections.some(section => section.title === title);
      return isThere ? tEscaped`There is one named "${title}".` : new WriteNotDone(t('It is not created.'));
    },
  );
  say.status(tEscaped`Section "${title}" is created`);
}

/** Lets the user pick the space of a new section. Returns undefined to fill in a document instead. */
function pickSpaceToShow(connection: Connection, organizationId: string): Promise<Space | undefined> {
  const prompt = {
    title: t('New Section'),
    placeHolder: t('Which space does it show?'),
    empty: t('There are no spaces.'),
  };
  return pickFrom<Space | undefined>(prompt, (_, signal) =>
    mapItems(
      concatLists<Space | undefined>([
        normalizeItems(spacesOf(connection, organizationId, signal)),
        singlePage([undefined]),
      ]),
      space =>
        space
          ? { label: space.title, description: space.visibility, value: space }
          : { label: t('Fill in a document instead...'), iconPath: new vscode.ThemeIcon('json'), value: undefined },
    ),
  );
}

/** Appends sections to a group of their site. */
export async function addToGroup(app: App, target: unknown, selected: unknown): Promise<void> {
  const sections = await findItems(app, { target, selected }, t('Add to Group'), isSection);
  const { connection, parameters } = siteOf(sections);
  const what = await describeSections(sections);
  const group = await pickIn(
    connection,
    resourceDefinitionOf('siteSectionGroup'),
    parameters,
    tEscaped`Add ${what} to Group`,
  );
  const idOfGroup = group.item.parameters['siteSectionGroupId'];
  const parts = sections.map(section => ({
    label: section.label ?? '',
    action: tEscaped`add ${what} to "${group.label ?? ''}"`,
    run: (signal: AbortSignal) => addSection(group, idOf(section), signal),
    lookUp: async () => {
      const isThere = (await groupOf(section))?.item.parameters['siteSectionGroupId'] === idOfGroup;
      return isThere ? t('It is in the group.') : new WriteNotDone(t('It is not in the group.'));
    },
  }));
  const done: DoneSentences = {
    all: count => t`${count} added.`,
    some: (count, total) => t`${count} of ${total} added.`,
  };
  await runForEach(tEscaped`Adding ${what} to "${group.label ?? ''}"`, done, parts);
  if (sections.length === 1) say.status(tEscaped`${what} is in "${group.label ?? ''}" now`);
}

/** Removes sections from their groups. They stay on the site. */
export async function removeFromGroup(app: App, target: unknown, selected: unknown): Promise<void> {
  const all = await findItems(app, { target, selected }, t('Remove from Group'), isSection);
  const groups = await Promise.all(all.map(groupOf));
  const grouped = all.flatMap((section, index) => {
    const group = groups[index];
    return group ? [{ section, group }] : [];
  });
  const sections = grouped.map(({ section }) => section);
  if (sections.length === 0)
    throw new Notice(
      all.length === 1
        ? tEscaped`${await describeSections(all)} is in no group.`
        : t('None of the selected sections is in a group.'),
    );
  const what = await describeSections(sections);
  const isOne = sections.length === 1;
  await confirm(
    isOne ? tEscaped`Remove ${what} from its group?` : tEscaped`Remove ${what} from their groups?`,
    isOne ? t('It stays on the site, after the group.') : t('They stay on the site, each after its group.'),
    t('Remove'),
  );
  const route =
    'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}';
  const parts = grouped.map(({ section, group }) => ({
    label: section.label ?? '',
    action: tEscaped`remove ${what} from its group`,
    run: (signal: AbortSignal) => {
      const parameters = { ...group.item.parameters, siteSectionId: idOf(section) };
      return explainIfUnsupported(group, () =>
        requestRoute(section.connection, route, parameters, undefined, { signal }),
      );
    },
    lookUp: async () =>
      (await groupOf(section)) ? new WriteNotDone(t('It is still in its group.')) : t('It is in no group.'),
  }));
  const done: DoneSentences = {
    all: count => t`${count} removed.`,
    some: (count, total) => t`${count} of ${total} removed.`,
  };
  await runForEach(
    isOne ? tEscaped`Removing ${what} from its group` : tEscaped`Removing ${what} from their groups`,
    done,
    parts,
  );
  if (isOne) say.status(tEscaped`${what} is in no group any more`);
}

function isSection({ kind }: ResourceDefinition): boolean {
  return kind === 'siteSection';
}

/** Returns the group that contains a section. */
async function groupOf({ connection, item }: ResourceTarget): Promise<ResourceTarget | undefined> {
  const { sectionGroup: id } = await readResource(connection, item, { isFresh: true });
  if (typeof id !== 'string' || id === '') return undefined;
  const { organizationId = '', siteId = '' } = item.parameters;
  const parameters = { organizationId, siteId, siteSectionGroupId: id };
  return { connection, item: { definition: resourceDefinitionOf('siteSectionGroup'), parameters } };
}

function siteOf(sections: readonly ResourceTarget[]): { connection: Connection; parameters: Record<string, string> } {
  const sites = new Map(sections.map(section => [section.item.parameters['siteId'], section]));
  const [site] = sites.values();
  if (!site || sites.size > 1) throw new Failure(t('Select sections of one site: each site has its own groups.'));
  const { organizationId = '', siteId = '' } = site.item.parameters;
  return { connection: site.connection, parameters: { organizationId, siteId } };
}

function idOf({ item }: ResourceTarget): string {
  return item.parameters['siteSectionId'] ?? '';
}

async function describeSections(sections: readonly ResourceTarget[]): Promise<string> {
  const [first] = sections;
  return first && sections.length === 1 ? tEscaped`"${await resourceName(first)}"` : t`${sections.length} sections`;
}
