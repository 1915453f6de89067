import {
  addressOf,
  aside,
  closeAll,
  extension,
  find,
  loadAll,
  open,
  openView,
  reported,
  say,
  show,
  step,
} from './driver.ts';

/** Opens pages among more and more comments, and longer and longer lists of change requests. */
export const run = reported(async () => {
  const top = await aside(openView);
  const inOrganization = await aside(() => open(find(top, 'Acme')));
  await aside(async () => {
    await show(addressOf('requests-10', 'change-requests/1/requests-10-page-0.md'));
    await say('probe');
  });
  await aside(closeAll);
  for (const size of await say<number[]>('sizes')) {
    const uri = addressOf(`comments-${size}`, `change-requests/1/${await say<string>('page', size)}`);
    // A reviewer expands the change request before opening its page.
    await aside(() => open(find(inOrganization, `Space comments-${size}.`)));
    await step(`comments ${size}`, async () => {
      await show(uri);
      await extension().exports.threads(uri);
    });
    await aside(closeAll);
    const space = find(inOrganization, `Space requests-${size}.`);
    await step(`requests ${size}`, async () => {
      await open(space);
      await say('clicks', await loadAll(space));
    });
  }
});
