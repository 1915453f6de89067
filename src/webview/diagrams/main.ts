/// <reference lib="dom" />
import mermaid from 'mermaid';
import type { DrawingRequest, FromFrame } from './messages.ts';

/*
 * Draws diagrams in a frame with an origin of its own that loads nothing: scripts in a diagram cannot access the page
 * or VS Code.
 */

const post = (message: FromFrame) => parent.postMessage(message, '*');

addEventListener('message', ({ data, source }) => {
  if (source === parent) void answer(data as DrawingRequest);
});
post({ type: 'ready' });

async function answer(request: DrawingRequest): Promise<void> {
  const { id } = request;
  try {
    post({ type: 'drawn', id, ...(await draw(request)) });
  } catch (error) {
    post({ type: 'failed', id, why: reasonOf(error) });
  }
}

async function draw({ source, isDark, fontFamily }: DrawingRequest) {
  mermaid.initialize({
    ...{ startOnLoad: false, suppressErrorRendering: true, securityLevel: 'strict', deterministicIds: true },
    ...{ htmlLabels: false, theme: isDark ? 'dark' : 'default', fontFamily, maxEdges: 300 },
    // Options that a directive inside a diagram must not override.
    secure: [
      'secure',
      'securityLevel',
      'startOnLoad',
      'maxTextSize',
      'suppressErrorRendering',
      'maxEdges',
      'htmlLabels',
    ],
  });
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  // The page's content security policy blocks style elements, so the first rendering supplies the styles with which
  // texts are measured.
  sheet.replaceSync((await render(source)).querySelector('style')?.textContent ?? '');
  const picture = await render(source);
  const [, , width = NaN, height = NaN] = (picture.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (!(width > 0 && height > 0 && width < Infinity && height < Infinity)) throw new Error('It has no size.');
  picture.setAttribute('width', String(width));
  picture.setAttribute('height', String(height));
  return { svg: new XMLSerializer().serializeToString(picture), width, height };
}

async function render(source: string): Promise<SVGSVGElement> {
  const { svg } = await mermaid.render('diagram', source, document.body);
  const picture = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!picture) throw new Error('There is nothing to see.');
  return picture;
}

/** Returns the first line of Mermaid's message; further lines quote the source. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.trim().replace(/:$/, '.').slice(0, 200);
}
