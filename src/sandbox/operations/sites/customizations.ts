import { createHash } from 'node:crypto';
import type { Schema } from '../../../api/routes.ts';
import { publishedUrl } from '../../reply/addresses.ts';
import type { Caller } from '../../caller.ts';
import type { SiteRow } from '../../store/rows.ts';
import { siteSectionsOf } from './siteOrder.ts';

/**
 * Returns the customization of a site. Only its icon, color, title and sections vary, because no operation changes the
 * rest.
 */
export function customizationOf(caller: Caller, site: SiteRow, title: string): Schema<'CustomizationSet'> {
  const at = (path: string) => publishedUrl(caller, site, path);
  const home = { title, to: { kind: 'url', url: at('') } };
  const color = colorOf(site);
  const siteIcon = site.icon && 'icon' in site.icon ? site.icon.icon : undefined;
  const logo = siteIcon ?? { light: picture(title, color.light), dark: picture(title, color.dark) };
  const sections = siteSectionsOf(caller.state, site.id).map(row => ({
    title: row.title,
    to: { kind: 'url', url: at(row.path) },
  }));
  const links = sections.length > 0 ? sections : [home];
  return {
    title,
    styling: { ...styling, primaryColor: color, tint: { color } },
    internationalization: { locale: 'en' },
    favicon: { icon: logo },
    header: { logo, links: links.map(link => ({ ...link, style: 'link', links: [], condition: 'true' })) },
    footer: { logo, groups: [{ title: 'More', links: [home] }], copyright: `© ${site.createdAt.slice(0, 4)} ${title}` },
    announcement: { enabled: false, message: `Welcome to ${title}`, link: home, style: 'info' },
    ...featureSettings,
    privacyPolicy: { url: at('privacy') },
    socialPreview: { url: at('social-preview.png') },
  };
}

/** Returns a color derived from the ID, so that a site always has the same one. */
function colorOf({ id }: SiteRow): { light: string; dark: string } {
  const [red, green, blue] = createHash('sha256').update(id).digest();
  const hex = (shade: (part: number) => number) =>
    `#${[red, green, blue]
      .map(part =>
        Math.round(shade(part ?? 0))
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`;
  return { light: hex(part => part / 2), dark: hex(part => 128 + part / 2) };
}

const styling = {
  theme: 'clean',
  infoColor: { light: '#4c6a92', dark: '#9db8dc' },
  successColor: { light: '#1f7a4d', dark: '#7ad3a6' },
  warningColor: { light: '#a86200', dark: '#f2b866' },
  dangerColor: { light: '#b3261e', dark: '#f2a39e' },
  corners: 'rounded',
  depth: 'subtle',
  links: 'default',
  font: 'Inter',
  icons: 'regular',
  sidebar: { background: 'default', list: 'default' },
  search: 'prominent',
};

const featureSettings = {
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: false },
  aiSearch: { enabled: false },
  advancedCustomization: { enabled: false },
  pagination: { enabled: true },
  trademark: { enabled: true },
  ai: { mode: 'none', pageLinkSummaries: { enabled: false } },
  git: { showEditLink: false },
  externalLinks: { target: 'self' },
  insights: { trackingCookie: false },
};

/** Returns a `data:` URL of an SVG icon: the first letter of the title on a square. */
function picture(title: string, color: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(title)?.[0].toUpperCase() ?? '';
  const text = `<text x="16" y="23" font-family="sans-serif" font-size="20" text-anchor="middle">${letter}</text>`;
  const drawing = `<rect width="32" height="32" rx="6" fill="${color}"/>${text}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">${drawing}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
