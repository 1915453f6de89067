import { t } from '@vscode/l10n';
import { textLanguage } from '../../api/lists.ts';
import type { Route } from '../../api/routes.ts';
import { describeRole, roleLabels, teamRoles } from '../roles.ts';

/** A resource as the service sent it. Servers may omit fields that the contract promises, or set them to null. */
export type Resource = Readonly<Record<string, unknown>>;

/** A filter of a list: a parameter of its operation. */
export interface ResourceFilter {
  parameter: string;
  /** Readable name. */
  name: string;
  /** Readable names of the values, if they differ from those of the service. */
  values?: Readonly<Record<string, string>>;
  /** Kind of the resources whose IDs the parameter takes. */
  kind?: string;
}

/** Describes one kind of resource: its names, its operations, and how its rows are shown. */
export interface ResourceDefinition {
  /** ID of the kind in `contextValue`s and in the IDs of its commands. */
  kind: string;
  /** Readable name in the singular and in the plural. */
  name: string;
  plural: string;
  /** ID of a product icon. */
  icon: string;
  /** Path of a resource, which is also the address of its document and its row. */
  path: `/${string}`;
  /** Operation that lists the resources. */
  list?: Route;
  /** Operation that reads a resource. Without it, the resource is searched in the list. */
  get?: Route;
  create?: Route;
  change?: Route;
  /** True if a change must contain all fields, also unchanged ones. */
  putReplacesAll?: boolean;
  remove?: Route;
  /** Warning about the consequences for others, shown before a resource is deleted. */
  deleteWarning?: string;
  /** The group that people are removed from without being deleted. */
  removedFrom?: 'organization' | 'team';
  /** Field that contains the name of a resource. The user enters the name to create or rename the resource. */
  titleField?: string;
  /** Converts the response of the service if its fields are nested. */
  normalize?: (resource: Resource) => Resource;
  /** Returns the label of a row. Without this function, the label is the value of `titleField`. */
  label?: (resource: Resource) => string;
  /** Returns the ID of the organization whose title labels the resource, if known. */
  organization?: (resource: Resource) => unknown;
  /** Returns the remarks after the label of a row. */
  remarks?: (resource: Resource) => (string | false | undefined)[];
  /** Returns further lines for the hover of a row. */
  details?: (resource: Resource) => string[];
  /** Hint how a row can be dragged, for users who may change the resource. */
  dragHint?: string;
  /** Returns true while the service is processing a resource. */
  isRunning?: (resource: Resource) => boolean;
  /** Returns a state by which menus distinguish rows of this kind. */
  state?: (resource: Resource) => string | false | undefined;
  /** Command that opens a resource, if showing its document is not enough. */
  open?: string;
  /** True if a deletion may be passed on to a user who decides about it. */
  deletionNeedsApproval?: boolean;
  /** Returns the ID of a resource in addresses, if that is not in `id`. */
  id?: (resource: Resource) => unknown;
  /** Returns the editable fields as a change contains them, if they differ from the fields that are read. */
  fields?: (resource: Resource) => Resource;
  /** Fields with secret values: they can be written and are never shown. */
  secrets?: readonly string[];
  /** Values that can be written and are never read, as the field and the name within it. */
  writeOnly?: readonly (readonly [field: string, name: string])[];
  /** Returns false only if the service says that the account may not change a resource. */
  canChange?: (resource: Resource) => boolean;
  /**
   * Returns false only if the service says that the account may not create a resource of this kind in an organization.
   */
  canCreateIn?: (organization: Resource) => boolean;
  /** Kinds of the lists that a row contains. */
  childKinds?: readonly string[];
  /**
   * Returns the ID of the resource that contains a resource of this list. Contained resources have no row of their own
   * in the list.
   */
  parentOf?: (resource: Resource) => unknown;
  /**
   * Returns the resources that are nested in the fields of a resource, each with its kind if it has one. They need no
   * request.
   */
  children?: (resource: Resource) => readonly { kind?: string; resource: Resource }[];
  /** Operation that reports entries of other kinds in the list, on servers that offer it. */
  structure?: Route;
  filters?: readonly ResourceFilter[];
  /** Initial fields of a new resource, besides the required fields. */
  draft?: Resource;
  /** Kinds of the resources whose IDs the fields contain, by field. */
  refersTo?: Readonly<Record<string, string>>;
}

