import type { PageMetadata } from './markdown/frontMatter.ts';
import type { PageRow, PictureRef } from '../store/rows.ts';

/** The fields of a page other than its placement and content. */
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

/** Returns page fields from front matter; a picture becomes the file that `fileAt` finds, otherwise a URL. */
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
