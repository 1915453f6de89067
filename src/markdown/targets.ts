/** The attributes that contain the address of an image. */
export const imageAddressAttributes: ReadonlySet<string> = new Set(['src', 'srcset']);

/** Returns true if a page may contain this address: of an image, or of a link that can be opened. */
export function isAllowedAddress(name: string, target: string): boolean {
  return isAllowedLinkTarget(target) || (imageAddressAttributes.has(name) && /^data:image\//i.test(target));
}

/** Returns true for a link to the web, a mail address or a relative address, as written in HTML. */
export function isAllowedLinkTarget(target: string): boolean {
  return /^(?:https?:\/\/|mailto:|(?:[^:&/?#\s]|&amp;)*(?:[/?#]|$))/i.test(target);
}
