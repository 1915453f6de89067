import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

type Texts<K extends string> = Partial<Record<K, string>>;
type Said = Texts<'by' | 'page' | 'quote'> & { reactions?: Record<string, string[]>; replies?: Said[] };
type ChangeRequest = Texts<'subject' | 'status' | 'createdBy'> & {
  reviewers?: string[];
  files: { status: string; path: string; previousPath?: string }[];
};
type Parts = Record<'sites' | 'openapi', { file: string }[]> & { spaces: { folder: string }[] };
type Organization = Parts & { members: { user: string; role: string | null }[] };

const root = new URL('../../../src/sandbox/load/sample/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
type Sample = { users: { id: string }[]; organizations: Organization[] };
const { users, organizations } = JSON.parse(read('sample.json')) as Sample;
/** The files of each version of each space, by path: the main content, then its change requests. */
const versions = organizations.flatMap(({ spaces }) => spaces).flatMap(({ folder }) => versionsOf(`spaces/${folder}/`));
const changeRequests = versions.flatMap(({ changeRequest }) => changeRequest ?? []);
const comments = versions.flatMap(({ base, files }) => {
  if (!existsSync(new URL(`${base}comments.json`, root))) return [];
  return (JSON.parse(read(`${base}comments.json`)) as Said[]).map(comment => ({ comment, files, base }));
});

describe('the sample organization', () => {
  it('has users of every role, five spaces, two sites and two OpenAPI specifications', () => {
    const members = organizations.flatMap(organization => organization.members);
    assert.equal(new Set(members.map(({ role }) => role)).size, 7);
    assert.equal(members.flatMap(({ user, role }) => (user === users[0]?.id ? role : [])).join(), 'admin,comment');
    assert.equal(organizations.flatMap(({ spaces }) => spaces).length, 5);
    assert.equal(organizations.flatMap(({ sites }) => sites).length, 2);
    assert.equal(organizations.flatMap(({ openapi }) => openapi.map(({ file }) => read(file))).length, 2);
  });

  it('has twelve change requests in every state and forty comments', () => {
    const states = changeRequests.map(({ status = 'open' }) => status[0]).sort();
    assert.equal(states.join(''), 'aaddmmoooooo');
    assert.ok(changeRequests.every(({ subject = '' }) => subject && subject.length <= 100));
    assert.ok(comments.length >= 40, `${comments.length} comments`);
  });

  it('lists every page once, 120 of them in the manual', () => {
    for (const { base, files } of versions) {
      const listed = [...(files.get('SUMMARY.md') ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path);
      assert.deepEqual(listed.sort(), pagesOf(files).sort(), base);
    }
    assert.equal(versions[0] && pagesOf(versions[0].files).length, 120);
  });

  it('has the files that its change requests refer to', () => {
    for (const { base, changeRequest } of versions.filter(version => version.changeRequest)) {
      const proposed = changeRequest?.files.filter(({ status }) => status !== 'removed').map(({ path }) => path);
      assert.deepEqual([...filesIn(`${base}files/`).keys()].sort(), proposed?.sort(), base);
    }
  });

  it('has no broken link, in any version', () => {
    for (const { base, files, page } of versions.flatMap(version =>
      pagesOf(version.files).map(page => ({ ...version, page })),
    )) {
      const broken = linksOf(files.get(page) ?? '').filter(link => !leadsSomewhere(files, page, link));
      assert.deepEqual(broken, [], base + page);
    }
  });

  it('has comments whose quotation occurs once on their page', () => {
    for (const { comment, files, base } of comments.filter(({ comment }) => comment.page)) {
      const text = files.get(comment.page ?? '');
      assert.ok(text !== undefined, `${base} ${comment.page}`);
      if (comment.quote) assert.equal(text.split(comment.quote).length, 2, `${base} ${comment.page}: ${comment.quote}`);
    }
  });

  it('refers only to existing users', () => {
    const remarks = comments.flatMap(({ comment }) => [comment, ...(comment.replies ?? [])]);
    const named = [
      ...remarks.flatMap(({ by, reactions }) => [by, ...Object.values(reactions ?? {})]),
      ...changeRequests.flatMap(({ createdBy, reviewers = [] }) => [createdBy, ...reviewers]),
      ...organizations.flatMap(({ members }) => members.map(({ user }) => user)),
    ].flat();
    assert.deepEqual(new Set(named), new Set(users.map(({ id }) => id)));
  });
});

function versionsOf(space: string) {
  const main = filesIn(`${space}space/`);
  const proposed = globSync(`${space}change-requests/*/`, { cwd: root }).map(folder => {
    const base = `${folder.replace(/\/$/, '')}/`;
    const changeRequest = JSON.parse(read(`${base}change-request.json`)) as ChangeRequest;
    const gone = changeRequest.files.map(file => (file.status === 'removed' ? file.path : file.previousPath));
    const remaining = [...main].filter(([path]) => !gone.includes(path));
    return { base, changeRequest, files: new Map([...remaining, ...filesIn(`${base}files/`)]) };
  });
  return [{ base: space, changeRequest: undefined, files: main }, ...proposed];
}

function filesIn(folder: string): Map<string, string> {
  const paths = globSync(['**/*.*', '.gitbook/**/*.*'], { cwd: new URL(folder, root) });
  return new Map(paths.map(path => [path, read(folder + path)]));
}

function pagesOf(files: Map<string, string>): string[] {
  return [...files.keys()].filter(path => path.endsWith('.md') && path !== 'SUMMARY.md');
}

function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^ *(```+)[^]*?^ *\1/gm, '').replace(/`[^`\n]*`/g, '');
  const links = prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"|^cover: (\S+)/gm);
  return [...links].map(([, ...groups]) => groups.join('')).filter(link => !/^[a-z]+:/.test(link));
}

function leadsSomewhere(files: Map<string, string>, page: string, link: string): boolean {
  const [path, anchor] = link.split('#');
  const text = files.get(path ? posix.join(posix.dirname(page), path) : page);
  const headings = [...(text ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  const anchors = headings.map(heading => heading.replace(/[^\p{L}\p{N}\s-]/gu, '').replace(/\s+/g, '-'));
  return text !== undefined && (anchor === undefined || anchors.includes(anchor));
}
