import type { Input, Schema } from '../../../api/routes.ts';
import { readArchive } from '../../import/archive.ts';
import { mustHaveSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor } from '../changeRequests/changeRequests.ts';
import { mustBeEditable } from './contentEdits.ts';
import { HttpError } from '../../errors.ts';
import type { Download } from '../../import/download.ts';
import { readMarkdownPage, readWebPage } from '../../import/page.ts';
import { createdQuietly } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { ChangeRequestRow } from '../../store/rows.ts';

const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import';

export const contentImport = {
  [route]: async ({ body, ...input }, caller) => {
    editableFor(caller, input);
    const write = await read(caller.download, body);
    // While all that was fetched, somebody else may have been quicker: what is added to is what is there now.
    const changeRequest = editableFor(caller, input);
    const counts = write(caller, changeRequest);
    return createdQuietly({ revision: caller.state.changeRequests.get(changeRequest.id).revision, ...counts });
  },
} satisfies Partial<Handlers>;

/** Adds what was read to a change request, in one revision. */
export type WriteImport = (caller: Caller, changeRequest: ChangeRequestRow) => Counts;

type Counts = Pick<Schema<'ImportResult'>, 'importedResources' | 'totalResources'>;
type Body = Input<typeof route>['body'];

function editableFor(caller: Caller, input: Omit<Input<typeof route>, 'body'>): ChangeRequestRow {
  const { space, changeRequest } = changeRequestFor(caller, input);
  mustHaveSpaceRight(caller, 'edit', space);
  mustBeEditable(changeRequest);
  return changeRequest;
}

async function read(download: Download, { source, url }: Body): Promise<WriteImport> {
  switch (source) {
    case 'markdown':
      return readMarkdownPage(download, url);
    case 'html':
      return readWebPage(download, url);
    case 'zip':
    case 'notion':
    case 'confluence':
    case 'google-docs':
      return readArchive(download, url, archives[source]);
    case 'website':
    case 'docx':
    case 'github-wiki': {
      const reason = `body.source is '${source}', which the sandbox does not read`;
      throw new HttpError(400, `Could not import: ${reason}. ${others[source]}`);
    }
  }
}

/** Where a zip is to be had: what these services export is a folder of Markdown or HTML. */
const archives = {
  zip: 'Give the address of a zip of Markdown or HTML files.',
  notion: "Export from Notion as 'Markdown & CSV' or 'HTML', and give the address of the zip.",
  confluence: "Export the space from Confluence as 'HTML', and give the address of the zip.",
  'google-docs': "Download the document from Google Docs as 'Web page', and give the address of the zip.",
};

/** What to do with content that no reader is here for. */
const others = {
  website: "Import its pages one by one, with the source 'html'.",
  docx: "Save the document as HTML or Markdown, and import that with the source 'html' or 'markdown'.",
  'github-wiki': "Clone the wiki, and import a zip of its files with the source 'zip'.",
};
