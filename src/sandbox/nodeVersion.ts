/** The Node.js version that the bundles are built for, which includes the SQLite module. */
const minNodeVersion = '22.19.0';

/** Throws a readable error if Node.js is too old. Otherwise it would fail at the first unknown feature. */
export function assertNodeVersion(version: string = process.versions.node): void {
  if (version.localeCompare(minNodeVersion, undefined, { numeric: true }) >= 0) return;
  throw new Error(`The sandbox needs Node ${minNodeVersion} or later, and this is ${version}. Install a newer Node.`);
}
