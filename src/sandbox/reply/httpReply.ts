import type { HttpError } from '../errors.ts';

/** A request for what replies point at, outside of `/v1`. */
export interface PublicRequest {
  readonly url: URL;
  /** Aborts when whoever asked has gone away. */
  readonly gone: AbortSignal;
}

/** A reply as it is sent. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out where the reply has no body. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: object | undefined;
}

/** What a handler answers, in JSON. */
export function jsonReply({ status, headers, body }: Answer): HttpReply {
  if (body === undefined) return { status, headers: { ...headers } };
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    bytes: Buffer.from(JSON.stringify(body)),
  };
}

export function errorReply({ status, message, headers }: HttpError): HttpReply {
  return jsonReply({ status, headers, body: { error: { code: status, message } } });
}
