const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>();

/** A response in JSON. Its bytes are kept beside it: reading a megabyte out of a Response takes longer than sending it. */
export function jsonResponse(bytes: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const response = new Response(bytes, init);
  response.headers.set('content-type', 'application/json');
  bodies.set(response, bytes);
  return response;
}

/** The body of a response that nobody has read yet. */
export async function wholeBody(response: Response): Promise<Buffer<ArrayBuffer>> {
  return bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}
