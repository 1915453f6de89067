/** Returns a server address without a trailing slash and version. */
export function baseAddress(url: string): string {
  return url.trim().replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}
