import { addressOf, aside, closeAll, extension, openView, reported, say, show } from './driver.ts';

/** Opens a long page again and again, each time in another change request, with ever so many threads. */
export const run = reported(async () => {
  await aside(openView);
  for (const { number, threads } of await say<{ number: number; threads: number }[]>('pages')) {
    const uri = addressOf('long', `change-requests/${number}/long-page-0.md`);
    await say('opening');
    const shown = show(uri);
    await say('opened', { number, threads });
    const found = await extension().exports.threads((await shown).document.uri);
    if (found.length !== threads) throw new Error(`There are ${found.length} threads in place of ${threads}.`);
    await aside(closeAll);
  }
});
