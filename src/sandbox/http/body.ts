import { HttpError } from '../errors.ts';

/** Nobody nests this deep. Checks, handlers and replies walk through a body, and none of them goes down without end. */
const deepest = 200;

/** The body of a request, which may be any JSON that people and programs write. */
export async function readBody(request: Request, { required }: { required: boolean }): Promise<unknown> {
  const text = await request.text();
  if (text.trim() === '') {
    if (required) throw new HttpError(400, 'body is missing: this operation needs one, in JSON.');
    return undefined;
  }
  const body = parse(text);
  mustBeShallow(body, 0);
  if (/\\u[dD][89a-fA-F]/.test(text)) mustBeText(body, 'body');
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HttpError(400, `body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}.`);
  }
}

function mustBeShallow(value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (level === deepest) throw new HttpError(400, `body is nested deeper than ${deepest} levels. Make it flatter.`);
  for (const member of Array.isArray(value) ? value : Object.values(value)) mustBeShallow(member, level + 1);
}

/** JSON can hold half a character of two; what has one could be put into no address and no header of a reply. */
function mustBeText(value: unknown, field: string): void {
  const broken = `${field} is not text: it has half a character (an unpaired surrogate).`;
  if (typeof value === 'string' && !value.isWellFormed()) throw new HttpError(400, broken);
  if (Array.isArray(value)) value.forEach((item, index) => mustBeText(item, `${field}[${index}]`));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed()) throw new HttpError(400, broken);
      mustBeText(member, `${field}.${name}`);
    }
  }
}
