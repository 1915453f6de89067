/** Returns the file name in a decoded link into `.assets/`, wherever the page is. Undefined for other links. */
export function assetNameIn(target: string): string | undefined {
  return /^(?![a-z][a-z0-9+.-]*:|\/\/)(?:.*\/)?\.assets\/([^/?]+)$/i.exec(target)?.[1];
}
