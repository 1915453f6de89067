import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';

/** Returns a unique name of this window, from its machine, boot and process, by which others see when it is gone. */
export function windowName(): string {
  return [machine(), start(), process.pid, randomUUID().slice(0, 8)].join('~');
}

/** Returns true if the window of this name no longer runs, so that its drafts can be claimed. */
export function isWindowClosed(name: string): boolean {
  const [host = '', began, id] = name.split('~');
  // A folder with another kind of name belongs to no window.
  if (began === undefined || id === undefined) return true;
  const isGoneHere = Number(id) === process.pid || !isRunning(Number(id));
  if (began === start()) return isGoneHere;
  // Processes on another machine cannot be checked.
  if (host !== machine()) return false;
  const hasStartedAnew = !(secondsIn(began) <= uptime());
  return hasStartedAnew || isGoneHere;
}

/**
 * Returns an ID of the machine, among those that may share the folder. Only on Linux do several machines share a user's
 * folder at the same time; host names may change.
 */
function machine(): string {
  if (process.platform !== 'linux') return 'here';
  return textIn('/etc/machine-id') ?? hostname().replaceAll(/[^\w.-]/g, '_');
}

/**
 * Returns an ID of the current boot that does not depend on the clock, which may be set. On Linux it is the boot ID
 * with the process namespace, elsewhere the uptime in seconds.
 */
function start(): string {
  const boot = textIn('/proc/sys/kernel/random/boot_id');
  return boot === undefined ? `up${Math.floor(uptime())}` : `${boot}.${processes() ?? ''}`;
}

/** Returns the uptime in seconds when a window was named; NaN if the name has a boot ID. */
function secondsIn(start: string): number {
  return start.startsWith('up') ? Number(start.slice(2)) : NaN;
}

/** Returns the number of the process namespace. A container has its own. */
function processes(): string | undefined {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
  } catch {
    // The system has no process namespaces.
    return undefined;
  }
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    // The system does not have this file.
    return undefined;
  }
}

function isRunning(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch (error) {
    // The process may belong to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