const orgs = '/orgs/{organizationId}';
const sites = '/orgs/{organizationId}/sites';
const site = '/orgs/{organizationId}/sites/{siteId}';
const teams = '/orgs/{organizationId}/teams';

/**
 * All kinds of resources. An organization has a row for each list in its `childKinds`; see `features/resources` for how
 * the table is used.
 */
export const resourceDefinitions: readonly ResourceDefinition[] = [
  {
    ...{ kind: 'organization', name: t('organization'), plural: t('Organizations'), icon: 'organization' },
    path: orgs,
    list: 'GET /orgs',
    get: `GET ${orgs}`,
    change: `PATCH ${orgs}`,
    titleField: 'title',
    fields: organization => ({ ...organization, logo: at(organization, 'urls', 'logo') }),
    canChange: allows('admin'),
    childKinds: ['member', 'team', 'samlProvider', 'ssoLogin', 'translation', 'integration'],
  },
  {
    ...{ kind: 'member', name: t('member'), plural: t('Members'), icon: 'person' },
    path: `${orgs}/members/{userId}`,
    list: `GET ${orgs}/members`,
    get: `GET ${orgs}/members/{userId}`,
    change: `PATCH ${orgs}/members/{userId}`,
    remove: `DELETE ${orgs}/members/{userId}`,
    removedFrom: 'organization',
    deleteWarning: t('They lose all access to the organization. What they have written stays.'),
    deletionNeedsApproval: true,
    label: personIn,
    filters: [
      { parameter: 'search', name: t('Name or email') },
      { parameter: 'role', name: t('Role'), values: roleLabels },
    ],
    details: emailOf,
    remarks: ({ role, disabled, sso }) => [
      describeRole(role),
      disabled === true && t('disabled'),
      sso === true && t('SSO'),
    ],
  },
  {
    ...{ kind: 'team', name: t('team'), plural: t('Teams'), icon: 'organization' },
    path: `${teams}/{teamId}`,
    list: `GET ${teams}`,
    get: `GET ${teams}/{teamId}`,
    create: `PUT ${teams}`,
    canCreateIn: allows('admin'),
    change: `PATCH ${teams}/{teamId}`,
    remove: `DELETE ${teams}/{teamId}`,
    deleteWarning: t('Its members keep their accounts, and lose what only the team may see.'),
    titleField: 'title',
    remarks: ({ members }) => [countOfMembers(members)],
    canChange: allows('admin'),
    childKinds: ['teamMember'],
    filters: [
      { parameter: 'title', name: t('Title') },
      { parameter: 'owner', name: t('Owner'), kind: 'member' },
    ],
    refersTo: { members: 'member' },
  },
  {
    ...{ kind: 'teamMember', name: t('team member'), plural: t('Team members'), icon: 'person' },
    path: `${teams}/{teamId}/members/{userId}`,
    list: `GET ${teams}/{teamId}/members`,
    change: `PUT ${teams}/{teamId}/members/{userId}`,
    remove: `DELETE ${teams}/{teamId}/members/{userId}`,
    removedFrom: 'team',
    deleteWarning: t('They lose what only the team may see, and stay members of the organization.'),
    normalize: resource => ({
      ...(at(resource, 'organization') as Resource | undefined),
      role: at(resource, 'team', 'role'),
    }),
    label: personIn,
    details: emailOf,
    remarks: ({ role }) => [describeRole(role, teamRoles)],
  },
  {
    ...{ kind: 'samlProvider', name: t('SAML provider'), plural: t('SAML providers'), icon: 'key' },
    path: `${orgs}/saml/{samlProviderId}`,
    list: `GET ${orgs}/saml`,
    get: `GET ${orgs}/saml/{samlProviderId}`,
    create: `POST ${orgs}/saml`,
    canCreateIn: allows('admin'),
    change: `PATCH ${orgs}/saml/{samlProviderId}`,
    remove: `DELETE ${orgs}/saml/{samlProviderId}`,
    deleteWarning: t('Nobody can sign in with it any more.'),
    titleField: 'label',
    remarks: ({ status }) => [textOf(status)],
    secrets: ['certificate'],
    draft: { entityID: '', ssoURL: 'https://', defaultRole: 'read' },
    refersTo: { defaultTeam: 'team' },
  },
  {
    ...{ kind: 'ssoLogin', name: t('SSO login'), plural: t('SSO logins'), icon: 'sign-in' },
    path: `${orgs}/sso/{ssoLoginId}`,
    list: `GET ${orgs}/sso`,
    titleField: 'label',
  },
  {
    ...{ kind: 'collection', name: t('collection'), plural: t('Collections'), icon: 'folder-library' },
    path: '/collections/{collectionId}',
    list: `GET ${orgs}/collections`,
    get: 'GET /collections/{collectionId}',
    create: `POST ${orgs}/collections`,
    canCreateIn: allows('createContent'),
    change: 'PATCH /collections/{collectionId}',
    remove: 'DELETE /collections/{collectionId}',
    deleteWarning: t('What lies in it is deleted with it. Its spaces can be restored for seven days.'),
    titleField: 'title',
    canChange: allows('admin'),
    refersTo: { parent: 'collection' },
  },
  {
    ...{ kind: 'space', name: t('space'), plural: t('Spaces'), icon: 'notebook' },
    path: '/spaces/{spaceId}',
    list: `GET ${orgs}/spaces`,
    get: 'GET /spaces/{spaceId}',
    create: `POST ${orgs}/spaces`,
    canCreateIn: allows('createContent'),
    change: 'PATCH /spaces/{spaceId}',
    remove: 'DELETE /spaces/{spaceId}',
    deleteWarning: t('Readers of the sites that show it lose its pages. It can be restored for seven days.'),
    titleField: 'title',
    fields: space => ({ ...space, icon: at(space, 'urls', 'icon') }),
    canChange: allows('admin'),
    refersTo: { parent: 'collection' },
  },
  {
    ...{ kind: 'changeRequest', name: t('change request'), plural: t('Change requests'), icon: 'git-pull-request' },
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}',
    list: 'GET /spaces/{spaceId}/change-requests',
    get: 'GET /spaces/{spaceId}/change-requests/{changeRequestId}',
    change: 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}',
    titleField: 'subject',
    id: ({ number }) => number,
  },
  {
    ...{ kind: 'site', name: t('site'), plural: t('Sites'), icon: 'browser' },
    path: site,
    list: `GET ${sites}`,
    get: `GET ${site}`,
    create: `POST ${sites}`,
    change: `PATCH ${site}`,
    remove: `DELETE ${site}`,
    deleteWarning: t(
      'Its addresses stop working, and its sections and share links are gone for good. The spaces that it shows stay as they are.',
    ),
    titleField: 'title',
    fields: resource => ({ ...resource, proxy: at(resource, 'proxy', 'origin') }),
    canChange: allows('admin'),
    childKinds: [
      'siteSection',
      'siteSectionGroup',
      'shareLink',
      'adaptiveSchema',
      'templateConditions',
      'publishedSite',
    ],
    filters: [
      { parameter: 'title', name: t('Title') },
      { parameter: 'published', name: t('Publication'), values: { true: t('published'), false: t('not published') } },
      { parameter: 'space', name: t('Space that it shows'), kind: 'space' },
    ],
    draft: { title: '', type: 'basic', visibility: 'unlisted', spaces: [] },
    refersTo: { spaces: 'space', defaultSiteSection: 'siteSection' },
  },
  {
    ...{ kind: 'siteSection', name: t('section'), plural: t('Sections'), icon: 'layout' },
    path: `${site}/sections/{siteSectionId}`,
    list: `GET ${site}/sections`,
    create: `POST ${site}/sections`,
    change: `PATCH ${site}/sections/{siteSectionId}`,
    remove: `DELETE ${site}/sections/{siteSectionId}`,
    deleteWarning: t('The site stops showing what is in it. The spaces themselves stay as they are.'),
    titleField: 'title',
    structure: `GET ${site}/structure`,
    remarks: section => [
      textOf(section['path']),
      section['default'] === true && t('default'),
      ...visibilityOf(section),
    ],
    details: ({ siteSpaces }) =>
      (Array.isArray(siteSpaces) ? siteSpaces : []).map(one => {
        const remarks = visibilityOf(Object(one) as Resource).filter(Boolean);
        const title = textOf(at(one, 'space', 'title'));
        return remarks.length > 0 ? t`Shows ${title} (${remarks.join(', ')})` : t`Shows ${title}`;
      }),
    parentOf: ({ sectionGroup }) => sectionGroup ?? undefined,
    state: ({ sectionGroup }) => Boolean(sectionGroup) && 'grouped',
    dragHint: t('Drag it to move it; what is dropped on it comes after it.'),
    draft: { title: '' },
    refersTo: { spaceId: 'space' },
  },
  {
    ...{ kind: 'siteSectionGroup', name: t('section group'), plural: t('Section groups'), icon: 'folder' },
    path: `${site}/section-groups/{siteSectionGroupId}`,
    list: `GET ${site}/section-groups`,
    create: `POST ${site}/section-groups`,
    change: `PATCH ${site}/section-groups/{siteSectionGroupId}`,
    remove: `DELETE ${site}/section-groups/{siteSectionGroupId}`,
    deleteWarning: t('Its sections stay, outside of any group.'),
    titleField: 'title',
    remarks: group => [
      countOfSections(Array.isArray(group['sections']) ? group['sections'].length : undefined),
      ...visibilityOf(group),
    ],
    parentOf: ({ sectionGroup }) => sectionGroup ?? undefined,
    children: ({ sections, children }) =>
      resourcesOf(Array.isArray(children) ? children : sections).map(resource => {
        const kind = kindsInNavigation.get(resource['object'] ?? 'site-section');
        return { ...(kind && { kind }), resource };
      }),
    dragHint: t(
      'Drag it to move it. Sections that are dropped on it are put into it, and come first if they are there already; ' +
        'groups come after it.',
    ),
    refersTo: { sections: 'siteSection' },
  },
  {
    ...{ kind: 'shareLink', name: t('share link'), plural: t('Share links'), icon: 'link' },
    path: `${site}/share-links/{shareLinkId}`,
    list: `GET ${site}/share-links`,
    create: `POST ${site}/share-links`,
    change: `PATCH ${site}/share-links/{shareLinkId}`,
    remove: `DELETE ${site}/share-links/{shareLinkId}`,
    deleteWarning: t('Whoever has the link cannot read the site with it any more, and it cannot be brought back.'),
    titleField: 'name',
    remarks: ({ active }) => [active === false && t('revoked')],
    state: ({ active }) => active === false && 'revoked',
    secrets: ['urls'],
  },
  {
    ...{ kind: 'adaptiveSchema', name: t('adaptive schema'), plural: t('Adaptive schemas'), icon: 'json' },
    path: `${site}/adaptive-schema`,
    get: `GET ${site}/adaptive-schema`,
    change: `PUT ${site}/adaptive-schema`,
    putReplacesAll: true,
  },
  {
    ...{ kind: 'templateConditions', name: t('conditions'), plural: t('Conditions'), icon: 'symbol-boolean' },
    path: `${site}/adaptive-schema/template-conditions`,
    get: `GET ${site}/adaptive-schema/template-conditions`,
  },
  {
    ...{ kind: 'publishedSite', name: t('published profile'), plural: t('Published profiles'), icon: 'globe' },
    path: `${site}/published`,
    get: `GET ${site}/published`,
    open: 'marginalia.site.openProfile',
  },
  {
    ...{ kind: 'openapi', name: t('OpenAPI spec'), plural: t('OpenAPI specs'), icon: 'json' },
    path: `${orgs}/openapi/{specSlug}`,
    list: `GET ${orgs}/openapi`,
    get: `GET ${orgs}/openapi/{specSlug}`,
    change: `PUT ${orgs}/openapi/{specSlug}`,
    putReplacesAll: true,
    id: ({ slug }) => slug,
    label: ({ slug }) => textOf(slug),
    isRunning: ({ processingState }) => processingState === 'pending' || processingState === 'progress',
    writeOnly: [['source', 'text']],
    fields: ({ sourceURL }) => ({ source: typeof sourceURL === 'string' ? { url: sourceURL } : {} }),
    canChange: allows('edit'),
  },
  {
    ...{ kind: 'openapiVersion', name: t('version'), plural: t('Versions'), icon: 'history' },
    path: `${orgs}/openapi/{specSlug}/versions/{versionId}`,
    list: `GET ${orgs}/openapi/{specSlug}/versions`,
    get: `GET ${orgs}/openapi/{specSlug}/versions/{versionId}`,
    label: ({ id }) => textOf(id),
  },
  {
    ...{ kind: 'translation', name: t('translation'), plural: t('Translations'), icon: 'globe' },
    path: `${orgs}/translations/{translationSettingsId}`,
    list: `GET ${orgs}/translations`,
    get: `GET ${orgs}/translations/{translationSettingsId}`,
    create: `POST ${orgs}/translations`,
    change: `PUT ${orgs}/translations/{translationSettingsId}`,
    putReplacesAll: true,
    remove: `DELETE ${orgs}/translations/{translationSettingsId}`,
    deleteWarning: t('What it has translated is no longer kept in step with its source.'),
    titleField: 'title',
    isRunning: ({ status }) => status === 'pending' || status === 'running',
    label: ({ title, language, id }) => textOf(title) || textOf(language) || textOf(id),
    remarks: ({ status, languages }) => [
      textOf(status),
      Array.isArray(languages) && languages.filter(language => typeof language === 'string').join(', '),
    ],
    canChange: allows('edit'),
  },
  {
    ...{ kind: 'integration', name: t('integration'), plural: t('Integrations'), icon: 'extensions' },
    path: '/integrations/{integrationName}',
    list: 'GET /integrations',
    get: 'GET /integrations/{integrationName}',
    remove: 'DELETE /integrations/{integrationName}',
    deleteWarning: t('Everybody who has installed it loses it.'),
    titleField: 'title',
    id: ({ name }) => name,
    remarks: ({ version, visibility }) => [
      typeof version === 'number' && t`version ${version}`,
      visibility !== 'public' && textOf(visibility),
    ],
    canChange: allows('admin'),
    filters: [
      { parameter: 'search', name: t('Name') },
      { parameter: 'category', name: t('Category') },
      { parameter: 'target', name: t('Where it can be installed') },
      { parameter: 'owner', name: t('Who has published it'), kind: 'organization' },
    ],
    secrets: ['secrets'],
    childKinds: ['installation'],
  },
  {
    ...{ kind: 'installation', name: t('installation'), plural: t('Installations'), icon: 'plug' },
    path: '/integrations/{integrationName}/installations/{installationId}',
    list: 'GET /integrations/{integrationName}/installations',
    organization: ({ target }) => at(target, 'organization'),
    label: ({ target, id }) => textOf(at(target, 'organization')) || textOf(id),
    remarks: ({ status }) => [textOf(status)],
    secrets: ['configuration'],
  },
];

