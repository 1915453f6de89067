import { lookup as lookUp } from 'node:dns';
import { networkInterfaces } from 'node:os';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Whether a host, as an address of the web names it, is this machine or one of its network. */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name)) return isPrivate(name);
  return !name.includes('.') || /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);
}

/** Resolves a host name like `dns.lookup`, but fails for addresses of this machine and of private networks. */
export const lookUpPublic: LookupFunction = (hostname, options, answer) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return answer(error, []);
    const known = addresses.filter(({ address }) => !isPrivate(address));
    const [first] = known;
    const lacking = Object.assign(new Error(`${hostname} is in a private network.`), { code: 'ENOTFOUND' });
    if (!first) return answer(Object.assign(lacking, { syscall: 'getaddrinfo' }), []);
    return options.all ? answer(null, known) : answer(null, first.address, first.family);
  });
};

function isPrivate(address: string): boolean {
  return isIn(networks, address) || isIn(ownAddresses(), address);
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The addresses of this machine, which may be public; they change with the network that it is in. */
function ownAddresses(): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap(addresses => addresses ?? [])) {
    list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** This machine, private, shared and reserved networks, links, tests, broadcasts: what no page on the web can mean. */
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
