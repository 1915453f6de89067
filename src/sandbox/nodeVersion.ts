/** The Node that the bundles are built for, which has all that the database needs. */
const leastNode = '22.19.0';

/** Throws where Node is too old, in words: without this, it would stop at the first thing that it does not know. */
export function mustHaveNode(version: string = process.versions.node): void {
  if (version.localeCompare(leastNode, undefined, { numeric: true }) >= 0) return;
  throw new Error(`The sandbox needs Node ${leastNode} or later, and this is ${version}. Install a newer Node.`);
}
