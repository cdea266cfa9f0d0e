import { fail, isEmbeddedWallet } from '@latchkey/wire';
import { chainSettingsOf } from '../../config/index.ts';
import type { Eip1193Provider, SolanaOperations } from '../../connector.ts';
import { contextsOf, type PageContext, type SessionContext } from '../../contexts.ts';
import { bytesToHex, toHex } from '../../hex.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import { lazy } from '../../lazy.ts';
import { refuseChain, rpcUrlOf } from '../../nodes/index.ts';
import { isSameAddress } from '../embedded/wallets.ts';
import { answerOf, type Waiting } from './answerOf.ts';
import { toChainNumber } from './claims.ts';
import type { Live } from './live.ts';
import { toTimedProvider } from './timedProvider.ts';
import type { ConnectedWallet } from './wallet.ts';

const loginOrLink = lazy(async () => (await import('../../walletLogin.ts')).loginOrLink);

/** How long a wallet may take for a request, where the host does not say (EXTW-23). */
const requestTimeoutMs = 120_000;

/** How long wallets are waited for. */
export function waitingOf(page: PageContext, signal?: AbortSignal): Waiting {
  const timeoutMs = page.options.config?.externalWallets?.requestTimeoutMs ?? requestTimeoutMs;
  return { clock: page.environment.clock, timeoutMs, signal };
}

/** Whether an address is an account of the signed-in user, and no embedded one. */
export function isLinkedTo(session: SessionContext, address: string): boolean {
  const accounts = session.state.get().user?.linkedAccounts ?? [];
  return accounts.some(
    (account) =>
      account.type === 'wallet' && isSameAddress(account.address, address) && !isEmbeddedWallet(account),
  );
}

/** Makes what hosts see of a connection, with one of its accounts. */
export function toConnectedWallet(
  client: LatchkeyClient,
  live: Live,
  facts: Pick<ConnectedWallet, 'address' | 'chainId' | 'isLinked'>,
  onEnd: () => void,
): ConnectedWallet {
  const { page, session } = contextsOf(client);
  const { chainType, connector, row } = live;
  const { address } = facts;
  const request = <T>(act: () => Promise<T>, signal?: AbortSignal) => answerOf(act, waitingOf(page, signal));

  /** Threat: a person who chose one account signs in as another, which the wallet went over to meanwhile. */
  function assertAccount(): void {
    const [current] = live.accounts();
    if (current === undefined || !isSameAddress(current, address))
      fail('generic_connect_wallet_error', { message: 'The wallet has changed its account. Try again.' });
  }
  async function signing<T>(act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    assertAccount();
    const answer = await request(act, signal);
    assertAccount();
    return answer;
  }
  const getEthereum = async (): Promise<Eip1193Provider> =>
    (await connector.getEthereum()) ??
    fail('not_supported', { message: 'This wallet is not on Ethereum', details: { reason: 'wallet_chain' } });
  const getSolana = async (): Promise<SolanaOperations> =>
    (await connector.getSolana()) ??
    fail('not_supported', { message: 'This wallet is not on Solana', details: { reason: 'wallet_chain' } });

  const wallet: ConnectedWallet = {
    ...facts,
    chainType,
    walletClientType: row.walletClientType,
    connectorType: connector.connectorType,
    meta: { id: row.id, name: row.name, icon: row.icon },
    connectedAt: live.connectedAt,
    getEthereumProvider: async () => toTimedProvider(await getEthereum(), waitingOf(page)),
    switchChain: async (chainId) => switchChain(session, await getEthereum(), chainId),
    signMessage: (message, { signal } = {}) =>
      signing(async () => {
        if (chainType === 'solana') return (await getSolana()).signMessage(address, message);
        const params = [bytesToHex(message), address];
        return toBytes(await (await getEthereum()).request({ method: 'personal_sign', params }));
      }, signal),
    signIn:
      live.signIn &&
      ((input, { signal } = {}) =>
        signing(
          async () =>
            live.signIn?.(input) ?? fail('not_supported', { details: { reason: 'method_missing' } }),
          signal,
        )),
    signTransaction: (transaction) =>
      signing(async () => (await getSolana()).signTransaction(address, transaction, facts.chainId)),
    signAndSendTransaction: (transaction) =>
      signing(async () => (await getSolana()).signAndSendTransaction(address, transaction, facts.chainId)),
    disconnect: onEnd,
    loginOrLink: () => loginOrLink(client, { wallet }),
  };
  return Object.freeze(wallet);
}

const longestSignature = 2 + 2 * 8192;

/** Reads the signature that a wallet answered with, which may be anything. */
function toBytes(claim: unknown): Uint8Array {
  const isSignature =
    typeof claim === 'string' && claim.length <= longestSignature && /^0x(?:[0-9a-f]{2})+$/i.test(claim);
  if (!isSignature)
    fail('generic_connect_wallet_error', { message: 'The wallet answered with no signature' });
  return Uint8Array.from(claim.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/**
 * Has a wallet go to a chain of the client, which it is told of if it does not know it (EIP-3326, EIP-3085).
 *
 * @throws ServiceError `unsupported_chain_id` for a chain that the client does not have, or if the wallet stays elsewhere
 */
export async function switchChain(
  session: SessionContext,
  provider: Eip1193Provider,
  chainId: number,
  signal?: AbortSignal,
): Promise<void> {
  const settings = chainSettingsOf(session);
  const chain = settings.chains.find(({ id }) => id === chainId) ?? refuseChain(chainId);
  const request = (method: string, params: readonly unknown[] = []) =>
    answerOf(() => provider.request({ method, params }), waitingOf(session.page, signal));
  const go = () => request('wallet_switchEthereumChain', [{ chainId: toHex(chainId) }]);
  try {
    await go();
  } catch (cause) {
    const url = rpcUrlOf(settings, chainId);
    if (!isUnknownChain(cause) || !url) throw cause;
    const explorer = chain.blockExplorers?.default.url;
    await request('wallet_addEthereumChain', [
      {
        chainId: toHex(chainId),
        chainName: chain.name,
        nativeCurrency: chain.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [url],
        ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
      },
    ]);
    await go();
  }
  // Threat: a wallet that says yes and stays where it is; what is signed next would be for another chain.
  if (toChainNumber(await request('eth_chainId')) !== chainId)
    fail('unsupported_chain_id', { message: `The wallet did not go to chain ${chainId}` });
}

const isUnknownChain = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === 'unsupported_chain_id';
