import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address is one of the public internet: neither private nor of this machine, a link or a service. */
export function isPublic(address: string): boolean {
  // An IPv4 address may be dressed as one of IPv6.
  return ipaddr.process(address).range() === 'unicast';
}

/** Throws where the host of a URL is an address that must not be reached. Names are looked at when they are resolved. */
export function refuseAddress({ hostname }: URL): void {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isPublic(host)) throw refused(host, host);
}

type Callback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Resolves names for connections. It is called when a connection is made, so that the address which is looked at is the
 * one which is used; a name with any address that is not public is refused.
 */
export function publicLookup(host: string, options: LookupOptions, callback: Callback): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, []);
      return;
    }
    const bad = addresses.find(({ address }) => !isPublic(address));
    const [first] = addresses;
    if (bad) callback(refused(host, bad.address), []);
    else if (options.all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}

function refused(host: string, address: string): Error {
  const shown = host === address ? host : `${host} (${address})`;
  // An error without a code would be taken for one of the network, which passes.
  const error = new Error(
    `${shown} is no public address; allow_private lets a skill reach the host that its manifest names`,
  );
  return Object.assign(error, { code: 'ERR_ACCESS_DENIED' });
}
