import type { Document } from '../../markdown/document.ts';

/** Makes the document that the service takes as a description. */
export async function documentFrom(markdown: string): Promise<Document> {
  if (markdown === '') return { object: 'document', data: {}, nodes: [] };
  const { toDocument } = await import('../../markdown/reading/toDocument.ts');
  return { data: {}, ...toDocument(markdown, []) };
}
