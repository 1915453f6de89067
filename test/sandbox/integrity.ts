import assert from 'node:assert/strict';
import { allBlocks } from '../../src/markdown/block.ts';
import { parseBlocks } from '../../src/markdown/blocks.ts';
import type { PageRow, PictureRef, RevisionRow } from '../../src/sandbox/store/rows.ts';
import { memberId, numberKey, statusKey, targetKey } from '../../src/sandbox/store/state.ts';
import type { State } from '../../src/sandbox/store/state.ts';
import { Table } from '../../src/sandbox/store/table.ts';
import type { Row } from '../../src/sandbox/store/table.ts';

/** Fails if rows contradict each other: a missing reference, or a duplicate of something unique. */
export function checkIntegrity(state: State): void {
  const problems = [
    ...tablesOf(state).flatMap(orderProblems),
    ...referenceProblems(state),
    ...state.revisions.all().flatMap(revision => revisionProblems(state, revision)),
    ...uniquenessProblems(state),
    ...countProblems(state),
    ...lifeProblems(state),
  ];
  assert.deepEqual(problems.slice(0, 20), []);
}

export function tablesOf(state: State): Table<Row>[] {
  return Object.values(state).filter((value): value is Table<Row> => value instanceof Table);
}

function orderProblems(table: Table<Row>): string[] {
  const rows = table.all();
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    const isInOrder = !before || table.sequence(before.id) < table.sequence(row.id);
    return [
      ...(isInOrder ? [] : [`the ${table.kind} '${row.id}' is out of order`]),
      ...(table.find(row.id) === row ? [] : [`the ${table.kind} '${row.id}' is not found by its ID`]),
    ];
  });
}

type Rows<T extends Row> = Pick<Table<T>, 'kind' | 'all' | 'has'>;
type Ids = readonly (string | undefined)[];

