import { type ChainType, isCode, type WalletAccount } from '@latchkey/wire';
import { sendAnalyticsEvent } from '../../analytics/index.ts';
import type { LatchkeyClient } from '../../client.ts';
import { internalsOf } from '../../internals.ts';
import type { ApproveInput } from './approveRequest.ts';
import type { ExportPage, ExportWalletInput } from './exportWallet.ts';
import type { EthereumProvider } from './provider/index.ts';
import type { Recovery, RecoverySecret } from './recovery/secret.ts';
import type { Hex, SignRequest, TypedData } from './sign.ts';
import type { SolanaSignRequest } from './solana/index.ts';
import { getWallet } from './wallets.ts';

/** Signs a checked request, after asking the person. */
type Sign = (request: SignRequest) => Promise<Hex>;

/*
 * The public operations. Each loads its code at its first call: a page that only shows a login button must not carry the
 * wallet (the start-up budget of the React provider counts this file).
 */

/**
 * Mounts the hidden wallet frame ahead of its first use, for instance while the login modal is open and idle. Does nothing
 * on a page where a wallet cannot run.
 */
export async function mountWalletFrame(client: LatchkeyClient): Promise<void> {
  const { mountFrame } = await import('./frame/index.ts');
  mountFrame(internalsOf(client));
}

/**
 * Creates the user's embedded wallet of a chain; both chains share one recovery. Calls made while one runs get its result.
 *
 * @param input.chainType `'ethereum'` by default
 * @param input.recovery how the wallet is recovered; automatically by default
 * @throws ServiceError `must_be_authenticated`, `missing_or_invalid_token`, `embedded_wallet_already_exists`,
 * `not_supported` (Solana beside an Ethereum wallet whose recovery is the user's own; automatic recovery where the app
 * wants the user's own), `invalid_data` (a password that breaks the rules), `insecure_context`,
 * `wallet_proxy_timeout`, `unknown_embedded_wallet_error`
 * @example
 * const { address } = await createWallet(client);
 */
export async function createWallet(
  client: LatchkeyClient,
  { chainType = 'ethereum', recovery }: { chainType?: ChainType; recovery?: Recovery } = {},
): Promise<WalletAccount> {
  const internals = internalsOf(client);
  return internals.flights.run(`create ${chainType} wallet`, async () => {
    try {
      const room = await import('./createWallet.ts');
      return await room.createWallet(internals, chainType, recovery);
    } catch (error) {
      // Told before whoever asked hears of it (ANALYT-05): what they do next may leave the page.
      const code = isCode(error) ? error.code : 'internal_error';
      void sendAnalyticsEvent(client, 'embedded_wallet_creation_failed', { chainType, code });
      throw error;
    }
  });
}

/**
 * Unlocks a wallet in the frame, recovering it first where this device does not hold it and recovery is automatic.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_not_on_device`, `wallet_proxy_timeout`
 */
export async function connectWallet(
  client: LatchkeyClient,
  input: { address?: string } = {},
): Promise<WalletAccount> {
  const room = await import('./connectWallet.ts');
  return (await room.connectWallet(internalsOf(client), input.address)).wallet;
}

/**
 * Gets a wallet onto this device by what its recovery method asks for.
 *
 * @param input.password for `user-passcode`
 * @param input.accessToken for `google-drive` and `icloud`
 * @param input.address the user's embedded wallet by default
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data` (the secret is missing),
 * `invalid_recovery_pin` (the password is wrong), `too_many_requests`, `recent_login_required`, `wallet_proxy_timeout`
 * @example
 * await recoverWallet(client, { password });
 */
export async function recoverWallet(
  client: LatchkeyClient,
  input: RecoverySecret & { readonly address?: string } = {},
): Promise<WalletAccount> {
  const room = await import('./recovery/recoverWallet.ts');
  return room.recoverWallet(internalsOf(client), input);
}

/**
 * Changes how a wallet is recovered, on a device that holds it. Until it is done the old way works, after it only the new.
 *
 * @throws ServiceError as {@link recoverWallet}, `recent_login_required` (confirm it by `reauthenticate`),
 * `recovery_changed` (changed elsewhere meanwhile), `not_supported` (a Solana wallet recovers automatically)
 * @example
 * await setRecovery(client, { method: 'user-passcode', password });
 */
