import type { Connection } from '@latchkey/core';
import type { SessionTypes } from '@walletconnect/types';

/** What a session gives, as far as it is fit for use: the wallet wrote all of it. */
export interface SessionView {
  readonly topic: string;
  /** Chains by number, in the wallet's order. */
  readonly chainIds: readonly number[];
  /** Addresses on a chain, in the wallet's order. */
  addressesOn(chainId: number): readonly string[];
  readonly methods: ReadonlySet<string>;
  readonly peer: NonNullable<Connection['peer']>;
}

const account = /^eip155:([1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/;

/** Reads a session. Accounts that are none, and chains without one, are left out. */
export function readSession({ topic, namespaces, peer }: SessionTypes.Struct): SessionView {
  // A namespace may stand for a chain of its own: `eip155` or `eip155:1` (CAIP-2).
  const ours = Object.entries(namespaces).flatMap(([name, namespace]) =>
    /^eip155(:|$)/.test(name) ? [namespace] : [],
  );
  const accounts = ours
    .flatMap((namespace) => namespace.accounts)
    .flatMap((text) => {
      const [, chainId, address] = account.exec(text) ?? [];
      return chainId && address ? [{ chainId: Number(chainId), address }] : [];
    });
  // What the wallet says of itself is checked by no one.
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
      // One on the wallet's server would tell that server of the person's page.
      icon: pictures.find((icon) => icon.startsWith('data:image/')) ?? null,
    },
  };
}
