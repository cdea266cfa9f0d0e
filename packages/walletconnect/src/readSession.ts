import type { Connection } from '@latchkey/core';
import type { SessionTypes } from '@walletconnect/types';

/** Data of a session, which the wallet wrote. The accounts are checked. */
export interface SessionView {
  readonly topic: string;
  /** Chain ids, in the wallet's order. */
  readonly chainIds: readonly number[];
  /** Returns the addresses on a chain, in the wallet's order. */
  addressesOn(chainId: number): readonly string[];
  readonly methods: ReadonlySet<string>;
  readonly peer: NonNullable<Connection['peer']>;
}

const account = /^eip155:([1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/;

/** Reads a session. Ignores invalid accounts, and chains without an account. */
export function readSession({ topic, namespaces, peer }: SessionTypes.Struct): SessionView {
  // A namespace may contain its chain: `eip155` or `eip155:1` (CAIP-2).
  const ours = Object.entries(namespaces).flatMap(([name, namespace]) =>
    /^eip155(:|$)/.test(name) ? [namespace] : [],
  );
  const accounts = ours
    .flatMap((namespace) => namespace.accounts)
    .flatMap((text) => {
      const [, chainId, address] = account.exec(text) ?? [];
      return chainId && address ? [{ chainId: Number(chainId), address }] : [];
    });
  // Nobody verifies the wallet's data about itself.
  const { name, url, icons } = Object(peer.metadata) as Record<'name' | 'url' | 'icons', unknown>;
  const pictures = Array.isArray(icons) ? icons.map(String) : [];
  return {
    topic,
    chainIds: [...new Set(accounts.map(({ chainId }) => chainId))],
    addressesOn: (chainId) => accounts.filter((one) => one.chainId === chainId).map(({ address }) => address),
    methods: new Set(ours.flatMap(({ methods }) => methods)),
    peer: {
      name: typeof name === 'string' ? name : '',
      url: typeof url === 'string' ? url : null,
      // A URL on the wallet's server would tell that server which page the user is on. Only `data:` images are used.
      icon: pictures.find((icon) => icon.startsWith('data:image/')) ?? null,
    },
  };
}