export async function setRecovery(
  client: LatchkeyClient,
  input: Recovery & { readonly address?: string },
): Promise<WalletAccount> {
  const room = await import('./recovery/setRecovery.ts');
  return room.setRecovery(internalsOf(client), input);
}

/**
 * Shows the key of a wallet to the person, on a page of the service's own inside an element of yours: what it shows,
 * your page cannot read. Offers the recovery phrase besides, where the wallet has one.
 *
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `recent_login_required` (cured by
 * `reauthenticate`), `wallet_not_on_device`, `wallet_proxy_timeout`
 * @example
 * const page = await exportWallet(client, { container: document.querySelector('#export') });
 * closeButton.onclick = () => page.remove();
 */
export async function exportWallet(client: LatchkeyClient, input: ExportWalletInput): Promise<ExportPage> {
  const room = await import('./exportWallet.ts');
  return room.exportWallet(internalsOf(client), input);
}

/**
 * Signs a text, or bytes given as 0x and hex digits (EIP-191, `personal_sign`). Shows nothing: whoever calls has asked.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; user, wallet and message were checked
 * before it is called
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_message`, `wallet_proxy_timeout`
 * @example
 * const signature = await signMessage(client, { message: 'Hello' });
 */
export async function signMessage(
  client: LatchkeyClient,
  input: { message: string; address?: string; sign?: Sign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'personal_sign', data: input.message });
}

/**
 * Signs typed structured data (EIP-712, `eth_signTypedData_v4`). Shows nothing: whoever calls has asked.
 *
 * @param input.sign as in {@link signMessage}
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `invalid_data`, `wallet_proxy_timeout`
 */
export async function signTypedData(
  client: LatchkeyClient,
  input: { typedData: TypedData; address?: string; sign?: Sign },
): Promise<Hex> {
  return checkAndSign(client, { ...input, method: 'eth_signTypedData_v4', data: input.typedData });
}

/**
 * Gives an EIP-1193 provider of a wallet, for viem, ethers or wagmi.
 *
 * @param input.sign replaces direct signing, for a host that asks the person first; it rejects with
 * `user_rejected_request` where the person declines
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`
 */
export async function getEthereumProvider(
  client: LatchkeyClient,
  input: { address?: string; sign?: Sign } = {},
): Promise<EthereumProvider> {
  const internals = internalsOf(client);
  const [{ createProvider }, { getAccess }, { sign }] = await Promise.all([
    import('./provider/index.ts'),
    import('./getAccess.ts'),
    import('./sign.ts'),
  ]);
  const { user } = await getAccess(internals);
  const { address } = getWallet(user, input.address, 'ethereum');
  const signDirectly = (request: SignRequest) => sign(internals, request);
  return createProvider({ internals, address, sign: input.sign ?? signDirectly });
}

/**
 * Signs a request that an operation's `sign` was handed: checked, and put to the person by the host. Shows nothing.
 *
 * @returns 0x and hex digits for Ethereum, base 58 for Solana
 * @throws ServiceError `must_be_authenticated`, `embedded_wallet_not_found`, `wallet_proxy_timeout`, `unable_to_sign`
 */
export async function signRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest,
): Promise<string> {
  const { signRequest: sign } = await import('./signRequest.ts');
  return sign(internalsOf(client), request);
}

/**
 * Has a request that an operation's `sign` was handed approved on the wallet's own page, where the app wants that
 * (`settings.embeddedWallets.approval` is `'frame'`); nothing is signed otherwise then.
 *
 * @returns as {@link signRequest}
 * @throws ServiceError `user_rejected_request`, and what {@link signRequest} throws
 */
export async function approveRequest(
  client: LatchkeyClient,
  request: SignRequest | SolanaSignRequest,
  input: ApproveInput,
): Promise<string> {
  const room = await import('./approveRequest.ts');
  return room.approveRequest(internalsOf(client), request, input);
}

async function checkAndSign(
  client: LatchkeyClient,
  input: { method: SignRequest['method']; data: unknown; address?: string; sign?: Sign },
): Promise<Hex> {
  const internals = internalsOf(client);
  const { sign, toSignRequest } = await import('./sign.ts');
  const { method, data, address } = input;
  const request = await toSignRequest(internals, { method, data, address });
  return input.sign ? input.sign(request) : sign(internals, request);
}
