import { assetNameIn } from './assetNames.ts';
import { decodeTarget, destinationsOf } from './destinations.ts';
import { bodyAfterFrontMatter } from './frontMatter.ts';

/** Matches a line of front matter with a cover image. */
const coverLine = /^((?:cover|coverDark)[ \t]*:[ \t]+)("|'|)([^\s"'#]+)\2(?=[ \t]*\r?$)/gm;

/** Returns the names of the files in `.assets/` that the cover, links, images and tags of a page refer to. */
export function assetNamesOf(page: string): Set<string> {
  const names = new Set<string>();
  withAssetTargets(page, name => void names.add(name));
  return names;
}

/** Replaces the paths of files in `.assets/` by other targets. Paths without a target stay. */
export function withAssetTargets(page: string, targetOf: (name: string) => string | undefined): string {
  if (!page.includes('.assets')) return page;
  // Front matter contains covers, but no Markdown links.
  const { line } = bodyAfterFrontMatter(page.replaceAll('\r\n', '\n'));
  const start = page.split('\n', line).reduce((length, text) => length + text.length + 1, 0);
  const text = page.slice(start);
  let result = page.slice(0, start).replace(coverLine, (whole, key: string, quote: string, written: string) => {
    const name = assetNameIn(decodeTarget(written));
    const target = name === undefined ? undefined : targetOf(name);
    return target === undefined ? whole : key + quote + target + quote;
  });
  let from = 0;
  for (const { start: at, end, target, rawAnchor = '' } of destinationsOf(text)) {
    const name = assetNameIn(target);
    const replacement = name === undefined ? undefined : targetOf(name);
    if (replacement === undefined) continue;
    result += text.slice(from, at) + replacement + rawAnchor;
    from = end;
  }
  return result + text.slice(from);
}
