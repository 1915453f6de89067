import type { Caller } from '../caller.ts';

/** The address of a resource in the service's own interface. */
export function location(caller: Caller, path: string): string {
  return `${caller.origin}/v1${path}`;
}

/** The address of a resource in the web application of the service, which the sandbox has only a page of words for. */
export function app(caller: Caller, path: string): string {
  return `${caller.origin}/app${path}`;
}

/** Whether an address leads into the web application. */
export function isApp(caller: Caller, address: string): boolean {
  return address === app(caller, '') || address.startsWith(app(caller, '/'));
}

/** Where readers would find a published site. */
export function published(caller: Caller, site: { basename: string; hostname?: string }, path = ''): string {
  const root = site.hostname
    ? `https://${site.hostname}`
    : `${caller.origin}/sites/${encodeURIComponent(site.basename)}`;
  return `${root}/${encodeURI(path)}`;
}
