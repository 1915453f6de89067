import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../host/eventually.ts';
import { waitForCount } from '../host/locators.ts';
import { setReviewPage } from './reviewPageStage.ts';
import { space } from './service.ts';

const title = 'Two-point mooring';
const diagram = (...lines: string[]) => ['```mermaid', ...lines, '```', ''].join('\n');

describe('diagrams on the review page', () => {
  const on = setReviewPage();

  /** Opens a change request that changes the text of a page, and returns that page once it is read. */
  async function compared(before: string, after: string): Promise<Locator> {
    const { service, workbench } = on;
    const number = await service.propose('Begin to draw', title, before);
    const merge = `${service.url}/v1/spaces/${space}/change-requests/${number}/merge`;
    const merged = await fetch(merge, { method: 'POST', headers: { authorization: `Bearer ${service.token}` } });
    assert.ok(merged.ok, `${merged.status}`);
    const next = await service.propose('Draw it', title, after);
    await workbench.runCommand('Marginalia: Refresh');
    await on.open(next);
    return on.read(title);
  }

  const pictures = (page: Locator) => page.getByRole('img', { name: /^Diagram: / });

  /** Waits until this number of images is drawn, and returns their names. */
  async function drawn(page: Locator, count: number): Promise<string[]> {
    return eventually(async () => {
      const drawn = await pictures(page).evaluateAll(images =>
        (images as unknown as { alt: string; naturalWidth: number }[]).map(({ alt, naturalWidth }) => ({
          alt,
          naturalWidth,
        })),
      );
      assert.ok(drawn.length === count && drawn.every(({ naturalWidth }) => naturalWidth > 0), JSON.stringify(drawn));
      return drawn.map(({ alt }) => alt);
    });
  }

  it('are rendered before and after, with the source below when that has changed', async () => {
    const same = diagram('sequenceDiagram', '  Ana->>Ben: Ready?', '  Ben-->>Ana: Yes');
    const page = await compared(
      `${same}\n${diagram('flowchart LR', '  a[Buoy] --> b[Perch]')}`,
      `${same}\n${diagram('flowchart TD', '  a[Buoy] --> b[Perch] --> c[Console]')}`,
    );
    const names = [
      'Diagram: sequenceDiagram',
      'Diagram: sequenceDiagram',
      'Diagram: flowchart LR',
      'Diagram: flowchart TD',
    ];
    assert.deepEqual(await drawn(page, 4), names);
    const changed = page.locator('.row.change');
    await waitForCount(changed.locator('pre').filter({ visible: true }), 2);
    await waitForCount(page.locator('.row.same pre').filter({ visible: true }), 0);
    await on.frame.getByRole('button', { name: 'One Column' }).click();
    await page.locator('.body.one').waitFor();
    assert.deepEqual(await drawn(page, 3), names.slice(1));
    await changed.locator('del img').waitFor();
    await changed.locator('ins img').waitFor();
  });

  it('are images that run and load nothing', async () => {
    const { page: window } = on.workbench;
    const asked: string[] = [];
    window.on('request', request => asked.push(request.url()));
    window.on('dialog', dialog => asked.push(dialog.message()));
    const page = await compared(
      'Nothing yet.',
      diagram(
        ...['%%{init: {"htmlLabels": true, "securityLevel": "loose"}}%%', 'flowchart TD'],
        ...[
          '  a["<img src=https://evil.example/a.png onerror=alert(1)><script>alert(1)</script>"] --> b[<b>Hello</b> & co]',
        ],
        ...['  click a "https://evil.example" "Tip"', '  click b call alert()'],
      ),
    );
    await drawn(page, 1);
    await waitForCount(page.locator('.marginalia-drawing').locator('script, svg, a, foreignObject'), 0);
    assert.deepEqual(
      asked.filter(one => !one.startsWith('data:') && /evil\.example|^1$/.test(one)),
      [],
    );
  });

  it('are shown as source, with a reason, when they cannot be rendered', async () => {
    const page = await compared(
      diagram('flowchart TD', '  a --> b'),
      [
        ...[diagram('flowchart TD', '  a --> --> b'), diagram('block-beta', '  a space:200000000 b')],
        ...[diagram('An essay'), diagram('pie', '  "Herons" : 3')],
      ].join('\n'),
    );
    await page.getByText('This diagram cannot be drawn. Parse error on line 2.').waitFor();
    await page.getByText('This diagram cannot be drawn. It has too many columns.').waitFor();
    // The other diagrams are drawn when they come into view.
    await page.getByText('An essay').first().scrollIntoViewIfNeeded();
    await page.getByText('This diagram cannot be drawn. No diagram type detected').waitFor();
    await page.locator('pre').getByText('An essay').waitFor();
    await page.locator('.marginalia-diagram').last().scrollIntoViewIfNeeded();
    assert.deepEqual(await drawn(page, 2), ['Diagram: flowchart TD', 'Diagram: pie']);
  });

  it('are loaded lazily with the first of them', async () => {
    const page = await compared('Nothing yet.', 'Nothing to draw.');
    await page.getByText('Nothing to draw.').waitFor();
    await waitForCount(on.frame.locator('iframe'), 0);
  });
});
