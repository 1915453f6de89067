// What the sandbox stores, one type per table. A row holds IDs where the service's resource embeds another resource,
// and leaves out what follows from other rows: counts, permissions, addresses. `present…` functions add those.

import type { Input, Schema } from '../../api/routes.ts';
import type { LinkForms } from '../content/linkForms.ts';

export type Role = Schema<'Role'>;
/** What people without a role of their own may do; null is nothing, `inherit` asks the collection above. */
export type DefaultLevel = Schema<'DefaultLevel'>;

export interface UserRow {
  id: string;
  displayName: string;
  email: string;
  photoURL?: string;
}

export interface OrganizationRow {
  id: string;
  title: string;
  createdAt: string;
  emailDomains: string[];
  hostname?: string;
  type: string;
  useCase?: string;
  communityType?: string;
  defaultRole?: Role | null;
  defaultContent?: { type: 'site'; site: string } | null;
  sso?: boolean;
  ai?: boolean;
  inviteLinks: boolean;
  plan: string;
  logo?: string;
  mergeRules?: Schema<'MergeRulesInput'>;
}

/** `id` is `memberId(organization, user)`; the resource's ID is the user's. */
export interface MemberRow {
  id: string;
  organization: string;
  user: string;
  /** null for a guest. */
  role: Role | null;
  disabled: boolean;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
}

/** A link by which people join an organization. */
export interface InviteLinkRow {
  id: string;
  organization: string;
  createdAt: string;
}

export interface SamlProviderRow {
  id: string;
  organization: string;
  label: string;
  ssoURL?: string;
  entityID?: string;
  certificate?: string;
  defaultTeam?: string;
  defaultRole?: Role | null;
  createdAt: string;
}

export interface TeamRow {
  id: string;
  organization: string;
  title: string;
  createdAt: string;
  members: { user: string; role: 'owner' | 'member' }[];
}

export interface CollectionRow {
  id: string;
  organization: string;
  parent?: string;
  title: string;
  description?: string;
  defaultLevel: DefaultLevel;
  /** Its place among its siblings, where somebody moved one of them; else the order of creation. */
  position?: number;
}

export interface SpaceRow {
  id: string;
  organization: string;
  /** The collection it lies in. */
  parent?: string;
  title: string;
  emoji: string;
  /** The address of a picture, in place of the emoji. */
  icon?: string;
  visibility: Schema<'Space'>['visibility'];
  createdAt: string;
  updatedAt: string;
  deletedAt?: string;
  editMode: 'live' | 'locked';
  defaultLevel: DefaultLevel;
  /** The current revision of the main content. */
  revision: string;
  position?: number;
  mergeRules?: Schema<'SpaceMergeRulesInput'>;
}

export interface RevisionRow {
  id: string;
  space: string;
  parents: string[];
  createdAt: string;
  createdBy?: string;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  /** The change request that a merge brought in. */
  mergedFrom?: string;
  pages: PageRow[];
  files: FileRow[];
  variables: Record<string, string>;
  /** `path` is that of its file, where it came from one. */
  reusableContents: { id: string; title: string; document: string; path?: string }[];
  /** Of the first revision of a loaded folder: its files that are no content, by their paths as seen from the pages. */
  otherFiles?: string[];
}

/** What a revision holds. */
export type Content = Pick<RevisionRow, 'pages' | 'files' | 'variables' | 'reusableContents'>;

export interface PageRow {
  id: string;
  /** A computed page stands for those below it, which are made of its source. */
  type: 'document' | 'group' | 'link' | 'computed';
  title: string;
  /** The title in the table of contents, where it differs. */
  linkTitle?: string;
  slug: string;
  path?: string;
  /** The file that it was read from, as long as it has the path that it had then. */
  source?: { file: string; path: string };
  description?: string;
  icon?: string;
  emoji?: string;
  cover?: { ref: PictureRef; refDark?: PictureRef; yPos?: number };
  layout?: {
    width?: string;
    cover?: boolean;
    coverSize?: string;
    title?: boolean;
    description?: boolean;
    tableOfContents?: boolean;
    outline?: boolean;
    pagination?: boolean;
    metadata?: boolean;
  };
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  variables?: Record<string, string>;
  tags?: string[];
  metaLinks?: { canonical?: string; alternates?: string[] };
  /** Keys of its front matter that the service does not know. */
  frontMatter?: Record<string, unknown>;
  documentId?: string;
  /** What it is made of, of a page that nobody wrote. */
  computed?: ComputedSource;
  /** The computed page that it is made for. */
  computedSeed?: string;
  /** Where a link page leads. */
  target?: { kind: 'url'; url: string };
  href?: string;
  createdAt: string;
  updatedAt: string;
  pages: PageRow[];
}

export interface ComputedSource {
  type: 'builtin:openapi';
  props: Record<string, unknown>;
  dependencies: { spec: { ref: { kind: 'openapi'; spec: string } } };
}

export type PictureRef = { kind: 'file'; file: string } | { kind: 'url'; url: string };

