/** Takes a part of a URL to what it stands for. What stands for nothing, such as `100%`, is taken as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Pages are written by hand.
    return text;
  }
}
