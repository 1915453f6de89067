/** Takes the slash at the end and the version off the address that a person gives. */
export function baseAddress(url: string): string {
  return url.trim().replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
}