export function resourceDefinitionOf(kind: string): ResourceDefinition {
  const definition = resourceDefinitions.find(definition => definition.kind === kind);
  if (!definition) throw new Error(`There is no kind of resources named ${kind}.`);
  return definition;
}

/** Kinds of the entries in the navigation of a site, by their `object`. */
const kindsInNavigation: ReadonlyMap<unknown, string> = new Map([
  ['site-section', 'siteSection'],
  ['site-section-group', 'siteSectionGroup'],
]);

/** Returns remarks on a part of a site that readers do not see, or not in the navigation. */
export function visibilityOf({ draft, hidden }: Resource): (string | false)[] {
  return [draft === true && t('draft'), hidden === true && t('hidden')];
}

/** Returns the entries of a navigation other than sections, groups and spaces, such as links. */
export function otherNavigationItems(structure: unknown): Resource[] {
  const isListed = (object: unknown) => object === 'site-space' || kindsInNavigation.has(object);
  return resourcesOf(structure).filter(({ object }) => object !== undefined && !isListed(object));
}

function resourcesOf(list: unknown): Resource[] {
  return (Array.isArray(list) ? list : []).filter((one): one is Resource => typeof one === 'object' && one !== null);
}

/** Returns the name for the titles of prompts, which are in title case in English only. */
export function nameInTitleCase({ name }: ResourceDefinition): string {
  if (textLanguage() !== 'en') return name;
  return name.replace(/(^| )[a-z]/g, letter => letter.toUpperCase());
}

