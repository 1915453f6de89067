import { statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Folder, listFolder } from '../gitSync/folder.ts';
import { titleFromFileName } from '../gitSync/outline.ts';
import { slugOfTitle } from '../content/pagePaths.ts';
import type { DefaultLevel, Role, SiteRow, SpaceRow } from '../store/rows.ts';
import { filesBelow } from './description.ts';
import { loadSpace } from './space.ts';
import { stableId } from '../gitSync/stableId.ts';
import { memberId } from '../store/state.ts';
import type { State } from '../store/state.ts';

/** The contents of `sample.json`. */
interface Sample {
  users: { id: string; displayName: string; email: string }[];
  organizations: SampleOrganization[];
}

interface SampleOrganization {
  id: string;
  title: string;
  members: {
    user: string;
    role: Role | null;
    joinedAt: string;
    lastSeenAt?: string;
    disabled?: boolean;
    sso?: boolean;
  }[];
  teams: { id: string; title: string; members: { user: string; role: 'owner' | 'member' }[] }[];
  collections: { id: string; title: string; description?: string; parent?: string; defaultLevel?: DefaultLevel }[];
  spaces: SampleSpace[];
  sites: SampleSite[];
  openapi: { slug: string; file: string }[];
}

interface SampleSpace {
  id: string;
  title: string;
  emoji: string;
  folder: string;
  collection?: string;
  visibility: SpaceRow['visibility'];
  defaultLevel?: DefaultLevel;
  editMode?: 'live' | 'locked';
}

interface SampleSite {
  id: string;
  title: string;
  basename: string;
  type: string;
  visibility: SiteRow['visibility'];
  published: boolean;
  sections?: { id: string; title: string; icon?: string; description?: string; space: string }[];
  spaces?: string[];
}

/** The build copies the sample next to the bundle. */
const ownSample = join(import.meta.dirname, 'sample');

/** Fills a new sandbox with the sample from a folder. */
export function loadSample(state: State, place = ownSample): { warnings: string[] } {
  const { files } = listFolder(place);
  const sample = JSON.parse(textOf(files, 'sample.json')) as Sample;
  for (const user of sample.users) state.users.put(user);
  return { warnings: sample.organizations.flatMap(organization => loadOrganization(state, organization, files)) };
}

type Files = Folder['files'];

function textOf(files: Files, path: string): string {
  const read = files.get(path);
  if (!read) throw new Error(`Could not load the sample: it has no '${path}'.`);
  return read().toString();
}

/** Adds a documentation folder as a space, before all others of the first organization. */
export function loadContent(state: State, folder: string): { warnings: string[] } {
  const path = resolve(folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`Could not load the content: there is no folder '${path}'. Name an existing one.`);
  }
  const [organization] = state.organizations.all();
  const [author] = state.users.all();
  if (!organization || !author) throw new Error('Content needs an organization to be in. Load the sample first.');
  const name = basename(path) || 'content';
  const space = {
    id: freeId(state, slugOfTitle(name)),
    organization: organization.id,
    title: titleFromFileName(name).slice(0, 50),
    emoji: '📘',
    visibility: 'private' as const,
    editMode: 'live' as const,
    defaultLevel: null,
    position: 0,
  };
  return loadSpace(state, space, { folder: listFolder(path), author: author.id });
}

function freeId(state: State, wanted: string): string {
  let id = wanted;
  for (let number = 2; state.spaces.has(id); number++) id = `${wanted}-${number}`;
  return id;
}

function loadOrganization(state: State, organization: SampleOrganization, files: Files): string[] {
  const { id, title, members } = organization;
  const createdAt = new Date(Math.min(...members.map(({ joinedAt }) => Date.parse(joinedAt)))).toISOString();
  state.organizations.put({
    id,
    title,
    createdAt,
    emailDomains: [],
    hostname: id,
    type: 'business',
    plan: 'pro',
    useCase: 'productDocs',
    defaultRole: null,
    sso: false,
    ai: false,
    inviteLinks: false,
  });
  for (const { user, disabled = false, sso = false, ...member } of members) {
    state.members.put({ id: memberId(id, user), organization: id, user, disabled, sso, ...member });
  }
  for (const team of organization.teams) state.teams.put({ ...team, organization: id, createdAt });
  for (const { defaultLevel, ...collection } of organization.collections) {
    const level = defaultLevel ?? inherited(collection.parent);
    state.collections.put({ ...collection, organization: id, defaultLevel: level });
  }
  const author = members.find(({ role }) => role === 'admin')?.user ?? members[0]?.user ?? '';
  // Specs are loaded before the spaces, because pages may be computed from them.
  for (const { slug, file } of organization.openapi) {
    loadSpec(state, id, createdAt, { slug, text: textOf(files, file) });
  }
  const warnings = organization.spaces.flatMap(space => loadSampleSpace(state, { id, author }, space, files));
  for (const site of organization.sites) loadSite(state, id, createdAt, site);
  return warnings;
}

function loadSampleSpace(
  state: State,
  organization: { id: string; author: string },
  { folder, collection, defaultLevel, editMode = 'live', ...space }: SampleSpace,
  files: Files,
): string[] {
  const row = {
    ...space,
    organization: organization.id,
    editMode,
    ...(collection !== undefined && { parent: collection }),
    defaultLevel: defaultLevel ?? inherited(collection),
  };
  const spaceFolder = { files: filesBelow(files, `spaces/${folder}`), warnings: [] };
  const { warnings } = loadSpace(state, row, { folder: spaceFolder, author: organization.author });
  return warnings.map(warning => `${space.title}: ${warning}`);
}

function inherited(parent: string | undefined): DefaultLevel {
  return parent === undefined ? null : 'inherit';
}

function loadSite(state: State, organization: string, createdAt: string, { sections, spaces, ...site }: SampleSite) {
  const defaults = { adaptiveContent: { enabled: false }, agentsContext: 'included' as const };
  const [firstSection] = sections ?? [];
  const first = firstSection ? { defaultSiteSection: firstSection.id } : {};
  state.sites.put({ ...site, ...defaults, ...first, organization, createdAt });
  for (const { space, ...section } of sections ?? []) {
    const siteSpace = stableId(site.id, section.id, space);
    const path = slugOfTitle(section.title);
    state.siteSections.put({ ...section, site: site.id, path, defaultSiteSpace: siteSpace });
    const { title } = state.spaces.get(space);
    state.siteSpaces.put({ id: siteSpace, site: site.id, section: section.id, space, title, path });
  }
  for (const space of spaces ?? []) {
    const { title } = state.spaces.get(space);
    state.siteSpaces.put({ id: stableId(site.id, space), site: site.id, space, title, path: slugOfTitle(title) });
  }
}

function loadSpec(state: State, organization: string, at: string, { slug, text }: { slug: string; text: string }) {
  const id = stableId(organization, 'openapi', slug);
  const version = stableId(id, 'version');
  state.openApiSpecs.put({
    id,
    organization,
    slug,
    source: { text },
    processingState: 'complete',
    lastVersion: version,
    lastProcessedAt: at,
    createdAt: at,
    updatedAt: at,
  });
  state.openApiSpecVersions.put({ id: version, spec: id, createdAt: at, text });
}
