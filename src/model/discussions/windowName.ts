import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** A name that no other window has, and by which others see when this one is gone: machine, its start, process. */
export function windowName(): string {
  return [machine(), start(), process.pid, randomUUID().slice(0, 8)].join('~');
}

/** Tells whether the window of this name is gone, so that nobody else will look after what it left. */
export function isGone(name: string): boolean {
  const [host = '', began, id] = name.split('~');
  // Without such a name it is nobody's.
  if (began === undefined || id === undefined) return true;
  const isGoneHere = Number(id) === process.pid || !isRunning(Number(id));
  if (began === start()) return isGoneHere;
  // What is on another machine cannot be seen.
  if (host !== machine()) return false;
  const hasStartedAnew = !(secondsIn(began) <= uptime());
  return hasStartedAnew || isGoneHere;
}

/**
 * Tells the machine from others that see the same folder, whatever it is called just now. Elsewhere than on Linux nobody
 * shares the folders of a user with another machine at the same time, but machines are called as the network likes.
 */
function machine(): string {
  if (process.platform !== 'linux') return 'here';
  return textIn('/etc/machine-id') ?? hostname().replaceAll(/[^\w.-]/g, '_');
}

/**
 * Tells this start of the machine from those before. The clock says nothing of that: it may be set. On Linux the start has
 * a name, and so have the processes that see each other; elsewhere the machine has been up for some seconds at least.
 */
function start(): string {
  const boot = textIn('/proc/sys/kernel/random/boot_id');
  return boot === undefined ? `up${Math.floor(uptime())}` : `${boot}.${processes() ?? ''}`;
}

/** How long a machine was up when a window was named; not a number where its start has a name. */
function secondsIn(start: string): number {
  return start.startsWith('up') ? Number(start.slice(2)) : NaN;
}

/** The number of the space in which processes have their numbers: a container has its own. */
function processes(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    // The system has none.
    return undefined;
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    // The system has none.
    return undefined;
  }
}

function isRunning(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch (error) {
    // There may be one that belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
