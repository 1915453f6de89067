import { HttpError } from '../../errors.ts';
import { isVisitorToken } from '../../reply/visitorTokens.ts';
import type { SiteRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { isActiveKey } from './shareLinks.ts';

/** Throws if the reader at this address has no access to the site. Applies to addresses outside of `/v1`. */
export function assertReaderAccess(state: State, url: URL): void {
  const [, , basename = ''] = url.pathname.split('/');
  const site = state.sites.all().find(row => encodeURIComponent(row.basename) === basename);
  if (!site) throw new HttpError(404, `No site has the address ${url.pathname}.`);
  if (!site.published) throw new HttpError(404, `The site '${site.title}' is not published.`);
  if (site.visibility === 'share-link') assertHasKey(state, site, url.searchParams.get('shareKey'));
  if (site.visibility === 'visitor-auth') assertVisitor(state, site, url.searchParams.get('jwt_token'));
}

function assertHasKey(state: State, site: SiteRow, key: string | null): void {
  if (key !== null && isActiveKey(state, site, key)) return;
  throw new HttpError(403, `The address holds the key of no active share link of the site '${site.title}'.`);
}

function assertVisitor(state: State, site: SiteRow, token: string | null): void {
  if (token !== null && isVisitorToken(state, token, site.organization)) return;
  const advice = 'Add ?jwt_token= with the claims that a ping of its organization answers.';
  throw new HttpError(401, `The site '${site.title}' is open to visitors who are signed in. ${advice}`);
}
