import type { Page } from 'playwright-core';

/** What Chromium notes of something that happened in a thread: when, for how long, and how much of a processor it took. */
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
 * Milliseconds of processor time of each task that the window had while something was done, the shortest first. A frame
 * waits for the task before it. What others take of the machine meanwhile does not count, nor what the bench itself asks
 * the window for.
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
