import type { Connection, Connector, ConnectorContext, Eip1193Provider } from '@latchkey/core';
import { createProvider } from './createProvider.ts';
import { follow, type Live } from './live.ts';
import type { WalletConnectClient } from './openClient.ts';
import { toProposal } from './proposal.ts';
import { toWalletError, walletError } from './walletError.ts';

/** WalletConnect client that all rows of the wallet list share. */
export interface SharedClient {
  readonly client: WalletConnectClient;
  /** Number of rows with an open connection request. */
  asking: number;
  /** Request that its caller left before the relay answered. */
  unanswered: Asked | null;
}

type Asked = ReturnType<WalletConnectClient['connect']>;

export type OpenClient = () => Promise<SharedClient>;

/** Time in ms in which the relay must answer. */
const relayMs = 10_000;

/** Creates a connector to a wallet on a phone, over a WalletConnect session. */
export function createConnector(context: ConnectorContext, open: OpenClient): Connector {
  const listeners = new Set<(connection: Connection | null) => void>();
  let live: Live | null = null;
  let provider: Eip1193Provider | null = null;

  const tell = (connection: Connection | null) => {
    for (const listener of [...listeners]) listener(connection);
  };

  /** Returns the relay's result, or fails if the relay does not answer in time or the signal aborts. */
  async function inTime<T>(asked: Promise<T>, signal?: AbortSignal): Promise<T> {
    let timer: unknown;
    const late = new Promise<never>((_, reject) => {
      const giveUp = () => reject(walletError('disconnected', 'The WalletConnect relay does not answer'));
      timer = context.clock.setTimeout(giveUp, relayMs);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([asked, late]);
    } finally {
      context.clock.clearTimeout(timer);
    }
  }

  /** Replaces the connector's session with another one. */
  function take(shared: SharedClient, topic: string, chainId: number): Connection | null {
    const next = follow(shared.client, topic, chainId, inTime);
    if (!next) return null;
    const before = live?.session().topic;
    live?.end();
    if (before && before !== topic) endSession(shared, before);
    live = next;
    provider = createProvider(context, next);
    next.subscribe((isThere) => {
      if (live !== next) return;
      if (!isThere) {
        live = null;
        provider = null;
        rest(shared);
      }
      tell(isThere ? toConnection(next) : null);
    });
    return toConnection(next);
  }

  /** Sends one proposal, or takes over an unanswered one. Its URI is valid for five minutes. */
  async function propose(
    shared: SharedClient,
    chainId: number,
    onUri: (uri: string) => void,
    signal: AbortSignal,
  ) {
    // A second proposal would make the client connect to the relay twice at a time, and each attempt would end the
    // other.
    const asked = shared.unanswered ?? shared.client.connect(toProposal(context, chainId));
    shared.unanswered = null;
    const { uri, approval } = await inTime(asked, signal).catch((cause) => {
      leave(shared, asked);
      throw cause;
    });
    const approved = approval();
    if (uri) onUri(uri);
    const left = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    try {
      return await Promise.race([approved, left]);
    } catch (cause) {
      refuseLate(shared, approved);
      throw cause;
    }
  }

  async function requestUntilAnswered(
    shared: SharedClient,
    chainId: number,
    onUri: (uri: string) => void,
    signal: AbortSignal,
  ): Promise<Connection> {
    for (;;) {
      signal.throwIfAborted();
      const session = await propose(shared, chainId, onUri, signal).catch((cause) => {
        // A user may look at the code for longer than it is valid.
        if (/^Proposal expired/.test(Object(cause).message) && !signal.aborted) return null;
        throw cause;
      });
      if (!session) continue;
      const connection = take(shared, session.topic, chainId);
      if (connection) return connection;
      endSession(shared, session.topic);
      throw walletError('unsupported', 'The wallet gave no Ethereum account');
    }
  }

  return {
    connectorType: 'wallet_connect_v2',
    async connect({ chainId, onUri, signal }) {
      try {
        const shared = await open();
        shared.asking += 1;
        try {
          return await requestUntilAnswered(shared, chainId, onUri, signal);
        } finally {
          shared.asking -= 1;
          rest(shared);
        }
      } catch (cause) {
        throw signal.aborted ? cause : toWalletError(cause);
      }
    },
    async reconnect(kept, signal) {
      if (!kept) return null;
      const [topic = '', chainId] = kept.split('@');
      const shared = await open();
      signal.throwIfAborted();
      if (!shared.client.session.keys.includes(topic)) return null;
      return take(shared, topic, Number(chainId) || context.defaultChain.id);
    },
    async disconnect() {
      const ending = live;
      live = null;
      provider = null;
      if (!ending) return;
      ending.end();
      await open().then(
        (shared) => endSession(shared, ending.session().topic),
        () => {},
      );
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getEthereum: async () => provider,
    getSolana: async () => null,
  };
}

/** Ends a session on this side, and in the wallet if the relay is reachable. */
function endSession(shared: SharedClient, topic: string): void {
  const { session } = shared.client;
  const reason = { code: 6000, message: 'User disconnected.' };
  shared.client
    .disconnect({ topic, reason })
    .catch(() => (session.keys.includes(topic) ? session.delete(topic, reason) : undefined))
    .catch(() => {})
    .finally(() => rest(shared));
}

/** Leaves a request to the next caller. If the relay answers before there is one, an approved session is ended. */
function leave(shared: SharedClient, asked: Asked): void {
  shared.unanswered = asked;
  const settle = (act: () => void) => {
    if (shared.unanswered !== asked) return;
    shared.unanswered = null;
    act();
  };
  asked.then(
    ({ approval }) => settle(() => refuseLate(shared, approval())),
    () => settle(() => rest(shared)),
  );
}

/** Ends a session that the user approves after the page cancelled the connection, also in the wallet. */
function refuseLate(shared: SharedClient, approved: Promise<{ readonly topic: string }>): void {
  approved.then(
    ({ topic }) => endSession(shared, topic),
    () => rest(shared),
  );
}

/** Disconnects from the relay if there is no session, proposal or connection request. The next one connects again. */
function rest({ client, asking, unanswered }: SharedClient): void {
  const isIdle = asking === 0 && !unanswered && client.session.length === 0 && client.proposal.length === 0;
  if (isIdle) client.core.relayer.transportClose().catch(() => {});
}

function toConnection(live: Live): Connection {
  const { topic, peer } = live.session();
  return {
    accounts: live.addresses().map((address) => ({ chainType: 'ethereum' as const, address })),
    chainId: live.chainId(),
    peer,
    // Includes the chain, because a wallet on several chains reconnects on the last one.
    kept: `${topic}@${live.chainId()}`,
  };
}
