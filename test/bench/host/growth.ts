import {
  documentUri,
  runUnmeasured,
  closeAll,
  extension,
  findRow,
  loadAll,
  openRow,
  openView,
  reportErrors,
  sendToBench,
  show,
  runMeasured,
} from './driver.ts';

/** Opens pages among more and more comments, and longer and longer lists of change requests. */
export const run = reportErrors(async () => {
  const top = await runUnmeasured(openView);
  const inOrganization = await runUnmeasured(() => openRow(findRow(top, 'Acme')));
  await runUnmeasured(async () => {
    await show(documentUri('requests-10', 'change-requests/1/requests-10-page-0.md'));
    await sendToBench('probe');
  });
  await runUnmeasured(closeAll);
  for (const size of await sendToBench<number[]>('sizes')) {
    const uri = documentUri(`comments-${size}`, `change-requests/1/${await sendToBench<string>('page', size)}`);
    // A reviewer expands the change request before opening its page.
    await runUnmeasured(() => openRow(findRow(inOrganization, `Space comments-${size}.`)));
    await runMeasured(`comments ${size}`, async () => {
      await show(uri);
      await extension().exports.threads(uri);
    });
    await runUnmeasured(closeAll);
    const space = findRow(inOrganization, `Space requests-${size}.`);
    await runMeasured(`requests ${size}`, async () => {
      await openRow(space);
      await sendToBench('clicks', await loadAll(space));
    });
  }
});
