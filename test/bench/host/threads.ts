import {
  documentUri,
  runUnmeasured,
  closeAll,
  extension,
  openView,
  reportErrors,
  sendToBench,
  show,
} from './driver.ts';

/** Opens a long page repeatedly, each time in another change request with another number of threads. */
export const run = reportErrors(async () => {
  await runUnmeasured(openView);
  for (const { number, threads } of await sendToBench<{ number: number; threads: number }[]>('pages')) {
    const uri = documentUri('long', `change-requests/${number}/long-page-0.md`);
    await sendToBench('opening');
    const editor = show(uri);
    await sendToBench('opened', { number, threads });
    const threadsInPlace = await extension().exports.threads((await editor).document.uri);
    if (threadsInPlace.length !== threads)
      throw new Error(`There are ${threadsInPlace.length} threads in place of ${threads}.`);
    await runUnmeasured(closeAll);
  }
});
