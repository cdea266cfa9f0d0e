import {
  type ChainType,
  type ConfirmationAct,
  fail,
  isEmbeddedWallet,
  type LinkedAccount,
  type User,
  walletRoutes,
} from '@latchkey/wire';
import { internalsOf } from '../../internals.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { type ConnectedWallet, isSameAddress } from '../../wallets/index.ts';
import { type Confirmation, changeAccounts, checkFree, confirmWith, guardLink } from '../changes/index.ts';
import { rememberLogin } from '../recentLogin.ts';
import { checkNotEmbedded } from './checkNotEmbedded.ts';
import { beginSignIn, toSiweMessage, toSiwsMessage } from './messages.ts';
import { type SignedIn, signInBy } from './signIn.ts';
import { guardWallet } from './toWalletError.ts';

/** By which wallet, and until when. */
export interface WalletActInput {
  readonly wallet: ConnectedWallet;
  /** Ends the asking, as when the person leaves; a signature that comes later is not sent. */
  readonly signal?: AbortSignal;
}

/** A message that a wallet signed, for hosts that ask the wallet themselves. */
export interface SignedMessage {
  /** Of `generateSiweMessage` or `generateSiwsMessage`. */
  readonly message: string;
  /** `0x` and hex digits on Ethereum, base64 on Solana. */
  readonly signature: string;
  /** Of the message, as CAIP-2. @default the one that the message says */
  readonly chainId?: string | null;
  readonly walletClientType?: string | null;
  readonly connectorType?: string | null;
}

/** A login by such a message. */
export interface MessageLogin extends SignedMessage {
  /** Refuses people without an account. @default false */
  readonly disableSignup?: boolean;
}

/**
 * Logs in by a connected wallet, which asks the person for one signature.
 *
 * @throws ServiceError `user_rejected_request`, `client_request_timeout`, `authentication_failed` where the wallet changed
 *   its account meanwhile, and as {@link loginWithSiwe}
 * @example
 * const wallet = await connectExternalWallet(client, { walletClientType: 'metamask' });
 * const { user } = await loginWithWallet(client, { wallet });
 */
export async function loginWithWallet(
  client: LatchkeyClient,
  { wallet, signal, disableSignup = false }: WalletActInput & { readonly disableSignup?: boolean },
): Promise<LoginResult> {
  checkNotEmbedded(client, wallet);
  checkNobody(client);
  return guardWallet(async () => logIn(client, await signInBy(client, wallet, signal), disableSignup));
}

/**
 * Links a connected wallet to the signed-in user, by a signature.
 *
 * @returns the user with the wallet
 * @throws ServiceError `must_be_authenticated`, `user_rejected_request`, `client_request_timeout`,
 *   `cannot_link_more_of_type`, `linked_to_another_user`, `account_transfer_required`, `failed_to_link_account`
 */
export async function linkWallet(client: LatchkeyClient, { wallet, signal }: WalletActInput): Promise<User> {
  checkNotEmbedded(client, wallet);
  const { user } = client.getState();
  if (user?.linkedAccounts.some((account) => isSameWallet(account, wallet))) return user;
  checkFree(client, 'wallet', { chainType: wallet.chainType });
  return guardWallet(async () => link(client, await signInBy(client, wallet, signal)));
}

/** Whether an account is this wallet. On another chain the same address may be a contract of another owner. */
function isSameWallet(account: LinkedAccount, { address, chainId, chainType }: ConnectedWallet): boolean {
  return (
    account.type === 'wallet' &&
    account.chainType === chainType &&
    isSameAddress(account.address, address) &&
    (chainType === 'solana' || account.chainId === chainId) &&
    !isEmbeddedWallet(account)
  );
}

/** Logs in by a wallet, or links it where a user is signed in. */
export async function loginOrLink(client: LatchkeyClient, input: WalletActInput): Promise<User> {
  const { authenticated, user } = client.getState();
  if (authenticated && !user?.isGuest) return linkWallet(client, input);
  return (await loginWithWallet(client, input)).user;
}

/**
 * Confirms an old login by a signature of one of the user's own wallets (`recent_login_required`).
 *
 * @throws ServiceError as {@link linkWallet}
 */
export async function confirmWithWallet(
  client: LatchkeyClient,
  { wallet, signal, act }: WalletActInput & { readonly act?: ConfirmationAct },
): Promise<Confirmation> {
  checkNotEmbedded(client, wallet);
  const { message, signature, chainId } = await signInBy(client, wallet, signal);
  return confirmWith(client, { method: 'wallet', message, signature, chainId }, act);
}

/** A wallet of a user: its address, and what else tells it from others. */
export type LinkedWalletName =
  | string
  | {
      readonly address: string;
      /** @default by the address */
      readonly chainType?: ChainType;
      /** Of a contract at an address where the user has several, as CAIP-2. A key's account is named by its address alone. */
      readonly chainId?: string | null;
    };

/**
 * Takes a wallet that the person brought from the user. Fails as {@link unlinkEmail} does.
 *
 * @param input.chainType where the address alone does not say it. @default by the form of the address
 */
export async function unlinkWallet(client: LatchkeyClient, wallet: LinkedWalletName): Promise<User> {
  const { address, chainId, chainType } =
    typeof wallet === 'string' ? { address: wallet, chainId: null, chainType: null } : wallet;
  checkNotEmbedded(client, { address }, 'An embedded wallet belongs to its user and cannot be unlinked');
  const isOfEthereum = chainType ? chainType === 'ethereum' : address.startsWith('0x');
  return isOfEthereum
    ? changeAccounts(client, walletRoutes.unlink, { address, ...(chainId ? { chainId } : {}) })
    : changeAccounts(client, walletRoutes.unlinkSolana, { address });
}

