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

/** What is asked of a wallet. */
export interface WalletRequest {
  readonly method: Exclude<CrossAppMethod, 'eth_signTransaction'>;
  readonly params: readonly unknown[];
}

/** The windows of a request: one is opened in the press, and another one where the first went to get a token. */
interface Windows {
  /** Undefined: none was opened yet; null: the browser opened none. */
  popup: Window | null | undefined;
}

/**
 * Asks the wallet of another app, in a popup. Where it is known already that the app signs, the popup is opened before
 * anything is waited for, in the press that asks.
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
      // The code alone: the text may be the other app's.
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
  // First, whether or not a token is kept: what shows addresses alone is not even asked (XAPP-23).
  if (provider.readOnly)
    return fail('not_supported', {
      message: 'Cannot transact against a read-only provider app',
      details: { reason: 'read_only' },
    });
  const token = findToken(client, id) ?? (await reconnect(client, windows, id));
  getLinkedWallet(client, address); // who reconnected may be another person there
  const query = new URLSearchParams({ token, request: text });
  const { user } = client.getState();
  return waitForAnswer(client, {
    popup: openFor(client, windows),
    hostedOrigin,
    method: request.method,
    url: `${provider.apiUrl}/oauth/transact?${query}`,
    keepToken(value) {
      // Who logged out meanwhile leaves nothing behind.
      if (client.getState().user?.id === user?.id) storage.set(providerTokenKey(id), value);
    },
  });
}

/** A wallet of another app, as the user's account there has it. */
interface LinkedWallet {
  readonly address: string;
  readonly appId: string;
}

/** The wallet of an address in the user's accounts of other apps; null where it is in none of them. */
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

/** The same. @throws ServiceError `must_be_authenticated`, `wallet_not_linked` (XAPP-08) */
export function getLinkedWallet(client: LatchkeyClient, address: string): LinkedWallet {
  if (!client.getState().authenticated) fail('must_be_authenticated');
  return (
    findLinkedWallet(client, address) ??
    fail('wallet_not_linked', { message: 'Cannot request a signature with this wallet address' })
  );
}

/** Whether a token of the other app is kept, so that its wallets are asked without the person agreeing anew. */
export function hasCrossAppToken(client: LatchkeyClient, appId: string): boolean {
  return findToken(client, appId) !== null;
}

/** The token that the other app gave, while it lasts 30 s more; null where there is none. */
function findToken(client: LatchkeyClient, appId: string): string | null {
  const { serverClock, storage } = contextsOf(client).page;
  const token = storage.find(providerTokenKey(appId));
  return isActive(token, serverClock.now()) ? token : null;
}

/**
 * Has the person agree anew, by which a token comes (XAPP-11). The popup closes itself on the way back.
 *
 * @throws ServiceError `missing_or_invalid_token` where none came (XAPP-12), and why the person did not agree
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

/** @throws ServiceError `unable_to_sign` where the browser opens no window (XAPP-14) */
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

/** @throws ServiceError `invalid_data` for what is no JSON, or too long for an address */
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
