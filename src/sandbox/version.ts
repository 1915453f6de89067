import manifest from '../../package.json' with { type: 'json' };

/** The version of the extension, which is the sandbox's too. */
export const version: string = manifest.version;

/** The `server` header, by which clients recognize a sandbox. */
export const serverName = `marginalia-sandbox/${version}`;
