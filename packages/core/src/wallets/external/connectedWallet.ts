import { fail, isEmbeddedWallet, type NotSupportedReason, ServiceError } from '@latchkey/wire';
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
import { markOwn } from './fromWalletError.ts';
import type { Live } from './live.ts';
import { toTimedProvider } from './timedProvider.ts';
import type { ConnectedWallet } from './wallet.ts';

const loginOrLink = lazy(async () => (await import('../../walletLogin.ts')).loginOrLink);

/** Default timeout of a wallet request, in ms (EXTW-23). */
const requestTimeoutMs = 120_000;

export function waitingOf(page: PageContext, signal?: AbortSignal): Waiting {
  const timeoutMs = page.options.config?.externalWallets?.requestTimeoutMs ?? requestTimeoutMs;
  return { clock: page.environment.clock, timeoutMs, signal };
}

/** True if an address is a linked account of the signed-in user, but not an embedded wallet. */
export function isLinkedTo(session: SessionContext, address: string): boolean {
  const accounts = session.state.get().user?.linkedAccounts ?? [];
  return accounts.some(
    (account) =>
      account.type === 'wallet' && isSameAddress(account.address, address) && !isEmbeddedWallet(account),
  );
}

/** Creates the wallet object that hosts get for one account of a connection. */
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

  /**
   * Rejects a changed account. The wallet could have switched accounts in the meantime, and the user would sign with
   * another account than the one they chose.
   */
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
    (await connector.getEthereum()) ?? refuse('wallet_chain', 'This wallet is not on Ethereum');
  const getSolana = async (): Promise<SolanaOperations> =>
    (await connector.getSolana()) ?? refuse('wallet_chain', 'This wallet is not on Solana');

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
          async () => live.signIn?.(input) ?? refuse('method_missing', 'This wallet has no sign-in'),
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

/** Reads the signature from a wallet's answer, which may be anything. */
function toBytes(claim: unknown): Uint8Array {
  const isSignature =
    typeof claim === 'string' && claim.length <= longestSignature && /^0x(?:[0-9a-f]{2})+$/i.test(claim);
  if (!isSignature) {
    const message = 'The wallet answered with no signature';
    throw markOwn(new ServiceError('generic_connect_wallet_error', { message }));
  }
  return Uint8Array.from(claim.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/**
 * Refuses an operation that a wallet does not have. Marks the error as ours, because it may be thrown during a request
 * to the wallet.
 */
function refuse(reason: NotSupportedReason, message: string): never {
  throw markOwn(new ServiceError('not_supported', { message, details: { reason } }));
}

/**
 * Switches a wallet to one of the client's chains. Adds the chain if the wallet does not know it (EIP-3326,
 * EIP-3085).
 *
 * @throws ServiceError `unsupported_chain_id` for a chain that the client does not have, or if the wallet does not
 *   switch, and the errors of the wallet's requests
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
  // A wallet could confirm the switch without switching, and the next signature could be for another chain. The check
  // therefore requests the wallet's chain id.
  if (toChainNumber(await request('eth_chainId')) !== chainId)
    fail('unsupported_chain_id', { message: `The wallet did not go to chain ${chainId}` });
}

const isUnknownChain = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === 'unsupported_chain_id';
