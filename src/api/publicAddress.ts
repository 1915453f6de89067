import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Whether a host, as an address of the web names it, is this machine or one of its network. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name)) return isPrivate(name);
  return !name.includes('.') || /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);
}

/** Looks up a name as ever, and finds nothing where it leads to this machine or into its network. */
export const lookUpPublic: LookupFunction = (hostname, options, answer) => {
  lookUp(hostname, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, []);
    const known = found.filter(({ address }) => !isPrivate(address));
    const [first] = known;
    const lacking = Object.assign(new Error(`${hostname} is in a private network.`), { code: 'ENOTFOUND' });
    if (!first) return answer(Object.assign(lacking, { syscall: 'getaddrinfo' }), []);
    return options.all ? answer(null, known) : answer(null, first.address, first.family);
  });
};

function isPrivate(address: string): boolean {
  return networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** This machine, private and shared networks, links, tests, broadcasts: what no page on the web can mean. */
const networks = new BlockList();
for (const [network, length] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const),
]) {
  networks.addSubnet(network, length);
}
for (const [network, length] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  networks.addSubnet(network, length, 'ipv6');
}
