import { HttpError } from '../errors.ts';

/** The depth limit of bodies, because validation, handlers and replies traverse them recursively. */
const maxDepth = 200;

/** Parses the body of a request. Returns undefined if it is empty and not required. */
export async function readBody(request: Request, { required }: { required: boolean }): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === '') {
    if (required) throw new HttpError(400, 'body is missing: this operation needs one, in JSON.');
    return undefined;
  }
  const body = parse(text);
  assertShallow(body, 0);
  if (/\\u[dD][89a-fA-F]/.test(text)) assertText(body, 'body');
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`);
  }
}

function assertShallow(value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (level === maxDepth) throw new HttpError(400, `body is nested deeper than ${maxDepth} levels. Make it flatter.`);
  for (const member of Array.isArray(value) ? value : Object.values(value)) assertShallow(member, level + 1);
}

/** Throws for unpaired surrogates, which JSON allows but addresses and headers of replies cannot contain. */
function assertText(value: unknown, field: string): void {
  const broken = `${field} is not text: it has half a character (an unpaired surrogate).`;
  if (typeof value === 'string' && !value.isWellFormed()) throw new HttpError(400, broken);
  if (Array.isArray(value)) value.forEach((item, index) => assertText(item, `${field}[${index}]`));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed()) throw new HttpError(400, broken);
      assertText(member, `${field}.${name}`);
    }
  }
}
