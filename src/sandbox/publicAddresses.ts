import { serveFile } from './content/files.ts';
import { HttpError } from './errors.ts';
import { servePdf } from './operations/changeRequests/pdfs.ts';
import type { Printing } from './operations/changeRequests/pdfs.ts';
import { assertReaderAccess } from './operations/sites/siteReaders.ts';
import { serveVersion } from './operations/openapi/openapi.ts';
import type { HttpReply, PublicRequest } from './reply/httpReply.ts';

/** Serves addresses outside of `/v1` from replies: files and PDFs for programs, explanations for users. */
export function servePublicAddress(printing: Printing, request: PublicRequest): HttpReply | Promise<HttpReply> {
  const { state } = printing;
  const { url } = request;
  const [folder] = url.pathname.split('/').slice(1);
  if (folder === 'files') return serveFile(state, url);
  if (folder === 'openapi') return serveVersion(state, url);
  if (folder === 'pdf') return servePdf(printing, request);
  if (folder === 'sites') assertReaderAccess(state, url);
  if (folder === 'app' || folder === 'sites' || folder === '') return explain(url);
  throw new HttpError(404, `There is nothing at ${url.pathname}. The operations of the service begin with /v1.`);
}

/** Explains that the sandbox has neither a web application nor published sites, only their addresses. */
function explain(url: URL): HttpReply {
  const text = `<!doctype html>
<meta charset="utf-8">
<title>Marginalia sandbox</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>This is a sandbox</h1>
<p>The service would show <code>${escape(url.pathname)}</code> here. The sandbox plays the interface of the service
for programs only; look at the same content in the editor.</p>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  };
  return { status: 200, headers, bytes: Buffer.from(text) };
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
