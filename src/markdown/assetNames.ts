/** Returns the name of the file that a link means by its place in `.assets/`, wherever the page is. The link is decoded. */
export function assetNameIn(target: string): string | undefined {
  return /^(?![a-z][a-z0-9+.-]*:|\/\/)(?:.*\/)?\.assets\/([^/?]+)$/i.exec(target)?.[1];
}
