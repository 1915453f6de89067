import manifest from '../../package.json' with { type: 'json' };

/** The version of the extension, which is the sandbox's too. */
export const version: string = manifest.version;

/** The `server` header by which a client tells a sandbox from the service. */
export const serverName = `marginalia-sandbox/${version}`;
