import type { Schema } from '../../api/routes.ts';
import type { Connection } from '../session/connection.ts';
import type { ContentAddress } from './address.ts';

/** The version of a space's content that is asked for. */
type Source = Pick<ContentAddress, 'space' | 'version'> & { connection: Connection };

export async function fetchPages({ connection: { api }, space: spaceId, version }: Source): Promise<Schema<'Page'>[]> {
  const query = { metadata: false };
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages';
      return (await api.request(route, { spaceId, changeRequestId, query })).pages;
    }
    case 'revision': {
      const { revision: revisionId } = version;
      return (await api.optional('GET /spaces/{spaceId}/revisions/{revisionId}/pages', { spaceId, revisionId, query }))
        .pages;
    }
    case 'main':
      return (await api.optional('GET /spaces/{spaceId}/content/pages', { spaceId, query })).pages;
  }
}

export async function fetchFiles({ connection: { api }, space: spaceId, version }: Source): Promise<Schema<'File'>[]> {
  const query = { metadata: false };
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files';
      return api.all(route, { spaceId, changeRequestId, query });
    }
    case 'revision': {
      const { revision: revisionId } = version;
      return api.all('GET /spaces/{spaceId}/revisions/{revisionId}/files', { spaceId, revisionId, query });
    }
    case 'main':
      return api.all('GET /spaces/{spaceId}/content/files', { spaceId, query });
  }
}

export function fetchPage(place: Source, pageId: string, format: 'markdown' | 'document'): Promise<Schema<'Page'>> {
  const { space: spaceId, version } = place;
  const { api } = place.connection;
  const query = { format, metadata: false };
  switch (version.kind) {
    case 'changeRequest': {
      const changeRequestId = String(version.number);
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';
      return api.request(route, { spaceId, changeRequestId, pageId, query });
    }
    case 'revision': {
      const { revision: revisionId } = version;
      const route = 'GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}';
      return api.request(route, { spaceId, revisionId, pageId, query });
    }
    case 'main':
      return api.request('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId, query });
  }
}
