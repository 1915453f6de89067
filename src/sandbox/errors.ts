/** A refusal: the router turns it into `{ error: { code, message } }` with this status. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The refusal for a thing that does not exist, or that this caller must not know of. */
export function notFound(kind: string, id: string): HttpError {
  return new HttpError(404, `No ${kind} has the ID '${id}'.`);
}
