import type { PageMetadata } from './markdown/frontMatter.ts';
import type { PageRow, PictureRef } from '../store/rows.ts';

/** What can be said about a page besides its place and its content. */
export type PageFields = Partial<
  Pick<
    PageRow,
    | 'title'
    | 'linkTitle'
    | 'description'
    | 'icon'
    | 'emoji'
    | 'cover'
    | 'layout'
    | 'hidden'
    | 'noIndex'
    | 'noRobotsIndex'
    | 'condition'
    | 'variables'
    | 'tags'
    | 'metaLinks'
    | 'frontMatter'
  >
>;

/** What the head of a page says, with pictures found by `fileAt` or else by their address. */
export function fieldsOfMetadata(
  { cover, ...metadata }: PageMetadata,
  fileAt: (path: string) => string | undefined,
): PageFields {
  if (!cover) return metadata;
  const refTo = (address: string): PictureRef => {
    const file = fileAt(address);
    return file === undefined ? { kind: 'url', url: address } : { kind: 'file', file };
  };
  const { address, dark, yPos } = cover;
  const refs = { ref: refTo(address), ...(dark !== undefined && { refDark: refTo(dark) }) };
  return { ...metadata, cover: { ...refs, ...(yPos !== undefined && { yPos }) } };
}
