import { type CrossAppMethod, fail, isCode, limits } from '@latchkey/wire';
import { sendAnalyticsEvent } from '../analytics/index.ts';
import { openPopup } from '../consent/index.ts';
import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { accountTypes } from '../methods/index.ts';
import { isActive } from '../session/index.ts';
import { providerTokenKey } from '../storage/index.ts';
import type { Hex } from '../wallets/index.ts';
import type { CrossAppWallet } from './crossApp.ts';
import { getProvider, peekProvider } from './providers.ts';
import { waitForAnswer } from './waitForAnswer.ts';

export interface WalletRequest {
  readonly method: Exclude<CrossAppMethod, 'eth_signTransaction'>;
  readonly params: readonly unknown[];
}

/** Popup of a request. If a reconnection used the first popup, a second one takes its place. */
interface Windows {
  /** `undefined` if none was opened yet; null if the browser blocked it. */
  popup: Window | null | undefined;
}

/**
 * Sends a request to a provider app's wallet in a popup. If the cached list says that the app signs, the popup opens
 * before any wait, during the click.
 *
 * @throws ServiceError as `signMessageWithCrossApp`
 */
export async function requestCrossAppWallet(
  client: LatchkeyClient,
  { address, popup }: CrossAppWallet,
  request: WalletRequest,
): Promise<Hex> {
  const windows: Windows = { popup };
  const { method } = request;
  const tell = (what: string, payload: Record<string, unknown>) =>
    void sendAnalyticsEvent(client, `cross_app_request_${what}`, payload);
  try {
    if (!client.getState().authenticated) fail('must_be_authenticated');
    tell('started', { address, method });
    const result = await hostedRequest(client, windows, address, request).catch((error) => {
      // The event has the error's code but not its text, which the provider app may have written.
      tell('error', { error: isCode(error) ? error.code : 'internal_error', address });
      throw error;
    });
    tell('success', { address, method });
    return result;
  } finally {
    windows.popup?.close();
  }
}

async function hostedRequest(
  client: LatchkeyClient,
  windows: Windows,
  address: string,
  request: WalletRequest,
): Promise<Hex> {
  const { environment, storage } = contextsOf(client).page;
  const { appId: id } = getLinkedWallet(client, address);
  const text = writeRequest(client, request);
  const known = peekProvider(client, id);
  if (windows.popup === undefined && known && !known.provider.readOnly)
    windows.popup = openPopup(environment);
  const { provider, hostedOrigin } = await getProvider(client, id);
  // A provider app that only shows addresses gets no request, with or without a token (XAPP-23).
  if (provider.readOnly)
    return fail('not_supported', {
      message: 'Cannot transact against a read-only provider app',
      details: { reason: 'read_only' },
    });
  const token = findToken(client, id) ?? (await reconnect(client, windows, id));
  getLinkedWallet(client, address); // the user may have reconnected with another account of the provider app
  const query = new URLSearchParams({ token, request: text });
  const { user } = client.getState();
  return waitForAnswer(client, {
    popup: openFor(client, windows),
    hostedOrigin,
    method: request.method,
    url: `${provider.apiUrl}/oauth/transact?${query}`,
    keepToken(value) {
      // If the user logged out in the meantime, no token is stored.
      if (client.getState().user?.id === user?.id) storage.set(providerTokenKey(id), value);
    },
  });
}

interface LinkedWallet {
  readonly address: string;
  readonly appId: string;
}

/** Returns the wallet with an address in the user's provider app accounts; null if there is none. */
export function findLinkedWallet(client: LatchkeyClient, address: string): LinkedWallet | null {
  const wished = String(address).toLowerCase();
  const accounts = client.getState().user?.linkedAccounts.filter((one) => one.type === 'cross_app') ?? [];
  return (
    accounts
      .flatMap(({ embeddedWallets, smartWallets, providerApp }) =>
        [...embeddedWallets, ...smartWallets].map((wallet) => ({
          address: wallet.address,
          appId: providerApp.id,
        })),
      )
      .find((wallet) => wallet.address.toLowerCase() === wished) ?? null
  );
}

/** Like {@link findLinkedWallet}. @throws ServiceError `must_be_authenticated`, `wallet_not_linked` (XAPP-08) */
export function getLinkedWallet(client: LatchkeyClient, address: string): LinkedWallet {
  if (!client.getState().authenticated) fail('must_be_authenticated');
  return (
    findLinkedWallet(client, address) ??
    fail('wallet_not_linked', { message: 'Cannot request a signature with this wallet address' })
  );
}

/**
 * Returns true if a token of the provider app is stored and does not expire within 30 s, so that a request does not
 * have to connect first.
 */
export function hasCrossAppToken(client: LatchkeyClient, appId: string): boolean {
  return findToken(client, appId) !== null;
}

/** Returns the provider app's token if it does not expire within 30 s; null otherwise. */
function findToken(client: LatchkeyClient, appId: string): string | null {
  const { serverClock, storage } = contextsOf(client).page;
  const token = storage.find(providerTokenKey(appId));
  return isActive(token, serverClock.now()) ? token : null;
}

/**
 * Asks the user to connect again, which returns a token (XAPP-11). The popup closes itself when it returns.
 *
 * @throws ServiceError `unable_to_sign` if the browser blocks the popup (XAPP-14), `missing_or_invalid_token` if no
 *   token arrived (XAPP-12), or the error of connecting
 */
async function reconnect(client: LatchkeyClient, windows: Windows, appId: string): Promise<string> {
  const popup = openFor(client, windows);
  windows.popup = undefined;
  await accountTypes['cross-app'].link(client, { appId, popup, isRenewal: true });
  return (
    findToken(client, appId) ??
    fail('missing_or_invalid_token', { message: 'Transactions require a valid token' })
  );
}

/** @throws ServiceError `unable_to_sign` if the browser blocks the popup (XAPP-14) */
function openFor(client: LatchkeyClient, windows: Windows): Window {
  if (windows.popup === undefined) windows.popup = openPopup(contextsOf(client).page.environment);
  return (
    windows.popup ??
    fail('unable_to_sign', {
      message: 'Failed to initialize signature request',
      details: { reason: 'popup_blocked' },
    })
  );
}

/**
 * @throws ServiceError `invalid_data` if the request cannot be written as JSON or is too long, `no_api` without a page
 */
function writeRequest(client: LatchkeyClient, { method, params }: WalletRequest): string {
  const { environment, serverClock } = contextsOf(client).page;
  const whole = {
    content: { request: { request: { method, params } } },
    timestamp: serverClock.now(),
    callbackUrl: (environment.window ?? fail('no_api')).location.origin,
  };
  const text = toJson(whole);
  if (encodeURIComponent(text).length > limits.crossAppRequestLength)
    fail('invalid_data', {
      message: `A request to another app has at most ${limits.crossAppRequestLength} characters`,
    });
  return text;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'bigint' ? `0x${part.toString(16)}` : part,
    );
  } catch (cause) {
    return fail('invalid_data', { message: 'The request is no JSON', cause });
  }
}
