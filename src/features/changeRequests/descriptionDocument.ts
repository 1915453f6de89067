import type { Document } from '../../markdown/document.ts';

/** Parses Markdown into the document that the service accepts as a description. */
export async function parseDescription(markdown: string): Promise<Document> {
  if (markdown === '') return { object: 'document', data: {}, nodes: [] };
  const { toDocument } = await import('../../markdown/reading/toDocument.ts');
  return { data: {}, ...toDocument(markdown, []) };
}