/** Returns the plural as it is written within a sentence: with a capital letter only if the name has one, too. */
export function pluralInSentence({ name, plural }: ResourceDefinition): string {
  return name === capitalize(name) ? plural : plural.charAt(0).toLowerCase() + plural.slice(1);
}

/**
 * Key of a title that is not the resource's own. As a symbol, it is copied with the resource and never part of a
 * document.
 */
const calledBy = Symbol('calledBy');

/** Returns a copy of a resource with a label that is not its own title. */
export function withTitleField(resource: Resource, title: string): Resource {
  return { ...resource, [calledBy]: title };
}

/** Returns the label of a resource. */
export function resourceLabel(
  { label, titleField: called = 'title', name, list }: ResourceDefinition,
  resource: Resource,
): string {
  return (
    (resource as { [calledBy]?: string })[calledBy] ||
    label?.(resource) ||
    textOf(resource[called]) ||
    (list ? t`Untitled ${name}` : capitalize(name))
  );
}

/** Returns the remarks after the label of a resource. */
export function remarksOf({ remarks }: ResourceDefinition, resource: Resource): string[] {
  return (remarks?.(resource) ?? []).filter(
    remark => remark !== undefined && remark !== false && remark !== '',
  ) as string[];
}

function allows(permission: string): (resource: Resource) => boolean {
  return resource => at(resource, 'permissions', permission) !== false;
}

/** Returns a text that begins with a capital letter. */
export function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function personIn(member: Resource): string {
  return textOf(at(member, 'user', 'displayName')) || textOf(at(member, 'user', 'email')) || t('Somebody');
}

function emailOf(member: Resource): string[] {
  return [textOf(at(member, 'user', 'email'))];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function countOfMembers(count: unknown): string {
  if (typeof count !== 'number') return '';
  return count === 1 ? t('1 member') : t`${count} members`;
}

function countOfSections(count: number | undefined): string {
  if (count === undefined) return '';
  return count === 1 ? t('1 section') : t`${count} sections`;
}

/** Returns the value at a path of field names; undefined if there is none. */
function at(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? (inside as Resource)[name] : undefined),
    value,
  );
}
