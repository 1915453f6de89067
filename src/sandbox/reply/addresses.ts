import type { Caller } from '../caller.ts';

/** Returns the URL of a resource in the API. */
export function apiUrl(caller: Caller, path: string): string {
  return `${caller.origin}/v1${path}`;
}

/** Returns the URL of a resource in the service's web application, which the sandbox only explains. */
export function appUrl(caller: Caller, path: string): string {
  return `${caller.origin}/app${path}`;
}

/** Returns true for URLs in the web application. */
export function isAppUrl(caller: Caller, address: string): boolean {
  return address === appUrl(caller, '') || address.startsWith(appUrl(caller, '/'));
}

/** Returns the URL of a page of a published site. */
export function publishedUrl(caller: Caller, site: { basename: string; hostname?: string }, path = ''): string {
  const root = site.hostname
    ? `https://${site.hostname}`
    : `${caller.origin}/sites/${encodeURIComponent(site.basename)}`;
  return `${root}/${encodeURI(path)}`;
}
