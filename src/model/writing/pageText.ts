import { stringify } from 'yaml';
import type { Schema } from '../../api/routes.ts';
import { emojiOf } from '../../markdown/document.ts';
import { plainTitleInText, singleLine } from '../../markdown/titleInText.ts';
import { joinPage, splitPage } from './pageHead.ts';

/**
 * Returns what an editor shows of a page: its settings as front matter, as Git Sync writes it, and its Markdown. The
 * service keeps the settings apart and gives Markdown without them, but reads them from the front matter that it is
 * sent. The title stands in the front matter only where the page does not begin with it.
 */
export function textOfPage(page: Partial<Schema<'Page'>>, markdown: string): string {
  // A server that gives front matter itself has said everything.
  if (splitPage(markdown).head !== undefined) return markdown;
  const settings = settingsOf(page, markdown);
  if (Object.keys(settings).length === 0) return markdown;
  return joinPage({ head: stringify(settings, { lineWidth: 0 }), body: markdown });
}

function settingsOf(page: Partial<Schema<'Page'>>, markdown: string): Record<string, unknown> {
  const { linkTitle, description, emoji, icon, hidden, noIndex, noRobotsIndex, condition, frontMatter } = page;
  const title = singleLine(page.title ?? '');
  const isShown = title === plainTitleInText(markdown);
  const { layout: unknownLayout, ...others } = { ...frontMatter };
  const layout = { ...layoutOf(page.layout), ...(isRecord(unknownLayout) && unknownLayout) };
  const settings = {
    ...(!isShown && { title }),
    linkTitle,
    description,
    icon,
    emoji: emoji && emojiOf(emoji),
    ...coverOf(page.cover),
    layout,
    hidden,
    noIndex,
    noRobotsIndex,
    if: condition,
    vars: page.variables,
    tags: textsOf(page.tags),
    metaLinks: metaLinksOf(page.metaLinks),
    ...others,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => isSet(value)));
}

/** Whether a setting says more than the default. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function layoutOf(layout: Schema<'PageLayout'> | null = {}): Record<string, unknown> {
  const { coverSize, cover, ...others } = { ...layout };
  const size = coverSize && coverSize !== 'hero' ? { size: coverSize } : {};
  const isCoverHidden = cover === false ? { visible: false } : {};
  const changed = Object.entries(others).filter(([, value]) => value === false || isText(value));
  const parts = changed.map(([name, value]) => [name, value === false ? { visible: false } : value]);
  const { width, ...rest } = Object.fromEntries(parts) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({
      width: width === 'default' ? undefined : width,
      cover: { ...isCoverHidden, ...size },
      ...rest,
    }).filter(([, value]) => isSet(value)),
  );
}

function coverOf({ ref, refDark, yPos }: Schema<'PageCover'> = {}): Record<string, unknown> {
  const [light, dark] = [addressOf(ref), addressOf(refDark)];
  if (light === undefined) return {};
  return { cover: light, coverDark: dark, ...(yPos && { coverY: yPos }) };
}

function addressOf(ref: unknown): string | undefined {
  const { kind, file, url } = { ...(ref as Record<string, unknown> | undefined) };
  if (kind === 'file' && isText(file)) return `/files/${file}`;
  return isText(url) ? url : undefined;
}

/** What is not plain text cannot be written as front matter. */
function textsOf(values: unknown): string[] | undefined {
  return Array.isArray(values) && values.every(isText) ? values : undefined;
}

function metaLinksOf(metaLinks: Schema<'Page'>['metaLinks']): Record<string, unknown> | undefined {
  const { canonical, alternates } = { ...metaLinks };
  if (canonical !== undefined && !isText(canonical)) return undefined;
  if (alternates !== undefined && !textsOf(alternates)) return undefined;
  return { ...(canonical !== undefined && { canonical }), ...(alternates && { alternates }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
