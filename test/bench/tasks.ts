import type { Page } from 'playwright-core';

/** An event of a thread in Chromium's trace, with its start and duration in microseconds. */
interface TraceEvent {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args?: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
}

/**
 * Returns the processor time in milliseconds of each task that the window ran during `act`, in ascending order. A frame
 * waits for the task before it. Time used by other processes and by the bench's own calls does not count.
 */
export async function tasksIn(page: Page, act: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('Could not measure: the window is in no browser.');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents.flatMap(({ name, args, pid, tid }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? `${pid}/${tid}` : [],
    ),
  );
  const ours = traceEvents.filter(({ ph, pid, tid }) => ph === 'X' && threads.has(`${pid}/${tid}`));
  const asked = ours.filter(({ args }) => /DevTools/.test(args?.chrome_mojo_event_info?.mojo_interface_tag ?? ''));
  const tasks = ours.filter(({ name }) => name === 'ThreadControllerImpl::RunTask');
  const isAsked = ({ pid, ts, dur = 0 }: TraceEvent) =>
    asked.some(one => one.pid === pid && one.ts >= ts && one.ts <= ts + dur);
  const times = tasks.filter(task => !isAsked(task)).map(({ tdur = 0 }) => tdur / 1000);
  if (times.length === 0) throw new Error('Could not measure: Chromium has noted no task of the window.');
  return times.sort((one, other) => one - other);
}
