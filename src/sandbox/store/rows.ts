// The stored tables, one row type for each. A row has IDs in place of the resources that the service embeds, and omits
// derived data (counts, permissions, addresses), which the `present…` functions add.

import type { RequestInput, Schema } from '../../api/routes.ts';
import type { LinkForms } from '../content/linkForms.ts';

export type Role = Schema<'Role'>;
/** The role of members without their own one; null is none, `inherit` takes that of the parent collection. */
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
  /** Null for a guest. */
  role: Role | null;
  disabled: boolean;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
}

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
  /** The position among siblings, if one of them was moved; otherwise the order of creation counts. */
  position?: number;
}

export interface SpaceRow {
  id: string;
  organization: string;
  /** The ID of the containing collection. */
  parent?: string;
  title: string;
  emoji: string;
  /** The address of a picture, used in place of the emoji. */
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
  /** The ID of the merged change request, if the revision is a merge. */
  mergedFrom?: string;
  pages: PageRow[];
  files: FileRow[];
  variables: Record<string, string>;
  /** `path` is the file that the content was read from, if any. */
  reusableContents: { id: string; title: string; document: string; path?: string }[];
  /** Only in a loaded folder's first revision: files that are no content, by paths from the documentation root. */
  otherFiles?: string[];
}

export type RevisionContent = Pick<RevisionRow, 'pages' | 'files' | 'variables' | 'reusableContents'>;

export interface PageRow {
  id: string;
  /** A `computed` page contains the pages that are computed from its source. */
  type: 'document' | 'group' | 'link' | 'computed';
  title: string;
  /** The title in the table of contents, if it differs. */
  linkTitle?: string;
  slug: string;
  path?: string;
  /** The file that the page was read from, and the path that the page had. Ignored after the page has moved. */
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
  /** Keys of the front matter that the service does not know. */
  frontMatter?: Record<string, unknown>;
  documentId?: string;
  /** The source that the page, or the pages in it, are computed from. */
  computed?: ComputedSource;
  /** The ID of the computed page that contains this one. */
  computedSeed?: string;
  /** The target of a link page. */
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
  /** The path of the file in the loaded folder, if any. */
  path?: string;
  /** The ID of the file's bytes in `blobs`. */
  blob: string;
}

/** A version of a page's content; immutable, like revisions. */
export interface DocumentRow {
  id: string;
  space: string;
  page: string;
  /** Links are `/pages/<ID>` and `/files/<ID>`. */
  markdown: string;
  /** The original forms of links that differ from the default form. */
  written?: LinkForms;
  /** The keys of the nodes, in order. Computed from the other fields when first needed. */
  keys?: string[];
  /** IDs of the documents that this one was edited or merged from. */
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

/** `id` is the IDs of the change request and the user, joined by a slash, so that a user is requested once. */
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
  /** Undefined for a comment on the main content. */
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
  /** The host and path that forward requests to the site. */
  proxy?: string;
  visibility: Schema<'Site'>['visibility'];
  published: boolean;
  createdAt: string;
  adaptiveContent: { enabled: boolean };
  agentsContext: 'excluded' | 'included';
  defaultSiteSection?: string;
  defaultSiteSpace?: string;
  /** A schema that replaces the default schema of sites. */
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
  /** The address that the text was fetched from; undefined if it was sent as text. */
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

/** `id` is the name of the integration. */
export interface IntegrationRow {
  id: string;
  organization: string;
  version: number;
  /** The body of the last publication, including the script and secrets, which replies must omit. */
  published: Omit<RequestInput<'POST /integrations/{integrationName}'>['body'], 'organization'>;
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

/** A setting of the sandbox itself, such as its token. */
export interface SettingRow {
  id: string;
  value: string;
}
