/** True in `npm run test:full`, which runs every test at its full size. */
export const isFullSize = Boolean(process.env['MARGINALIA_TEST_FULL']);

/** Returns how much a test works on: `full` in `npm run test:full`, else a tenth of it, but at least `minimum`. */
export function sized(full: number, minimum = 1): number {
  return isFullSize ? full : Math.min(full, Math.max(minimum, Math.round(full / 10)));
}
