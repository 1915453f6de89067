/** A value in JSON. It passes between threads without being copied, and is parsed when it is needed. */
export interface Encoded<T> {
  json: Uint8Array<ArrayBuffer>;
  /** Never there: names the type of the value. */
  type?: T;
}

export function decode<T>({ json }: Encoded<T>): T {
  return JSON.parse(new TextDecoder().decode(json)) as T;
}

export function encode<T>(value: T): Encoded<T> {
  return { json: new TextEncoder().encode(JSON.stringify(value)) };
}
