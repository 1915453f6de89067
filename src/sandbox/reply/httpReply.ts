import type { HttpError } from '../errors.ts';
import { omit } from '../store/omit.ts';

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
    bytes: toJson(body),
  };
}

/** A value that is JSON already, made elsewhere. It stands for the whole body, or for a member of it. */
export class RawJson {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
  }
}

function toJson(body: object): Uint8Array<ArrayBuffer> {
  if (body instanceof RawJson) return body.bytes;
  const raw = Object.entries(body).filter((member): member is [string, RawJson] => member[1] instanceof RawJson);
  if (raw.length === 0) return Buffer.from(JSON.stringify(body));
  const others = JSON.stringify(omit(body as Record<string, unknown>, ...raw.map(([name]) => name))).slice(0, -1);
  const parts = raw.flatMap(([name, { bytes }], index) => [
    Buffer.from(`${index > 0 || others !== '{' ? ',' : ''}${JSON.stringify(name)}:`),
    bytes,
  ]);
  return Buffer.concat([Buffer.from(others), ...parts, Buffer.from('}')]);
}

export function errorReply({ status, message, headers }: HttpError): HttpReply {
  return jsonReply({ status, headers, body: { error: { code: status, message } } });
}
