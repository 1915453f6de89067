import { lookup as lookUp } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Returns true if the host of a URL is this machine or in its network. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name)) return isPrivate(name);
  return !name.includes('.') || /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);
}

/** Resolves a host name like `dns.lookup`, but fails for addresses of this machine and of private networks. */
export const lookUpPublicHost: LookupFunction = (hostname, options, answer) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, []);
    const publicAddresses = addresses.filter(({ address }) => !isPrivate(address));
    const [first] = publicAddresses;
    const notFound = Object.assign(new Error(`${hostname} is in a private network.`), { code: 'ENOTFOUND' });
    if (!first) return answer(Object.assign(notFound, { syscall: 'getaddrinfo' }), []);
    return options.all ? answer(null, publicAddresses) : answer(null, first.address, first.family);
  });
};

function isPrivate(address: string): boolean {
  return isIn(networks, address) || isIn(ownAddresses(), address);
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Returns the addresses of this machine, which may be public and change with its network. */
function ownAddresses(): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])) {
    list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Networks that are not public: loopback, private, shared, link-local, documentation, multicast and reserved addresses.
 */
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
    ['192.0.2.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
]) {
  networks.addSubnet(network, length);
}
for (const [network, length] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  networks.addSubnet(network, length, 'ipv6');
}
