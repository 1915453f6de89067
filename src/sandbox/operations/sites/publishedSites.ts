import { customizationOf } from './customizations.ts';
import { HttpError } from '../../errors.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { SiteRow } from '../../store/rows.ts';
import { presentSite } from './sites.ts';
import { presentStructure, siteViewFor, visibleSiteSpaces } from './siteViews.ts';

export const publishedSites = {
  'GET /orgs/{organizationId}/sites/{siteId}/published': (input, caller) => {
    const view = siteViewFor(caller, input);
    const { site, shareKey } = view;
    assertPublished(site);
    assertOpen(site, shareKey);
    const siteSpaces = visibleSiteSpaces(view).map(row => [row.id, customizationOf(caller, site, row.title)]);
    return ok({
      object: 'published-content-site',
      site: presentSite(caller, site),
      structure: presentStructure(view),
      customizations: { site: customizationOf(caller, site, site.title), siteSpaces: Object.fromEntries(siteSpaces) },
      // Scripts come from installed integrations, and the sandbox runs none.
      scripts: [],
    });
  },
} satisfies Partial<Handlers>;

function assertPublished(site: SiteRow): void {
  if (site.published) return;
  throw new HttpError(404, `The site '${site.title}' is not published. Publish it first.`);
}

function assertOpen(site: SiteRow, shareKey: string | undefined): void {
  if (site.visibility !== 'share-link' || shareKey !== undefined) return;
  const words = `needs query.shareKey: its visibility is 'share-link'. Take the key from one of its share links.`;
  throw new HttpError(403, `The site '${site.title}' ${words}`);
}
