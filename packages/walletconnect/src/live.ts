import type { SignClientTypes } from '@walletconnect/types';
import type { WalletConnectClient } from './openClient.ts';
import { readSession, type SessionView } from './readSession.ts';
import { toWalletError, walletError } from './walletError.ts';

/** A session while it lasts. */
export interface Live {
  readonly session: () => SessionView;
  chainId(): number;
  /** On the chain in use. */
  addresses(): readonly string[];
  can(method: string): boolean;
  /** Has the wallet asked. @throws an error with a code, 4900 once the session is over */
  request(method: string, params: unknown): Promise<unknown>;
  /** @throws an error with code 4902 where the wallet is not on the chain and cannot go there */
  switchChain(chainId: number): Promise<void>;
  /** Calls back after each change, with false once the session is over. */
  subscribe(listener: (isThere: boolean) => void): () => void;
  /** Ends it on this side, without a word to the wallet. */
  end(): void;
}

/**
 * Follows a session of WalletConnect's client.
 *
 * @param wanted the chain to use, where the wallet is on it; else the first of the wallet's
 * @param inTime fails where the relay does not take in time what is sent
 * @returns null for a session without an Ethereum account
 */
export function follow(
  client: WalletConnectClient,
  topic: string,
  wanted: number,
  inTime: (sent: Promise<void>) => Promise<void>,
): Live | null {
  let session = readSession(client.session.get(topic));
  const [first] = session.chainIds;
  if (first === undefined) return null;
  let chainId = session.chainIds.includes(wanted) ? wanted : first;
  let isOver = false;
  /** The account that the wallet put first by an event; the session's own order is of when it began. */
  let leading: string | null = null;
  let isLocked = false;
  const listeners = new Set<(isThere: boolean) => void>();
  /** What the person is being asked, to be given up when the session ends. */
  const open = new Set<(cause: Error) => void>();
  /** Requests that the relay has not taken yet. */
  const sending = new Map<unknown, () => void>();

  const tell = () => {
    for (const listener of [...listeners]) listener(!isOver);
  };

  function refresh(): void {
    session = readSession(client.session.get(topic));
    isLocked = false;
    if (!session.chainIds.includes(chainId)) chainId = session.chainIds[0] ?? chainId;
    tell();
  }

  function end(isTold: boolean): void {
    if (isOver) return;
    isOver = true;
    client.off('session_event', hearEvent);
    client.off('session_update', hearUpdate);
    client.off('session_delete', hearEnd);
    client.off('session_expire', hearEnd);
    client.off('session_request_sent', hearSent);
    for (const giveUp of open) giveUp(walletError('disconnected', 'The wallet ended the connection'));
    open.clear();
    if (isTold) tell();
    listeners.clear();
  }

  function hearEvent({ params, topic: of }: SignClientTypes.EventArguments['session_event']): void {
    if (of !== topic) return;
    const { name, data } = params.event;
    if (name === 'chainChanged') {
      // A claim; only chains of the session count.
      const next = Number(String(Object(data).chainId ?? data).replace(/^eip155:/, ''));
      if (!session.chainIds.includes(next) || next === chainId) return;
      chainId = next;
      tell();
    } else if (name === 'accountsChanged' && Array.isArray(data)) {
      const address = String(data[0] ?? '').replace(/^.*:/, '');
      isLocked = data.length === 0;
      if (session.addressesOn(chainId).some((one) => isSame(one, address))) leading = address;
      tell();
    }
  }

  const hearUpdate = ({ topic: of }: { topic: string }) => of === topic && refresh();
  const hearEnd = ({ topic: of }: { topic: string }) => of === topic && end(true);
  client.on('session_event', hearEvent);
  client.on('session_update', hearUpdate);
  client.on('session_delete', hearEnd);
  client.on('session_expire', hearEnd);
  const hearSent = ({ request }: { request: object }) => sending.get(request)?.();
  client.on('session_request_sent', hearSent);

  async function request(method: string, params: unknown): Promise<unknown> {
    if (isOver) throw walletError('disconnected', 'The wallet ended the connection');
    const request = { method, params: params ?? [] };
    let giveUp: (cause: Error) => void = () => {};
    const over = new Promise<never>((_, reject) => {
      giveUp = reject;
      open.add(reject);
    });
    const sent = new Promise<void>((resolve) => {
      sending.set(request, resolve);
    });
    const answer = client.request({ topic, chainId: `eip155:${chainId}`, request });
    try {
      // The relay first: its own client would try for a minute, while the person looks for a question on the phone.
      await Promise.race([inTime(sent), answer, over]);
      return await Promise.race([answer, over]);
    } catch (cause) {
      throw toWalletError(cause);
    } finally {
      open.delete(giveUp);
      sending.delete(request);
      for (const late of [answer, over]) late.catch(() => {});
    }
  }

  function subscribe(listener: (isThere: boolean) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Has the wallet go to a chain that the session does not have yet; its word for that may come after its answer. */
  async function bring(next: number): Promise<void> {
    let stop = () => {};
    const isThere = new Promise<void>((resolve) => {
      stop = subscribe(() => session.chainIds.includes(next) && resolve());
    });
    try {
      await request('wallet_switchEthereumChain', [{ chainId: `0x${next.toString(16)}` }]);
      if (session.chainIds.includes(next)) return;
      await inTime(isThere).catch(() => {
        throw walletError('unknownChain', `The wallet did not go to chain ${next}`);
      });
    } finally {
      stop();
    }
  }

  return {
    session: () => session,
    chainId: () => chainId,
    addresses() {
      if (isOver || isLocked) return [];
      const all = session.addressesOn(chainId);
      const at = leading;
      return at === null ? all : [...all].sort((a, b) => Number(isSame(b, at)) - Number(isSame(a, at)));
    },
    can: (method) => session.methods.has(method),
    request,
    async switchChain(next) {
      if (next === chainId) return;
      if (!session.chainIds.includes(next)) {
        if (!session.methods.has('wallet_switchEthereumChain')) {
          throw walletError('unknownChain', `The wallet is not on chain ${next}`);
        }
        await bring(next);
      }
      // On chains of the session a request says where it is meant for: no one needs to be asked.
      if (next === chainId) return;
      chainId = next;
      tell();
    },
    subscribe,
    end: () => end(false),
  };
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
