import type { Route } from '../../api/routes.ts';
import { roleInWords, roleLabels, teamRoles } from '../roles.ts';

/** What the service gave for one of something; other servers leave out, or set to null, what the contract promises. */
export type Resource = Readonly<Record<string, unknown>>;

/** What a list can be filtered by: a parameter of its operation, which says what that takes. */
export interface Filter {
  parameter: string;
  /** What people call it. */
  name: string;
  /** What its values are called, where that is another than what the service calls them. */
  values?: Readonly<Record<string, string>>;
  /** Of which kind it is the ID. */
  kind?: string;
}

/** How one kind of resource behaves. */
export interface Noun {
  /** Names it in `contextValue`s and in the IDs of its commands. */
  kind: string;
  /** What people call one of them, and all of them. */
  name: string;
  plural: string;
  /** ID of a product icon. */
  icon: string;
  /** Where one of them is. Its document and its row have this address too. */
  path: `/${string}`;
  /** Where they are listed. */
  list?: Route;
  /** Where one is read; without it, it is looked for in the list. */
  one?: Route;
  create?: Route;
  change?: Route;
  /** Whether a change has to say all, also what stays as it is. */
  takesWhole?: boolean;
  remove?: Route;
  /** What removing one means for others, as it is said before it is done. */
  loss?: string;
  /** What people are taken out of, who are not deleted themselves. */
  removedFrom?: string;
  /** The field that names it, which is asked for when one is created or renamed. */
  called?: string;
  /** Makes it of what the service gives, where its fields lie deeper there. */
  read?: (resource: Resource) => Resource;
  /** What its row is called; without it, what the field that names it says. */
  label?: (resource: Resource) => string;
  /** The ID of the organization by whose title it is called, where that is known. */
  organization?: (resource: Resource) => unknown;
  /** What its row says behind that. */
  remarks?: (resource: Resource) => (string | false | undefined)[];
  /** What is said of it besides by who points at its row. */
  details?: (resource: Resource) => string[];
  /** What can be done with its row by dragging, for those who may change it. */
  tip?: string;
  /** Whether the service is working on it. */
  isRunning?: (resource: Resource) => boolean;
  /** What tells its row from others of its kind in the menus. */
  state?: (resource: Resource) => string | false | undefined;
  /** The command that opens it, where that takes more than to show its document. */
  open?: string;
  /** Whether removing one may be passed on to somebody who decides. */
  mayBePassedOn?: boolean;
  /** Its ID in its address, where that is not in `id`. */
  id?: (resource: Resource) => unknown;
  /** What of it can be changed, in the shape in which a change says it, where that is another than that in which it is read. */
  fields?: (resource: Resource) => Resource;
  /** Fields whose values open doors: they can be written, and are shown nowhere. */
  secrets?: readonly string[];
  /** What stands in a field when it is written, and never when it is read: the field, and the name in it. */
  writeOnly?: readonly (readonly [field: string, name: string])[];
  /** Whether the account may change it; unless the service says no, it is tried. */
  mayChange?: (resource: Resource) => boolean;
  /** What one of them holds, by kind: the lists that its row opens to. */
  holds?: readonly string[];
  /** In which other resource of the same list it stands; those that stand in none are listed. */
  standsIn?: (resource: Resource) => unknown;
  /** What it holds, as far as it says so itself: resources of these kinds, which need not be asked for, and others. */
  inside?: (resource: Resource) => readonly { kind?: string; resource: Resource }[];
  /** Where it is told what else stands among those of its list, on servers that tell it. */
  structure?: Route;
  filters?: readonly Filter[];
  /** What a document of a new one begins with, beside what is required. */
  draft?: Resource;
  /** Whose IDs stand in some of its fields: the kind, by the field. */
  refersTo?: Readonly<Record<string, string>>;
}

const orgs = '/orgs/{organizationId}';
const sites = '/orgs/{organizationId}/sites';
const site = '/orgs/{organizationId}/sites/{siteId}';
const teams = '/orgs/{organizationId}/teams';

/**
 * All kinds of resources. Those that an organization holds have a row for their list below it; see `holds`, and
 * `features/resources` for what is done with the table.
 */