export interface FileRow {
  id: string;
  name: string;
  contentType: string;
  size: number;
  dimensions?: { width: number; height: number };
  /** The path of the file that it was read from. */
  path?: string;
  /** The ID of its bytes in `blobs`. */
  blob: string;
}

/** The content of one page at one time; never changed, as revisions never change. */
export interface DocumentRow {
  id: string;
  space: string;
  page: string;
  /** With links as `/pages/<ID>` and `/files/<ID>`. */
  markdown: string;
  /** How its links were written, where that is not how they would be written anew. */
  written?: LinkForms;
  /** One key per node, in the order of the nodes. Left out where nobody has needed them yet: they follow from the rest. */
  keys?: string[];
  /** The documents that this one is an edited or merged form of. */
  previous?: string[];
}

export interface BlobRow {
  id: string;
  base64: string;
}

export interface ChangeRequestRow {
  id: string;
  space: string;
  number: number;
  status: 'draft' | 'open' | 'archived' | 'merged';
  subject: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  revision: string;
  revisionInitial: string;
  revisionMergedAncestor?: string;
  revisionMerged?: string;
  mergedAt?: string;
  mergedBy?: string;
  description?: Schema<'Document'>;
  links?: Schema<'ChangeRequestLink'>[];
}

/** `id` is the change request's and the user's, joined by a slash: a user is asked once. */
export interface RequestedReviewerRow {
  id: string;
  changeRequest: string;
  revision: string;
  requestedBy: string;
  createdAt: string;
  user: string;
}

export interface ReviewRow {
  id: string;
  space: string;
  changeRequest: string;
  revision: string;
  reviewer: string;
  requestedBy?: string;
  status: 'approved' | 'changes-requested';
  comment?: string;
  createdAt: string;
  updatedAt: string;
}

export interface Reaction {
  emoji: string;
  users: { user: string; reactedAt: string }[];
}

export interface CommentRow {
  id: string;
  space: string;
  /** Without it, the comment belongs to the main content. */
  changeRequest?: string;
  revision: string;
  page?: string;
  node?: { id: string; preview?: string };
  tableCell?: { record: string; definition: string };
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  markdown: string;
  reactions: Reaction[];
  status: 'open' | 'resolved';
  resolvedAt?: string;
  resolvedBy?: string;
  review?: string;
}

export interface CommentReplyRow {
  id: string;
  comment: string;
  postedBy: string;
  postedAt: string;
  editedAt?: string;
  markdown: string;
  reactions: Reaction[];
}

export interface SiteRow {
  id: string;
  organization: string;
  title: string;
  type: string;
  icon?: NonNullable<Schema<'Site'>['icon']>;
  hostname?: string;
  basename: string;
  /** The host and path that pass requests on to the site. */
  proxy?: string;
  visibility: Schema<'Site'>['visibility'];
  published: boolean;
  createdAt: string;
  adaptiveContent: { enabled: boolean };
  agentsContext: 'excluded' | 'included';
  defaultSiteSection?: string;
  defaultSiteSpace?: string;
  /** What somebody set in place of the schema that every site begins with. */
  adaptiveSchema?: { updatedAt: string; jsonSchema: Schema<'VisitorJsonSchema'> };
}

export interface SiteSectionRow {
  id: string;
  site: string;
  title: string;
  description?: string;
  icon?: string;
  path: string;
  condition?: string;
  group?: string;
  defaultSiteSpace?: string;
  position?: number;
}

export interface SiteSpaceRow {
  id: string;
  site: string;
  section?: string;
  space: string;
  title: string;
  path: string;
  condition?: string;
  position?: number;
}

export interface SiteSectionGroupRow {
  id: string;
  site: string;
  title: string;
  icon?: string;
  position?: number;
}

export interface ShareLinkRow {
  id: string;
  site: string;
  createdAt: string;
  name: string;
  active: boolean;
  key: string;
}

export interface OpenApiSpecRow {
  id: string;
  organization: string;
  slug: string;
  source: { url: string } | { text: string };
  processingState: 'pending' | 'progress' | 'complete';
  lastVersion?: string;
  lastProcessedAt?: string;
  lastProcessErrorCode?: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR';
  createdAt: string;
  updatedAt: string;
}

export interface OpenApiSpecVersionRow {
  id: string;
  spec: string;
  createdAt: string;
  /** Where it was taken from, or undefined for a specification that was sent as text. */
  sourceURL?: string;
  text: string;
}

export interface TranslationRow {
  id: string;
  organization: string;
  title: string;
  languages: string[];
  createdAt: string;
  updatedAt: string;
}

/** `id` is the integration's name. */
export interface IntegrationRow {
  id: string;
  organization: string;
  version: number;
  /** What its last version was published with; script and secrets among it, which nobody is shown. */
  published: Omit<Input<'POST /integrations/{integrationName}'>['body'], 'organization'>;
}

export interface IntegrationInstallationRow {
  id: string;
  integration: string;
  organization: string;
  status: 'active' | 'pending' | 'paused';
  externalIds: string[];
  createdAt: string;
  updatedAt: string;
}

/** What the sandbox keeps about itself, such as its token. */
export interface SettingRow {
  id: string;
  value: string;
}
