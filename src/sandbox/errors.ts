/** An error that the router sends as `{ error: { code, message } }` with this status. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Returns the error for a resource that does not exist or that the caller may not see. */
export function notFound(kind: string, id: string): HttpError {
  return new HttpError(404, `No ${kind} has the ID '${id}'.`);
}