export const nouns: readonly Noun[] = [
  {
    ...{ kind: 'organization', name: 'organization', plural: 'Organizations', icon: 'organization' },
    path: orgs,
    list: 'GET /orgs',
    one: `GET ${orgs}`,
    change: `PATCH ${orgs}`,
    called: 'title',
    fields: organization => ({ ...organization, logo: at(organization, 'urls', 'logo') }),
    mayChange: allows('admin'),
    holds: ['member', 'team', 'samlProvider', 'ssoLogin', 'translation', 'integration'],
  },
  {
    ...{ kind: 'member', name: 'member', plural: 'Members', icon: 'person' },
    path: `${orgs}/members/{userId}`,
    list: `GET ${orgs}/members`,
    one: `GET ${orgs}/members/{userId}`,
    change: `PATCH ${orgs}/members/{userId}`,
    remove: `DELETE ${orgs}/members/{userId}`,
    removedFrom: 'the organization',
    loss: 'They lose all access to the organization. What they have written stays.',
    mayBePassedOn: true,
    label: personIn,
    filters: [
      { parameter: 'search', name: 'Name or email' },
      { parameter: 'role', name: 'Role', values: roleLabels },
    ],
    details: emailOf,
    remarks: ({ role, disabled, sso }) => [roleInWords(role), disabled === true && 'disabled', sso === true && 'SSO'],
  },
  {
    ...{ kind: 'team', name: 'team', plural: 'Teams', icon: 'organization' },
    path: `${teams}/{teamId}`,
    list: `GET ${teams}`,
    one: `GET ${teams}/{teamId}`,
    create: `PUT ${teams}`,
    change: `PATCH ${teams}/{teamId}`,
    remove: `DELETE ${teams}/{teamId}`,
    loss: 'Its members keep their accounts, and lose what only the team may see.',
    called: 'title',
    remarks: ({ members }) => [counted(members, 'member')],
    mayChange: allows('admin'),
    holds: ['teamMember'],
    filters: [
      { parameter: 'title', name: 'Title' },
      { parameter: 'owner', name: 'Owner', kind: 'member' },
    ],
    refersTo: { members: 'member' },
  },
  {
    ...{ kind: 'teamMember', name: 'team member', plural: 'Team members', icon: 'person' },
    path: `${teams}/{teamId}/members/{userId}`,
    list: `GET ${teams}/{teamId}/members`,
    change: `PUT ${teams}/{teamId}/members/{userId}`,
    remove: `DELETE ${teams}/{teamId}/members/{userId}`,
    removedFrom: 'the team',
    loss: 'They lose what only the team may see, and stay members of the organization.',
    read: resource => ({
      ...(at(resource, 'organization') as Resource | undefined),
      role: at(resource, 'team', 'role'),
    }),
    label: personIn,
    details: emailOf,
    remarks: ({ role }) => [roleInWords(role, teamRoles)],
  },
  {
    ...{ kind: 'samlProvider', name: 'SAML provider', plural: 'SAML providers', icon: 'key' },
    path: `${orgs}/saml/{samlProviderId}`,
    list: `GET ${orgs}/saml`,
    one: `GET ${orgs}/saml/{samlProviderId}`,
    create: `POST ${orgs}/saml`,
    change: `PATCH ${orgs}/saml/{samlProviderId}`,
    remove: `DELETE ${orgs}/saml/{samlProviderId}`,
    loss: 'Nobody can sign in with it any more.',
    called: 'label',
    remarks: ({ status }) => [textOf(status)],
    secrets: ['certificate'],
    draft: { entityID: '', ssoURL: 'https://', defaultRole: 'read' },
    refersTo: { defaultTeam: 'team' },
  },
  {
    ...{ kind: 'ssoLogin', name: 'SSO login', plural: 'SSO logins', icon: 'sign-in' },
    path: `${orgs}/sso/{ssoLoginId}`,
    list: `GET ${orgs}/sso`,
    called: 'label',
  },
  {
    ...{ kind: 'collection', name: 'collection', plural: 'Collections', icon: 'folder-library' },
    path: '/collections/{collectionId}',
    list: `GET ${orgs}/collections`,
    one: 'GET /collections/{collectionId}',
    create: `POST ${orgs}/collections`,
    change: 'PATCH /collections/{collectionId}',
    remove: 'DELETE /collections/{collectionId}',
    loss: 'What lies in it is deleted with it. Its spaces can be restored for seven days.',
    called: 'title',
    mayChange: allows('admin'),
    refersTo: { parent: 'collection' },
  },
  {
    ...{ kind: 'space', name: 'space', plural: 'Spaces', icon: 'notebook' },
    path: '/spaces/{spaceId}',
    list: `GET ${orgs}/spaces`,
    one: 'GET /spaces/{spaceId}',
    create: `POST ${orgs}/spaces`,
    change: 'PATCH /spaces/{spaceId}',
    remove: 'DELETE /spaces/{spaceId}',
    loss: 'Readers of the sites that show it lose its pages. It can be restored for seven days.',
    called: 'title',
    fields: space => ({ ...space, icon: at(space, 'urls', 'icon') }),
    mayChange: allows('admin'),
    refersTo: { parent: 'collection' },
  },
  {
    ...{ kind: 'changeRequest', name: 'change request', plural: 'Change requests', icon: 'git-pull-request' },
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}',
    list: 'GET /spaces/{spaceId}/change-requests',
    one: 'GET /spaces/{spaceId}/change-requests/{changeRequestId}',
    change: 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}',
    called: 'subject',
    id: ({ number }) => number,
  },
  {
    ...{ kind: 'site', name: 'site', plural: 'Sites', icon: 'browser' },
    path: site,
    list: `GET ${sites}`,
    one: `GET ${site}`,
    create: `POST ${sites}`,
    change: `PATCH ${site}`,
    remove: `DELETE ${site}`,
    loss: 'Its addresses stop working, and its sections and share links are gone for good. The spaces that it shows stay as they are.',
    called: 'title',
    fields: resource => ({ ...resource, proxy: at(resource, 'proxy', 'origin') }),
    mayChange: allows('admin'),
    holds: ['siteSection', 'siteSectionGroup', 'shareLink', 'adaptiveSchema', 'templateConditions', 'publishedSite'],
    filters: [
      { parameter: 'title', name: 'Title' },
      { parameter: 'published', name: 'Publication', values: { true: 'published', false: 'not published' } },
      { parameter: 'space', name: 'Space that it shows', kind: 'space' },
    ],
    draft: { title: '', type: 'basic', visibility: 'unlisted', spaces: [] },
    refersTo: { spaces: 'space', defaultSiteSection: 'siteSection' },
  },
  {
    ...{ kind: 'siteSection', name: 'section', plural: 'Sections', icon: 'layout' },
    path: `${site}/sections/{siteSectionId}`,
    list: `GET ${site}/sections`,
    create: `POST ${site}/sections`,
    change: `PATCH ${site}/sections/{siteSectionId}`,
    remove: `DELETE ${site}/sections/{siteSectionId}`,
    loss: 'The site stops showing what is in it. The spaces themselves stay as they are.',
    called: 'title',
    structure: `GET ${site}/structure`,
    remarks: section => [textOf(section['path']), section['default'] === true && 'default', ...visibilityOf(section)],
    details: ({ siteSpaces }) =>
      (Array.isArray(siteSpaces) ? siteSpaces : []).map(one => {
        const remarks = visibilityOf(Object(one) as Resource).filter(Boolean);
        return `Shows ${textOf(at(one, 'space', 'title'))}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
      }),
    standsIn: ({ sectionGroup }) => sectionGroup ?? undefined,
    state: ({ sectionGroup }) => Boolean(sectionGroup) && 'grouped',
    tip: 'Drag it to move it; what is dropped on it comes after it.',
    draft: { title: '' },
    refersTo: { spaceId: 'space' },
  },
  {
    ...{ kind: 'siteSectionGroup', name: 'section group', plural: 'Section groups', icon: 'folder' },
    path: `${site}/section-groups/{siteSectionGroupId}`,
    list: `GET ${site}/section-groups`,
    create: `POST ${site}/section-groups`,
    change: `PATCH ${site}/section-groups/{siteSectionGroupId}`,
    remove: `DELETE ${site}/section-groups/{siteSectionGroupId}`,
    loss: 'Its sections stay, outside of any group.',
    called: 'title',
    remarks: group => [
      counted(Array.isArray(group['sections']) ? group['sections'].length : undefined, 'section'),
      ...visibilityOf(group),
    ],
    standsIn: ({ sectionGroup }) => sectionGroup ?? undefined,
    inside: ({ sections, children }) =>
      resourcesOf(Array.isArray(children) ? children : sections).map(resource => {
        const kind = kindsInNavigation.get(resource['object'] ?? 'site-section');
        return { ...(kind && { kind }), resource };
      }),
    tip:
      'Drag it to move it. Sections that are dropped on it are put into it, and come first if they are there already; ' +
      'groups come after it.',
    refersTo: { sections: 'siteSection' },
  },
  {
    ...{ kind: 'shareLink', name: 'share link', plural: 'Share links', icon: 'link' },
    path: `${site}/share-links/{shareLinkId}`,
    list: `GET ${site}/share-links`,
    create: `POST ${site}/share-links`,
    change: `PATCH ${site}/share-links/{shareLinkId}`,
    remove: `DELETE ${site}/share-links/{shareLinkId}`,
    loss: 'Whoever has the link cannot read the site with it any more, and it cannot be brought back.',
    called: 'name',
    remarks: ({ active }) => [active === false && 'revoked'],
    state: ({ active }) => active === false && 'revoked',
    secrets: ['urls'],
  },
  {
    ...{ kind: 'adaptiveSchema', name: 'adaptive schema', plural: 'Adaptive schemas', icon: 'json' },
    path: `${site}/adaptive-schema`,
    one: `GET ${site}/adaptive-schema`,
    change: `PUT ${site}/adaptive-schema`,
    takesWhole: true,
  },
  {
    ...{ kind: 'templateConditions', name: 'conditions', plural: 'Conditions', icon: 'symbol-boolean' },
    path: `${site}/adaptive-schema/template-conditions`,
    one: `GET ${site}/adaptive-schema/template-conditions`,
  },
  {
    ...{ kind: 'publishedSite', name: 'published profile', plural: 'Published profiles', icon: 'globe' },
    path: `${site}/published`,
    one: `GET ${site}/published`,
    open: 'marginalia.site.openProfile',
  },
  {
    ...{ kind: 'openapi', name: 'OpenAPI spec', plural: 'OpenAPI specs', icon: 'json' },
    path: `${orgs}/openapi/{specSlug}`,
    list: `GET ${orgs}/openapi`,
    one: `GET ${orgs}/openapi/{specSlug}`,
    change: `PUT ${orgs}/openapi/{specSlug}`,
    takesWhole: true,
    id: ({ slug }) => slug,
    label: ({ slug }) => textOf(slug),
    isRunning: ({ processingState }) => processingState === 'pending' || processingState === 'progress',
    writeOnly: [['source', 'text']],
    fields: ({ sourceURL }) => ({ source: typeof sourceURL === 'string' ? { url: sourceURL } : {} }),
    mayChange: allows('edit'),
  },
  {
    ...{ kind: 'openapiVersion', name: 'version', plural: 'Versions', icon: 'history' },
    path: `${orgs}/openapi/{specSlug}/versions/{versionId}`,
    list: `GET ${orgs}/openapi/{specSlug}/versions`,
    one: `GET ${orgs}/openapi/{specSlug}/versions/{versionId}`,
    label: ({ id }) => textOf(id),
  },
  {
    ...{ kind: 'translation', name: 'translation', plural: 'Translations', icon: 'globe' },
    path: `${orgs}/translations/{translationSettingsId}`,
    list: `GET ${orgs}/translations`,
    one: `GET ${orgs}/translations/{translationSettingsId}`,
    create: `POST ${orgs}/translations`,
    change: `PUT ${orgs}/translations/{translationSettingsId}`,
    takesWhole: true,
    remove: `DELETE ${orgs}/translations/{translationSettingsId}`,
    loss: 'What it has translated is no longer kept in step with its source.',
    called: 'title',
    isRunning: ({ status }) => status === 'pending' || status === 'running',
    label: ({ title, language, id }) => textOf(title) || textOf(language) || textOf(id),
    remarks: ({ status, languages }) => [
      textOf(status),
      Array.isArray(languages) && languages.filter(one => typeof one === 'string').join(', '),
    ],
    mayChange: allows('edit'),
  },
  {
    ...{ kind: 'integration', name: 'integration', plural: 'Integrations', icon: 'extensions' },
    path: '/integrations/{integrationName}',
    list: 'GET /integrations',
    one: 'GET /integrations/{integrationName}',
    remove: 'DELETE /integrations/{integrationName}',
    loss: 'Everybody who has installed it loses it.',
    called: 'title',
    id: ({ name }) => name,
    remarks: ({ version, visibility }) => [
      typeof version === 'number' && `version ${version}`,
      visibility !== 'public' && textOf(visibility),
    ],
    mayChange: allows('admin'),
    filters: [
      { parameter: 'search', name: 'Name' },
      { parameter: 'category', name: 'Category' },
      { parameter: 'target', name: 'Where it can be installed' },
      { parameter: 'owner', name: 'Who has published it', kind: 'organization' },
    ],
    secrets: ['secrets'],
    holds: ['installation'],
  },
  {
    ...{ kind: 'installation', name: 'installation', plural: 'Installations', icon: 'plug' },
    path: '/integrations/{integrationName}/installations/{installationId}',
    list: 'GET /integrations/{integrationName}/installations',
    organization: ({ target }) => at(target, 'organization'),
    label: ({ target, id }) => textOf(at(target, 'organization')) || textOf(id),
    remarks: ({ status }) => [textOf(status)],
    secrets: ['configuration'],
  },
];

export function nounOf(kind: string): Noun {
  const noun = nouns.find(one => one.kind === kind);
  if (!noun) throw new Error(`There is no kind of resources named ${kind}.`);
  return noun;
}

/** The kinds of what stands in the navigation of a site, by what the service calls them. */
const kindsInNavigation: ReadonlyMap<unknown, string> = new Map([
  ['site-section', 'siteSection'],
  ['site-section-group', 'siteSectionGroup'],
]);

/** Says of a part of a site that readers do not see it, or not in the navigation. */
export function visibilityOf({ draft, hidden }: Resource): (string | false)[] {
  return [draft === true && 'draft', hidden === true && 'hidden'];
}

/** What a navigation holds beside sections and groups, such as links. The spaces of a site have a list of their own. */
export function othersInNavigation(structure: unknown): Resource[] {
  const isListed = (object: unknown) => object === 'site-space' || kindsInNavigation.has(object);
  return resourcesOf(structure).filter(({ object }) => object !== undefined && !isListed(object));
}

function resourcesOf(list: unknown): Resource[] {
  return (Array.isArray(list) ? list : []).filter((one): one is Resource => typeof one === 'object' && one !== null);
}

/** What it is called in the titles of prompts. */
export function inTitle({ name }: Noun): string {
  return name.replace(/(^| )[a-z]/g, letter => letter.toUpperCase());
}

/** All of them, in a sentence. */
export function pluralOf({ plural }: Noun): string {
  return /^[A-Z]{2}|^OpenAPI/.test(plural) ? plural : plural.charAt(0).toLowerCase() + plural.slice(1);
}

/** What a resource is called by is not of it: a symbol comes along in copies, and stands in no document. */
const calledBy = Symbol('calledBy');

/** A resource that is called by a title which is not its own. */
export function callBy(resource: Resource, title: string): Resource {
  return { ...resource, [calledBy]: title };
}

/** What one of them is called. */
export function labelOf({ label, called = 'title', name, list }: Noun, resource: Resource): string {
  return (
    (resource as { [calledBy]?: string })[calledBy] ||
    label?.(resource) ||
    textOf(resource[called]) ||
    (list ? `Untitled ${name}` : capital(name))
  );
}

/** What is said behind that. */
export function remarksOf({ remarks }: Noun, resource: Resource): string[] {
  return (remarks?.(resource) ?? []).filter(
    remark => remark !== undefined && remark !== false && remark !== '',
  ) as string[];
}

function allows(permission: string): (resource: Resource) => boolean {
  return resource => at(resource, 'permissions', permission) !== false;
}

/** A word at the start of a sentence or title. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function personIn(member: Resource): string {
  return textOf(at(member, 'user', 'displayName')) || textOf(at(member, 'user', 'email')) || 'Somebody';
}

function emailOf(member: Resource): string[] {
  return [textOf(at(member, 'user', 'email'))];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function counted(count: unknown, noun: string): string {
  return typeof count === 'number' ? `${count} ${noun}${count === 1 ? '' : 's'}` : '';
}

/** What stands at a place in something, as far as it goes there. */
function at(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? (inside as Resource)[name] : undefined),
    value,
  );
}
