import { stringify } from 'yaml';
import type { Schema } from '../../api/routes.ts';
import { emojiOf } from '../../markdown/document.ts';
import { plainTitleInText, singleLine } from '../../markdown/titleInText.ts';
import { joinPage, splitPage, withRecognizableStart } from './frontMatter.ts';

/**
 * Returns the text of a page for an editor: its settings as front matter, as Git Sync writes them, and its Markdown.
 * The service stores the settings separately and sends Markdown without them, but reads them from the front matter of a
 * saved text. The title is included only if the page begins with another heading, so that pages without settings need
 * no front matter.
 */
export function textOfPage(page: Partial<Schema<'Page'>>, markdown: string): string {
  const body = markdown.replace(/^\uFEFF/, '');
  // Front matter from the server already contains all settings.
  if (splitPage(markdown).head !== undefined) return markdown;
  const settings = settingsOf(page, body);
  if (Object.keys(settings).length === 0) return markdown;
  const yaml = stringify(settings, { lineWidth: 0 });
  const text = joinPage({ head: withRecognizableStart(yaml), body: '' });
  return (body.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text) + body;
}

function settingsOf(page: Partial<Schema<'Page'>>, markdown: string): Record<string, unknown> {
  const { linkTitle, description, emoji, icon, hidden, noIndex, noRobotsIndex, condition, frontMatter } = page;
  const title = isText(page.title) ? singleLine(page.title) : '';
  const heading = plainTitleInText(markdown);
  const { layout: unknownLayout, ...others } = { ...(isRecord(frontMatter) && frontMatter) };
  const layout = { ...layoutOf(page.layout), ...(isRecord(unknownLayout) && unknownLayout) };
  const settings = {
    ...(heading !== '' && heading !== title && { title }),
    linkTitle: textIn(linkTitle),
    description: textIn(description),
    icon: textIn(icon),
    emoji: isText(emoji) ? emojiOf(emoji) : undefined,
    ...coverOf(page.cover),
    layout,
    hidden: hidden === true,
    noIndex: noIndex === true,
    noRobotsIndex: noRobotsIndex === true,
    if: textIn(condition),
    vars: isRecord(page.variables) ? page.variables : undefined,
    tags: textsOf(page.tags),
    metaLinks: metaLinksOf(page.metaLinks),
  };
  const known = Object.fromEntries(Object.entries(settings).filter(([, value]) => isSet(value)));
  // The service documents no defaults for the other keys, so every value is shown.
  const unknown = Object.entries(others).filter(
    ([name, value]) => !Object.hasOwn(known, name) && value !== undefined && value !== null,
  );
  return { ...known, ...Object.fromEntries(unknown) };
}

function textIn(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}

/** Returns true if a setting differs from the default. */
function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function layoutOf(layout: unknown): Record<string, unknown> {
  const { coverSize, cover, ...others } = { ...(isRecord(layout) && layout) };
  const size = isText(coverSize) && coverSize !== 'hero' ? { size: coverSize } : {};
  const isCoverHidden = cover === false ? { visible: false } : {};
  // The default mask is "none".
  const changed = Object.entries(others).filter(([, value]) => value === false || (isText(value) && value !== 'none'));
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

/**
 * Returns no cover if only a part of it can be written as front matter, because the next save would delete the other
 * part.
 */
function coverOf(cover: unknown): Record<string, unknown> {
  const { ref, refDark, yPos } = { ...(isRecord(cover) && cover) };
  const [light, dark] = [addressOf(ref), addressOf(refDark)];
  if (light === undefined || (isRecord(refDark) && dark === undefined)) return {};
  return { cover: light, coverDark: dark, ...(typeof yPos === 'number' && yPos !== 0 && { coverY: yPos }) };
}

function addressOf(ref: unknown): string | undefined {
  const { kind, file, url } = { ...(isRecord(ref) && ref) };
  if (kind === 'file' && isText(file)) return `/files/${file}`;
  return isText(url) ? url : undefined;
}

/** Returns undefined unless all values are text, because others cannot be written as front matter. */
function textsOf(values: unknown): string[] | undefined {
  return Array.isArray(values) && values.every(isText) ? values : undefined;
}

function metaLinksOf(metaLinks: unknown): Record<string, unknown> | undefined {
  const { canonical, alternates } = { ...(isRecord(metaLinks) && metaLinks) };
  if ((canonical !== undefined && !isText(canonical)) || (alternates !== undefined && !textsOf(alternates)))
    return undefined;
  return { ...(canonical !== undefined && { canonical }), ...(alternates !== undefined && { alternates }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
