/** A type guard for a value from an untrusted source. */
export type Guard<T> = (value: unknown) => value is T;

/** The type that a check guards. */
export type Guarded<C> = C extends Guard<infer T> ? T : never;

/** The checks of an object's fields, by field name. */
export type Fields = Readonly<Record<string, Guard<unknown>>>;

type Optional<F extends Fields> = { [K in keyof F]: undefined extends Guarded<F[K]> ? K : never }[keyof F];

/** An object with the checked fields. Fields that may be undefined are optional. */
export type GuardedObject<F extends Fields> = { readonly [K in Exclude<keyof F, Optional<F>>]: Guarded<F[K]> } & {
  readonly [K in Optional<F>]?: Guarded<F[K]>;
};

export const text = checked<string>(value => typeof value === 'string');
export const number = checked<number>(value => typeof value === 'number' && Number.isFinite(value));
/** A check for integers from 0. */
export const wholeNumber = checked<number>(value => Number.isInteger(value) && (value as number) >= 0);
export const boolean = checked<boolean>(value => typeof value === 'boolean');
/** A check for UUIDs as made by `crypto.randomUUID`. */
export const uuid = checked<string>(
  value => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value),
);

/** A check for base64 data URLs of images. */
export const imageData = checked<string>(
  value => typeof value === 'string' && /^data:image\/[\w+]+;base64,[\w+/]*=*$/.test(value),
);

export function oneOf<const T extends string>(...words: readonly T[]): Guard<T> {
  return checked<T>(value => words.includes(value as T));
}

export function optional<T>(check: Guard<T>): Guard<T | undefined> {
  return checked<T | undefined>(value => value === undefined || check(value));
}

export function listOf<T>(check: Guard<T>): Guard<readonly T[]> {
  return checked<readonly T[]>(value => Array.isArray(value) && value.every(check));
}

/** Returns a check for an object that has these fields and no others. */
export function objectWith<F extends Fields>(fields: F): Guard<GuardedObject<F>> {
  return checked<GuardedObject<F>>(
    value =>
      isRecord(value) &&
      Object.keys(value).every(name => Object.hasOwn(fields, name)) &&
      Object.entries(fields).every(([name, check]) => check(value[name])),
  );
}

/** The fields of each message type, by type. */
export type Types = Readonly<Record<string, Fields>>;

/** A message of one of the types. */
export type Message<T extends Types> = { [K in keyof T & string]: { readonly type: K } & GuardedObject<T[K]> }[keyof T &
  string];

/** Returns a parser for messages of these types. The parser returns undefined for anything else. */
export function messageParser<T extends Types>(types: T): (message: unknown) => Message<T> | undefined {
  const shapes = new Map(Object.entries(types).map(([type, fields]) => [type, objectWith({ type: text, ...fields })]));
  return message => {
    const type = isRecord(message) ? message['type'] : undefined;
    return shapes.get(type as string)?.(message) ? (message as unknown as Message<T>) : undefined;
  };
}

function checked<T>(holds: (value: unknown) => boolean): Guard<T> {
  return (value): value is T => holds(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
