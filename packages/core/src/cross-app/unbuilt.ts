import { fail } from '@latchkey/wire';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import type { EthereumProvider } from '../provider/index.ts';
import type { Hex } from '../wallets/index.ts';
import type {
  CrossAppDetails,
  CrossAppMessageInput,
  CrossAppProvider,
  CrossAppTransactionInput,
  CrossAppTypedDataInput,
} from './crossApp.ts';

/*
 * What the room will do, by its signatures: each fails with `not_supported` until it is built, in a file of its own.
 */

const refuse = (): never => fail('not_supported', { message: 'Wallets of other apps are not built yet' });
const refuseLater = async (): Promise<never> => refuse();

/** Lists the apps whose wallets may be used here; asked once in five minutes of a page. */
export const loadCrossAppProviders: (
  client: LatchkeyClient,
  options?: { readonly refresh?: boolean | undefined },
) => Promise<readonly CrossAppProvider[]> = refuseLater;

/** One of them. @throws ServiceError `not_supported` 'Invalid connected app' (XAPP-09) */
export const findCrossAppProvider: (client: LatchkeyClient, appId: string) => Promise<CrossAppProvider> =
  refuseLater;

/** What a landing shows of an app before anyone is connected to it. */
export const loadCrossAppDetails: (client: LatchkeyClient, appId: string) => Promise<CrossAppDetails> =
  refuseLater;

/**
 * Asks the wallet of another app to sign a message, in a popup.
 *
 * @throws ServiceError `wallet_not_linked` (XAPP-08), `not_supported` (XAPP-09, XAPP-10), `missing_or_invalid_token`
 * (XAPP-12), `unable_to_sign` (XAPP-14), `user_rejected_request` (XAPP-16), `client_request_timeout` (XAPP-17),
 * `invalid_data` for a request that is too long
 */
export const signMessageWithCrossApp: (client: LatchkeyClient, input: CrossAppMessageInput) => Promise<Hex> =
  refuseLater;

/** The same for typed data. Fails as {@link signMessageWithCrossApp}. */
export const signTypedDataWithCrossApp: (
  client: LatchkeyClient,
  input: CrossAppTypedDataInput,
) => Promise<Hex> = refuseLater;

/** Asks the wallet of another app to send a transaction; gives its hash. Fails as {@link signMessageWithCrossApp}. */
export const sendTransactionWithCrossApp: (
  client: LatchkeyClient,
  input: CrossAppTransactionInput,
) => Promise<Hex> = refuseLater;

/** The wallet of another app as a provider of EIP-1193, for dapp libraries. */
export const getCrossAppEthereumProvider: (
  client: LatchkeyClient,
  wallet: { readonly address: string },
) => EthereumProvider = refuse;
