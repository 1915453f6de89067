const bodies = new WeakMap<Response, Buffer<ArrayBuffer>>();

/**
 * A response in JSON. Its bytes are kept beside it, and put into it when they are read there: getting a megabyte into a
 * Response and out of it again takes longer than sending it.
 */
export function jsonResponse(bytes: Buffer<ArrayBuffer>, init: ResponseInit): Response {
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const response = new Response(body, init);
  response.headers.set('content-type', 'application/json');
  bodies.set(response, bytes);
  return response;
}

/** The body of a response that nobody has read yet. */
export async function wholeBody(response: Response): Promise<Buffer<ArrayBuffer>> {
  return bodies.get(response) ?? Buffer.from(await response.arrayBuffer());
}
