import type { SignClientTypes } from '@walletconnect/types';
import type { WalletConnectClient } from './openClient.ts';
import { readSession, type SessionView } from './readSession.ts';
import { toWalletError, walletError } from './walletError.ts';

export interface Live {
  readonly session: () => SessionView;
  chainId(): number;
  addresses(): readonly string[];
  can(method: string): boolean;
  /**
   * Sends a request to the wallet.
   *
   * @throws the wallet's error, or one with code 4900 if the session is over or the relay does not answer
   */
  request(method: string, params: unknown): Promise<unknown>;
  /** @throws the errors of `request`, or one with code 4902 if the wallet is not on the chain and cannot switch */
  switchChain(chainId: number): Promise<void>;
  /** Calls `listener` after each change, with false once the wallet has ended the session or it has expired. */
  subscribe(listener: (isThere: boolean) => void): () => void;
  /** Ends the session on this side, without telling the wallet. */
  end(): void;
}

/**
 * Follows a session of WalletConnect's client.
 *
 * @param wanted chain to use if the wallet is on it, else the wallet's first
 * @param inTime fails if the relay does not accept a message in time
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
  /** Account that the wallet put first with an event. The order in the session stays as it is. */
  let leading: string | null = null;
  let isLocked = false;
  const listeners = new Set<(isThere: boolean) => void>();
  /** Functions that reject the open requests when the session ends. */
  const open = new Set<(cause: Error) => void>();
  /** Open requests, with functions to call when the relay has accepted them. */
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
      // The wallet claims this chain. Only chains of the session are accepted.
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
      // Waits for the relay first, so a relay that does not answer is reported before the user looks for the request.
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

  /**
   * Asks the wallet to switch to a chain that the session does not have yet. The session's update may arrive after
   * the wallet's answer.
   */
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
      // Requests name their chain, so switching between chains of the session needs no prompt.
      if (next === chainId) return;
      chainId = next;
      tell();
    },
    subscribe,
    end: () => end(false),
  };
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
