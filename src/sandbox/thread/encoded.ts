/** A value encoded as JSON. Threads transfer its bytes without a copy, and it is parsed only when needed. */
export interface Encoded<T> {
  json: Uint8Array<ArrayBuffer>;
  /** The property is never set. It only carries the type of the value. */
  type?: T;
}

export function decode<T>({ json }: Encoded<T>): T {
  return JSON.parse(new TextDecoder().decode(json)) as T;
}

export function encode<T>(value: T): Encoded<T> {
  return { json: new TextEncoder().encode(JSON.stringify(value)) };
}