/** Returns a line for each broken reference between tables: the row, the other table, and the IDs. */
function referenceProblems(s: State): string[] {
  const refer = <T extends Row>(from: Rows<T>, to: Rows<Row>, idsOf: (row: T) => Ids): string[] =>
    from.all().flatMap(row =>
      idsOf(row)
        .filter(id => id !== undefined && !to.has(id))
        .map(id => `the ${from.kind} '${row.id}' refers to the ${to.kind} '${id}', which is not there`),
    );
  return [
    ...refer(s.members, s.organizations, row => [row.organization]),
    ...refer(s.members, s.users, row => [row.user]),
    ...refer(s.inviteLinks, s.organizations, row => [row.organization]),
    ...refer(s.samlProviders, s.organizations, row => [row.organization]),
    ...refer(s.samlProviders, s.teams, row => [row.defaultTeam]),
    ...refer(s.teams, s.organizations, row => [row.organization]),
    ...refer(s.teams, s.members, row => row.members.map(({ user }) => memberId(row.organization, user))),
    ...refer(s.collections, s.organizations, row => [row.organization]),
    ...refer(s.collections, s.collections, row => [row.parent]),
    ...refer(s.spaces, s.organizations, row => [row.organization]),
    ...refer(s.spaces, s.collections, row => [row.parent]),
    ...refer(s.spaces, s.revisions, row => [row.revision]),
    ...refer(s.revisions, s.spaces, row => [row.space]),
    ...refer(s.revisions, s.revisions, row => row.parents),
    ...refer(s.revisions, s.users, row => [row.createdBy]),
    ...refer(s.revisions, s.changeRequests, row => [row.mergedFrom]),
    ...refer(s.documents, s.spaces, row => [row.space]),
    ...refer(s.documents, s.documents, row => row.previous ?? []),
    ...refer(s.changeRequests, s.spaces, row => [row.space]),
    ...refer(s.changeRequests, s.users, row => [row.createdBy, row.mergedBy]),
    ...refer(s.changeRequests, s.revisions, row => [row.revision, row.revisionInitial]),
    ...refer(s.changeRequests, s.revisions, row => [row.revisionMergedAncestor, row.revisionMerged]),
    ...refer(s.requestedReviewers, s.changeRequests, row => [row.changeRequest]),
    ...refer(s.requestedReviewers, s.revisions, row => [row.revision]),
    ...refer(s.requestedReviewers, s.users, row => [row.user, row.requestedBy]),
    ...refer(s.reviews, s.changeRequests, row => [row.changeRequest]),
    ...refer(s.reviews, s.revisions, row => [row.revision]),
    ...refer(s.reviews, s.users, row => [row.reviewer, row.requestedBy]),
    ...refer(s.comments, s.spaces, row => [row.space]),
    ...refer(s.comments, s.changeRequests, row => [row.changeRequest]),
    ...refer(s.comments, s.revisions, row => [row.revision]),
    ...refer(s.comments, s.users, row => [row.postedBy, row.resolvedBy, ...reactingTo(row)]),
    ...refer(s.commentReplies, s.comments, row => [row.comment]),
    ...refer(s.commentReplies, s.users, row => [row.postedBy, ...reactingTo(row)]),
    ...refer(s.sites, s.organizations, row => [row.organization]),
    ...refer(s.sites, s.siteSections, row => [row.defaultSiteSection]),
    ...refer(s.sites, s.siteSpaces, row => [row.defaultSiteSpace]),
    ...refer(s.siteSections, s.sites, row => [row.site]),
    ...refer(s.siteSections, s.siteSectionGroups, row => [row.group]),
    ...refer(s.siteSections, s.siteSpaces, row => [row.defaultSiteSpace]),
    ...refer(s.siteSpaces, s.sites, row => [row.site]),
    ...refer(s.siteSpaces, s.siteSections, row => [row.section]),
    ...refer(s.siteSpaces, s.spaces, row => [row.space]),
    ...refer(s.siteSectionGroups, s.sites, row => [row.site]),
    ...refer(s.shareLinks, s.sites, row => [row.site]),
    ...refer(s.openApiSpecs, s.organizations, row => [row.organization]),
    ...refer(s.openApiSpecs, s.openApiSpecVersions, row => [row.lastVersion]),
    ...refer(s.openApiSpecVersions, s.openApiSpecs, row => [row.spec]),
    ...refer(s.translations, s.organizations, row => [row.organization]),
    ...refer(s.integrations, s.organizations, row => [row.organization]),
    ...refer(s.integrationInstallations, s.integrations, row => [row.integration]),
    ...refer(s.integrationInstallations, s.organizations, row => [row.organization]),
  ];
}

function reactingTo({ reactions }: { reactions: { users: { user: string }[] }[] }): string[] {
  return reactions.flatMap(({ users }) => users.map(({ user }) => user));
}

/**
 * Returns the problems of a revision: pages need a unique ID and path, documents and pictures, and files need their
 * bytes.
 */
function revisionProblems(state: State, revision: RevisionRow): string[] {
  const pages = flat(revision.pages);
  const files = new Set(revision.files.map(({ id }) => id));
  const contents = [
    ...pages.flatMap(({ documentId }) => documentId ?? []),
    ...revision.reusableContents.map(({ document }) => document),
  ];
  const pictures = pages.flatMap(({ cover }) => [cover?.ref, cover?.refDark].flatMap(fileOf));
  const problems = [
    ...twice(pages.map(({ id }) => id)).map(id => `the page '${id}' twice`),
    ...twice(pages.flatMap(({ path }) => path ?? [])).map(path => `two pages at '${path}'`),
    ...twice(revision.files.map(({ id }) => id)).map(id => `the file '${id}' twice`),
    ...pages.filter(page => page.type === 'document' && page.documentId === undefined).map(({ id }) => `empty '${id}'`),
    ...contents
      .filter(id => state.documents.find(id)?.space !== revision.space)
      .map(id => `the document '${id}', which its space does not have`),
    ...revision.files.filter(({ blob }) => !state.blobs.has(blob)).map(({ id }) => `the file '${id}' without bytes`),
    ...pictures.filter(id => !files.has(id)).map(id => `a picture of the file '${id}', which it does not have`),
    ...revision.parents
      .filter(id => state.revisions.find(id)?.space !== revision.space)
      .map(id => `the parent '${id}', of another space`),
  ];
  return problems.map(problem => `the revision '${revision.id}' has ${problem}`);
}

