import type { HttpError } from '../errors.ts';
import { omit } from '../store/omit.ts';

/** A request outside of `/v1`, to an address from a reply. */
export interface PublicRequest {
  readonly url: URL;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** A reply with its encoded body. */
export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the reply has no body. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export interface HandlerResult {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: object | undefined;
}

/** Encodes a handler's answer as a JSON reply. */
export function jsonReply({ status, headers, body }: HandlerResult): HttpReply {
  if (body === undefined) return { status, headers: { ...headers } };
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    bytes: toJson(body),
  };
}

/** A value already encoded as JSON. It replaces a whole body or one of its members. */
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