/**
 * Writes the message that an Ethereum wallet signs to log in or to be linked (EIP-4361), for hosts that ask the wallet
 * themselves. It is good for one login within five minutes.
 *
 * @param input.chainId the wallet's chain, as CAIP-2: `eip155:1`
 * @throws ServiceError `invalid_data`, `invalid_captcha`, `disallowed_login_method`, and what the network says
 * @example
 * const message = await generateSiweMessage(client, { address, chainId: 'eip155:1' });
 * await loginWithSiwe(client, { message, signature: await account.signMessage({ message }) });
 */
export async function generateSiweMessage(
  client: LatchkeyClient,
  {
    address,
    chainId,
  }: {
    /** With its checksum (EIP-55). */ readonly address: string /** CAIP-2, `eip155:1`. */;
    readonly chainId: string;
  },
): Promise<string> {
  if (!/^eip155:[1-9]\d{0,15}$/.test(chainId))
    fail('invalid_data', { message: 'chainId must be one such as eip155:1' });
  checkNotEmbedded(client, { address });
  return toSiweMessage(await beginSignIn(client, 'ethereum', address), chainId);
}

/** Writes the message that a Solana wallet signs to log in or to be linked. As {@link generateSiweMessage}. */
export async function generateSiwsMessage(
  client: LatchkeyClient,
  { address }: { readonly address: string },
): Promise<string> {
  checkNotEmbedded(client, { address });
  return toSiwsMessage(await beginSignIn(client, 'solana', address));
}

/**
 * Logs in by a message of {@link generateSiweMessage} that the wallet signed.
 *
 * @throws ServiceError `invalid_credentials`, `disallowed_login_method`, `allowlist_rejected`, `max_accounts_reached`,
 *   `user_does_not_exist` with `disableSignup`
 */
export const loginWithSiwe = async (client: LatchkeyClient, input: MessageLogin) =>
  logIn(client, toSigned(client, 'ethereum', input), input.disableSignup ?? false);

/** Logs in by a message of {@link generateSiwsMessage} that the wallet signed. Fails as {@link loginWithSiwe}. */
export const loginWithSiws = async (client: LatchkeyClient, input: MessageLogin) =>
  logIn(client, toSigned(client, 'solana', input), input.disableSignup ?? false);

/** Links an Ethereum wallet by a message of {@link generateSiweMessage} that it signed. Fails as {@link linkWallet}. */
export async function linkWithSiwe(client: LatchkeyClient, input: SignedMessage): Promise<User> {
  const signed = toSigned(client, 'ethereum', input);
  checkFree(client, 'wallet', { chainType: 'ethereum' });
  return link(client, signed);
}

/** Links a Solana wallet by a message of {@link generateSiwsMessage} that it signed. Fails as {@link linkWallet}. */
export async function linkWithSiws(client: LatchkeyClient, input: SignedMessage): Promise<User> {
  const signed = toSigned(client, 'solana', input);
  checkFree(client, 'wallet', { chainType: 'solana' });
  return link(client, signed);
}

/** @throws ServiceError `not_supported` for an embedded wallet's */
function toSigned(
  client: LatchkeyClient,
  chainType: ChainType,
  { message, signature, chainId, walletClientType, connectorType }: SignedMessage,
): SignedIn {
  checkNotEmbedded(client, { address: findAddress(message), walletClientType, connectorType });
  return {
    chainType,
    message,
    signature,
    chainId: chainId ?? findChain(message),
    walletClientType: walletClientType ?? null,
    connectorType: connectorType ?? null,
  };
}

/** The second line of such a message is the address alone. */
const findAddress = (message: string): string | undefined => message.split('\n', 2)[1];

function findChain(message: string): string | null {
  const [, id] = /^Chain ID: (\d{1,16})$/m.exec(message) ?? [];
  return id ? `eip155:${id}` : null;
}

/** Before the wallet asks the person for what could only be refused. @throws ServiceError `no_auth_flow` */
function checkNobody(client: LatchkeyClient): void {
  const { authenticated, user } = client.getState();
  if (authenticated && !user?.isGuest) fail('no_auth_flow');
}

async function logIn(
  client: LatchkeyClient,
  { chainType, chainId, ...signed }: SignedIn,
  disableSignup: boolean,
): Promise<LoginResult> {
  const mode = disableSignup ? 'no-signup' : 'login-or-sign-up';
  const result = await internalsOf(client).session.authenticate((post) =>
    chainType === 'solana'
      ? post(walletRoutes.authenticateSolana, { body: { ...signed, mode } })
      : post(walletRoutes.authenticate, { body: { ...signed, chainId, mode } }),
  );
  rememberLogin(client, { method: 'wallet', walletClientType: signed.walletClientType });
  return result;
}

async function link(client: LatchkeyClient, { chainType, chainId, ...signed }: SignedIn): Promise<User> {
  return guardLink(
    () => undefined,
    () =>
      chainType === 'solana'
        ? changeAccounts(client, walletRoutes.linkSolana, signed)
        : changeAccounts(client, walletRoutes.link, { ...signed, chainId }),
  );
}