function flat(pages: readonly PageRow[]): PageRow[] {
  return pages.flatMap(page => [page, ...flat(page.pages)]);
}

function fileOf(picture: PictureRef | undefined): string[] {
  return picture?.kind === 'file' ? [picture.file] : [];
}

function twice(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter(value => seen.has(value) || !seen.add(value));
}

function uniquenessProblems(s: State): string[] {
  const unique = <T extends Row>(table: Rows<T>, keyOf: (row: T) => string): string[] =>
    twice(table.all().map(keyOf)).map(key => `two ${table.kind} rows are '${key}'`);
  return [
    ...unique(s.members, row => memberId(row.organization, row.user)),
    ...unique(s.changeRequests, row => numberKey(row.space, row.number)),
    ...unique(s.requestedReviewers, row => `${row.changeRequest}/${row.user}`),
    ...unique(s.openApiSpecs, row => `${row.organization}/${row.slug}`),
    ...unique(s.siteSpaces, row => `${row.site}/${row.section}/${row.path}`),
    ...unique(s.siteSections, row => `${row.site}/${row.path}`),
  ];
}

/** Returns indexes whose counts differ from their tables. */
function countProblems(s: State): string[] {
  const counted = <T extends Row, I extends string>(table: Table<T, I>, index: I, keyOf: (row: T) => string) => {
    const rows = Map.groupBy(table.all(), keyOf);
    return [...rows]
      .filter(([key, { length }]) => table.by(index, key).length !== length || table.count(index, key) !== length)
      .map(
        ([key, { length }]) => `${table.count(index, key)} ${table.kind} rows of '${key}' are counted, not ${length}`,
      );
  };
  return [
    ...counted(s.members, 'organization', row => row.organization),
    ...counted(s.teams, 'organization', row => row.organization),
    ...counted(s.spaces, 'organization', row => row.organization),
    ...counted(s.changeRequests, 'space', row => row.space),
    ...counted(s.changeRequests, 'status', row => statusKey(row.space, row.status)),
    ...counted(s.comments, 'target', targetKey),
    ...counted(s.commentReplies, 'comment', row => row.comment),
    ...counted(s.siteSpaces, 'site', row => row.site),
    ...counted(s.siteSpaces, 'space', row => row.space),
    ...counted(s.openApiSpecVersions, 'spec', row => row.spec),
  ];
}

/** Returns rows that contradict the life cycle of their resources. */
function lifeProblems(s: State): string[] {
  const isRound = (id: string, seen = new Set<string>()): boolean => {
    const parent = s.collections.find(id)?.parent;
    return seen.has(id) || (parent !== undefined && isRound(parent, seen.add(id)));
  };
  return [
    ...s.changeRequests.all().flatMap(({ id, status, revisionMerged, mergedAt }) => {
      const isWhole = (status === 'merged') === (revisionMerged !== undefined && mergedAt !== undefined);
      return isWhole ? [] : [`the change request '${id}' is half merged`];
    }),
    ...s.comments.all().flatMap(({ id, status, resolvedAt }) => {
      return (status === 'resolved') === (resolvedAt !== undefined) ? [] : [`the comment '${id}' is half resolved`];
    }),
    ...s.collections.all().flatMap(({ id }) => (isRound(id) ? [`the collection '${id}' lies in itself`] : [])),
    ...s.documents.all().flatMap(({ id, markdown, keys }) => {
      if (!keys || keys.length === allBlocks(parseBlocks(markdown)).length) return [];
      return [`the document '${id}' has ${keys.length} keys, not one per node`];
    }),
  ];
}
