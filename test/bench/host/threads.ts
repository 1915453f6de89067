import { addressOf, aside, closeAll, extension, openView, reported, say, show } from './driver.ts';

/** Opens a long page repeatedly, each time in another change request with another number of threads. */
export const run = reported(async () => {
  await aside(openView);
  for (const { number, threads } of await say<{ number: number; threads: number }[]>('pages')) {
    const uri = addressOf('long', `change-requests/${number}/long-page-0.md`);
    await say('opening');
    const editor = show(uri);
    await say('opened', { number, threads });
    const threadsInPlace = await extension().exports.threads((await editor).document.uri);
    if (threadsInPlace.length !== threads)
      throw new Error(`There are ${threadsInPlace.length} threads in place of ${threads}.`);
    await aside(closeAll);
  }
});
