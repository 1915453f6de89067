import type { Input, Schema } from '../api/routes.ts';
import { must } from './callers.ts';
import type { Caller } from './callers.ts';
import { changeRequestFor } from './changeRequests.ts';
import { mustBeEditable } from './contentEdits.ts';
import { HttpError } from './errors.ts';
import { readHtmlPage, readMarkdownPage } from './pageImport.ts';
import { created } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { ChangeRequestRow } from './rows.ts';

const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import';

export const contentImport = {
  [route]: async ({ body, ...input }, caller) => {
    editableFor(caller, input);
    const write = await read(body);
    // While all that was fetched, somebody else may have been quicker: what is added to is what is there now.
    const changeRequest = editableFor(caller, input);
    const counts = write(caller, changeRequest);
    return created({ revision: caller.state.changeRequests.get(changeRequest.id).revision, ...counts });
  },
} satisfies Partial<Handlers>;

/** Adds what was read to a change request, in one revision. */
export type WriteImport = (caller: Caller, changeRequest: ChangeRequestRow) => Counts;

type Counts = Pick<Schema<'ImportResult'>, 'importedResources' | 'totalResources'>;
type Body = Input<typeof route>['body'];

function editableFor(caller: Caller, input: Omit<Input<typeof route>, 'body'>): ChangeRequestRow {
  const { space, changeRequest } = changeRequestFor(caller, input);
  must(caller, 'edit', space);
  mustBeEditable(changeRequest);
  return changeRequest;
}

async function read({ source, url }: Body): Promise<WriteImport> {
  switch (source) {
    case 'markdown':
      return readMarkdownPage(url);
    case 'html':
      return readHtmlPage(url);
    default:
      throw new HttpError(
        400,
        `Could not import: body.source is '${source}', which the sandbox does not read. ${advice[source]}`,
      );
  }
}

type Refused = Exclude<Body['source'], 'markdown' | 'html'>;

const unpack = "Unpack it, and import its pages one by one, with the source 'html' or 'markdown'.";

/** What to do with content that no reader is here for. */
const advice: Record<Refused, string> = {
  website: "Import its pages one by one, with the source 'html'.",
  docx: "Save the document as HTML or Markdown, and import that with the source 'html' or 'markdown'.",
  'github-wiki': "Clone the wiki, and import a zip of its files with the source 'zip'.",
  zip: unpack,
  notion: unpack,
  confluence: unpack,
  'google-docs': unpack,
};
