import { randomBytes } from 'node:crypto';
import type {
  BlobRow,
  ChangeRequestRow,
  CollectionRow,
  CommentRow,
  DocumentRow,
  IntegrationInstallationRow,
  IntegrationRow,
  InviteLinkRow,
  MemberRow,
  OpenApiSpecRow,
  OpenApiSpecVersionRow,
  OrganizationRow,
  CommentReplyRow,
  RequestedReviewerRow,
  ReviewRow,
  RevisionRow,
  SamlProviderRow,
  SettingRow,
  ShareLinkRow,
  SiteRow,
  SiteSectionGroupRow,
  SiteSectionRow,
  SiteSpaceRow,
  SpaceRow,
  TeamRow,
  TranslationRow,
  UserRow,
} from './rows.ts';
import { Table } from './table.ts';
import type { AnyTable, JournalEntry, IndexOf, Journal, Row, RowWrite } from './table.ts';

/** The state of the sandbox in tables, with the changes that are not stored yet. */
export class State {
  readonly #clock: () => Date;
  #sequence = 0;
  #writes: RowWrite[] = [];
  #version = 0;
  readonly #tables = new Map<string, AnyTable>();

  readonly settings = this.#table<SettingRow>('setting');
  readonly users = this.#table<UserRow, 'email'>('user', { email: row => row.email.toLowerCase() });
  readonly organizations = this.#table<OrganizationRow>('organization');
  readonly members = this.#table<MemberRow, 'organization' | 'user'>('member', {
    organization: row => row.organization,
    user: row => row.user,
  });
  readonly inviteLinks = this.#table<InviteLinkRow>('invite link');
  readonly samlProviders = this.#table<SamlProviderRow, 'organization'>('SAML provider', {
    organization: row => row.organization,
  });
  readonly teams = this.#table<TeamRow, 'organization'>('team', { organization: row => row.organization });
  readonly collections = this.#table<CollectionRow, 'organization' | 'parent'>('collection', {
    organization: row => row.organization,
    parent: row => row.parent,
  });
  readonly spaces = this.#table<SpaceRow, 'organization' | 'parent' | 'revision' | 'deleted'>('space', {
    organization: row => row.organization,
    parent: row => row.parent,
    revision: row => row.revision,
    deleted: row => (row.deletedAt === undefined ? undefined : 'deleted'),
  });
  readonly revisions = this.#table<RevisionRow, 'space'>('revision', { space: row => row.space });
  readonly documents = this.#table<DocumentRow, 'space'>('document', { space: row => row.space });
  readonly blobs = this.#table<BlobRow>('file content');
  /** The status indexes are ordered by number, by time of change or by time of creation. */
  readonly changeRequests = this.#table<ChangeRequestRow, 'space' | 'number' | 'status' | 'updatedAt' | 'createdAt'>(
    'change request',
    {
      space: row => row.space,
      number: row => numberKey(row.space, row.number),
      status: { keyOf: statusOf, orderOf: row => row.number },
      updatedAt: { keyOf: statusOf, orderOf: row => row.updatedAt },
      createdAt: { keyOf: statusOf, orderOf: row => row.createdAt },
    },
  );
  readonly requestedReviewers = this.#table<RequestedReviewerRow, 'changeRequest'>('requested reviewer', {
    changeRequest: row => row.changeRequest,
  });
  readonly reviews = this.#table<ReviewRow, 'changeRequest'>('review', { changeRequest: row => row.changeRequest });
  /** `target` has all comments of a change request, or of a space's main content; `open` has only the open ones. */
  readonly comments = this.#table<CommentRow, 'target' | 'open'>('comment', {
    target: row => targetKey(row),
    open: row => (row.status === 'open' ? targetKey(row) : undefined),
  });
  readonly commentReplies = this.#table<CommentReplyRow, 'comment'>('reply', { comment: row => row.comment });
  readonly sites = this.#table<SiteRow, 'organization'>('site', { organization: row => row.organization });
  readonly siteSections = this.#table<SiteSectionRow, 'site'>('site section', { site: row => row.site });
  readonly siteSpaces = this.#table<SiteSpaceRow, 'site' | 'section' | 'space'>('site space', {
    site: row => row.site,
    section: row => row.section,
    space: row => row.space,
  });
  readonly siteSectionGroups = this.#table<SiteSectionGroupRow, 'site'>('section group', { site: row => row.site });
  readonly shareLinks = this.#table<ShareLinkRow, 'site'>('share link', { site: row => row.site });
  readonly openApiSpecs = this.#table<OpenApiSpecRow, 'organization' | 'slug'>('OpenAPI specification', {
    organization: row => row.organization,
    slug: row => slugKey(row.organization, row.slug),
  });
  readonly openApiSpecVersions = this.#table<OpenApiSpecVersionRow, 'spec'>('version', { spec: row => row.spec });
  readonly translations = this.#table<TranslationRow, 'organization'>('translation', {
    organization: row => row.organization,
  });
  readonly integrations = this.#table<IntegrationRow>('integration');
  readonly integrationInstallations = this.#table<IntegrationInstallationRow, 'integration'>('installation', {
    integration: row => row.integration,
  });

  constructor(clock: () => Date = () => new Date()) {
    this.#clock = clock;
  }

  /** Returns the current time in the format of the service. */
  now(): string {
    return this.#clock().toISOString();
  }

  newId(): string {
    return randomBytes(15).toString('base64url').replaceAll('-', 'a').replaceAll('_', 'b');
  }

  /** A number that changes with every change of a row. */
  get version(): number {
    return this.#version;
  }

  /** Changes that are not stored yet. */
  get writes(): readonly RowWrite[] {
    return this.#writes;
  }

  /** Marks all changes as stored. */
  keepWrites(): void {
    this.#writes = [];
  }

  /** Undoes all changes that are not stored yet, so that a failed request has no effect. */
  undoWrites(): void {
    if (this.#writes.length > 0) this.#version++;
    for (const write of this.#writes.toReversed()) write.table.undo(write.id, write.before);
    this.#writes = [];
  }

  hasKind(kind: string): boolean {
    return this.#tables.has(kind);
  }

  /** Adds a stored row; rows must be loaded in the order of their sequence. */
  load(kind: string, entry: JournalEntry<Row>): void {
    this.#tables.get(kind)?.load(entry);
    this.#sequence = Math.max(this.#sequence, entry.sequence);
  }

  #table<T extends Row, I extends string = never>(
    kind: string,
    indexes: Record<I, IndexOf<T>> = {} as Record<I, IndexOf<T>>,
  ): Table<T, I> {
    const journal: Journal = {
      nextSequence: () => ++this.#sequence,
      record: write => {
        this.#version++;
        this.#writes.push(write);
      },
    };
    const table = new Table<T, I>(kind, journal, indexes);
    this.#tables.set(kind, table);
    return table;
  }
}

export function memberId(organization: string, user: string): string {
  return `${organization}/${user}`;
}

export function numberKey(space: string, number: number): string {
  return `${space}/${number}`;
}

export function statusKey(space: string, status: string): string {
  return `${space}/${status}`;
}

function statusOf({ space, status }: ChangeRequestRow): string {
  return statusKey(space, status);
}

export function slugKey(organization: string, slug: string): string {
  return `${organization}/${slug}`;
}

/** Returns the key of the owner of comments: a change request, or the main content of a space. */
export function targetKey(target: { space: string; changeRequest?: string }): string {
  return target.changeRequest === undefined ? `space/${target.space}` : `change-request/${target.changeRequest}`;
}
