import { fail } from '@latchkey/wire';
import { type Internals, internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { lazy } from '../lazy.ts';
import type { ConfirmAndSend, ConfirmAndSignTransaction } from '../transactions/index.ts';
import {
  type ConfirmAndSign,
  chainsOf,
  createChains,
  createOwnChain,
  findWallet,
  getAccess,
  getWallet,
  signEthereum,
  type WalletChains,
} from '../wallets/index.ts';
import { createProvider, type EthereumProvider, type ProviderParts } from './createProvider.ts';
import { findWalletScreens } from './findWalletScreens.ts';
import type { WalletScreens } from './walletScreens.ts';

/** What a host asks a person first, each in place of doing it without a screen. */
export interface ProviderInput {
  readonly address?: string;
  readonly sign?: ConfirmAndSign;
  /** Of hashes that no one can read. @default `sign` */
  readonly signRaw?: ConfirmAndSign;
  readonly send?: ConfirmAndSend | undefined;
  readonly signTransaction?: ConfirmAndSignTransaction | undefined;
}

type Asking = Omit<ProviderInput, 'address'>;

// Most pages that read or sign never send: what sends is loaded then.
const sendNow = lazy(async () => (await import('../transactions/index.ts')).sendTransaction);
const checkTransaction = lazy(async () => (await import('../transactions/index.ts')).checkTransaction);
const waitUntilMined = lazy(async () => (await import('../transactions/index.ts')).waitForReceipt);
const signNow = lazy(async () => (await import('../transactions/index.ts')).signTransaction);

/**
 * Returns the EIP-1193 provider of a wallet, for viem, ethers or wagmi.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it rejects with
 * `user_rejected_request` where the person declines
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`
 */
export async function getEthereumProvider(
  client: LatchkeyClient,
  input: ProviderInput = {},
): Promise<EthereumProvider> {
  const internals = internalsOf(client);
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const wallet = { find: () => findAddress(internals, address), get: () => address };
  const chain = createOwnChain(chainsOf(internals), wallet.get);
  return createProvider({ ...partsOf(client, async () => input), wallet, chain });
}

const pageProviders = new WeakMap<Internals, EthereumProvider>();

/**
 * Returns the EIP-1193 provider of the page: there before anyone is logged in, and always the same one. It is of the Ethereum
 * wallet of the user who is signed in; `eth_requestAccounts` leads there by the screens of `setWalletScreens`, which ask about
 * each request as well, unless the app says otherwise.
 *
 * @throws ServiceError nothing by itself; its requests fail with the codes of EIP-1193 and EIP-1474
 * @example
 * const provider = await getPageProvider(client);
 * const [address] = await provider.request({ method: 'eth_requestAccounts' });
 */
export function getPageProvider(client: LatchkeyClient): EthereumProvider {
  const internals = internalsOf(client);
  const before = pageProviders.get(internals);
  if (before) return before;
  const signRaw: ConfirmAndSign = async (request) => {
    const screens = await findWalletScreens(internals);
    return screens ? screens.sign(request) : signEthereum(internals, request);
  };
  const confirm = async (): Promise<Asking> => {
    const isUnasked = internals.state.get().settings?.embeddedWallets.noPromptOnSignature ?? false;
    return isUnasked ? { signRaw } : ((await findWalletScreens(internals)) ?? {});
  };
  const provider = followUser(client, confirm, chainsOf(internals));
  pageProviders.set(internals, provider);
  return provider;
}

/**
 * Makes a provider that any script of the page may have.
 *
 * Threat: a library that the host never gave the wallet to has a signature by it. So each request is put to the person, no
 * matter what `noPromptOnSignature` says, and the chain that it switches to is this provider's alone: what the host sends
 * unseen stays on the host's chain.
 */
export function openAnnouncedProvider(client: LatchkeyClient): EthereumProvider {
  const internals = internalsOf(client);
  const confirm = async (): Promise<WalletScreens> =>
    (await findWalletScreens(internals)) ??
    fail('not_supported', { message: 'This page asks no one', details: { reason: 'no_approval_screen' } });
  return followUser(client, confirm, createChains(internals));
}

/** Makes a provider of the Ethereum wallet of the user who is signed in, which changes with the user. */
function followUser(
  client: LatchkeyClient,
  confirm: () => Promise<Asking>,
  chains: WalletChains,
): EthereumProvider {
  const internals = internalsOf(client);
  const find = () => findAddress(internals, undefined);
  const refuse = () =>
    fail(internals.state.get().authenticated ? 'embedded_wallet_not_found' : 'must_be_authenticated');
  const wallet = { find, get: () => find() ?? refuse() };
  const chain = createOwnChain(chains, find);
  return createProvider({
    ...partsOf(client, confirm),
    wallet,
    chain,
    connect: () => connect(internals),
    async begin() {
      // A library asks as soon as it is there: a user whose session is being restored must not be asked to log in.
      if (!client.getState().ready) await client.start();
    },
  });
}

/** Everything that is done with a wallet, after what `ask` gives for it, or at once where that is nothing. */
function partsOf(
  client: LatchkeyClient,
  confirm: () => Promise<Asking>,
): Omit<ProviderParts, 'chain' | 'wallet'> {
  const internals = internalsOf(client);
  return {
    internals,
    async sign(request) {
      const { sign } = await confirm();
      return sign ? sign(request) : signEthereum(internals, request);
    },
    async signRaw(request) {
      const { sign, signRaw = sign } = await confirm();
      return signRaw ? signRaw(request) : signEthereum(internals, request);
    },
    async send(transaction) {
      const { send } = await confirm();
      const asked = { transaction, address: transaction.from, send, waitForConfirmation: false };
      return (await sendNow(client, asked)).hash;
    },
    async signTransaction(transaction) {
      const { signTransaction: sign } = await confirm();
      return signNow(client, { transaction, address: transaction.from, sign });
    },
    check: (transaction) => checkTransaction(client, { transaction, address: transaction.from }),
    waitForReceipt: (asked) => waitUntilMined(client, asked),
  };
}

function findAddress({ state }: Internals, address: string | undefined): string | null {
  const { user } = state.get();
  return (user && findWallet(user, address, 'ethereum')?.address) ?? null;
}

/** Several dapps of a page may ask at the same time: there is one login. */
async function connect(internals: Internals): Promise<void> {
  const screens = (await findWalletScreens(internals)) ?? fail('must_be_authenticated');
  await internals.flights.run('connect wallet', async () => void (await screens.connect()));
}
