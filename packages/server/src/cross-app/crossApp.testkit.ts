import { createHash, randomBytes } from 'node:crypto';
import { createTestService, createWalletOwner, type TestService, testAppSecret } from '@latchkey/testkit';
import {
  type AppInput,
  crossAppProviderOf,
  crossAppRoutes,
  type HostedRequest,
  oauthRoutes,
  type TokenReply,
} from '@latchkey/wire';

export const providerId = 'latchkey-test-app-0000001';
export const requesterId = 'latchkey-game-app-0000001';
export const gameOrigin = 'https://game.example';
/** Origin of pages that belong to no app and use the published connector. */
export const shopOrigin = 'https://shop.example';
export const provider = crossAppProviderOf(providerId);
export const hosted = 'http://localhost:4002';
export const serviceUrl = 'http://localhost:4000';

const secret_hash = createHash('sha256').update(testAppSecret).digest('hex');
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

export const requesterApp: AppInput = {
  id: requesterId,
  name: 'Game',
  icon_url: 'https://game.example/icon.png',
  secret_hash,
  email_auth: true,
  cross_app_auth: true,
  allowed_origins: [gameOrigin],
};

export type Listed = NonNullable<AppInput['cross_app_requesters']>;
const bothListed: Listed = [
  { app_id: requesterId, read_only: false },
  { origin: shopOrigin, read_only: false },
];

export const providerApp = (listed: Listed = bothListed): AppInput => ({
  id: providerId,
  name: 'Wallets',
  logo_url: 'https://wallets.example/logo.png',
  secret_hash,
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  cross_app_requesters: listed,
});

export function startCrossApp(
  options: Parameters<typeof createTestService>[0] & { listed?: Listed; requester?: Partial<AppInput> } = {},
): Promise<TestService> {
  const { apps = [], listed, requester, ...rest } = options;
  return createTestService({
    ...rest,
    apps: [providerApp(listed), { ...requesterApp, ...requester }, ...apps],
  });
}

export async function createHolder(service: TestService, email = 'ada@example.com') {
  const { user, wallet } = await createWalletOwner(service, email);
  return { token: user.token, userId: user.userId, address: wallet.address };
}
export type Holder = Awaited<ReturnType<typeof createHolder>>;

/** Login at the provider that a page of the requester began. */
export interface Trip {
  readonly provider: string;
  readonly verifier: string;
  readonly stateCode: string;
  readonly url: string;
  readonly id: string;
}

export interface TripOptions {
  readonly appId?: string;
  readonly origin?: string | null;
  readonly redirectTo?: string;
  readonly provider?: string;
  readonly bearer?: string;
}

export async function requestByCrossApp(service: TestService, options: TripOptions = {}) {
  const { appId = requesterId, origin = gameOrigin, redirectTo = `${gameOrigin}/play?level=3` } = options;
  const [verifier, stateCode] = [b64(randomBytes(32)), b64(randomBytes(32))];
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const of = options.provider ?? provider;
  const { json, status } = await service.call(oauthRoutes.start, {
    appId,
    origin,
    ...(options.bearer ? { bearer: options.bearer } : {}),
    body: { provider: of, redirect_to: redirectTo, state_code: stateCode, code_challenge },
  });
  const url = json.url ?? '';
  const id = url === '' ? '' : (new URL(url).searchParams.get('id') ?? '');
  return {
    status,
    code: json.code,
    error: json.error,
    trip: { provider: of, verifier, stateCode, url, id } satisfies Trip,
  };
}

/** Sends the requests of the hosted pages, in the provider's name. */
export function hostedPage(
  service: TestService,
  bearer?: string,
  more: { appId?: string; origin?: string | null } = {},
) {
  const call = { appId: providerId, origin: hosted, ...(bearer ? { bearer } : {}), ...more };
  return {
    take: (id: string) => service.call(crossAppRoutes.take, { ...call, body: { id } }),
    open: (handle: string) => service.call(crossAppRoutes.open, { ...call, body: { handle } }),
    answer: (handle: string, allow = true) =>
      service.call(crossAppRoutes.answer, { ...call, body: { handle, allow } }),
  };
}

/** Reads the redirect after a consent or a refusal like the requester's page. */
export const readReturn = (redirectTo: string) => {
  const url = new URL(redirectTo);
  return {
    code: url.searchParams.get('privy_oauth_code') ?? '',
    state: url.searchParams.get('privy_oauth_state') ?? '',
    provider: url.searchParams.get('privy_oauth_provider') ?? '',
    url,
  };
};

/** Agrees as a user, and returns the parameters that the requester's page gets. */
export async function agree(service: TestService, trip: Trip, bearer: string) {
  const page = hostedPage(service, bearer);
  const { json } = await page.take(trip.id);
  const { json: answered, status } = await page.answer(json.handle);
  if (!('redirect_to' in answered))
    throw new Error(`The yes was answered ${status} ${JSON.stringify(answered)}`);
  return readReturn(answered.redirect_to);
}

export const crossAppLoginBody = (trip: Trip, code: string) => ({
  authorization_code: code,
  state_code: trip.stateCode,
  code_verifier: trip.verifier,
  provider: trip.provider,
});

export const logInWith = (service: TestService, trip: Trip, code: string, more: object = {}) =>
  service.call(oauthRoutes.authenticate, {
    appId: requesterId,
    origin: gameOrigin,
    body: { ...crossAppLoginBody(trip, code), ...more },
  });

export async function connect(service: TestService, holder: Pick<Holder, 'token'>) {
  const { trip } = await requestByCrossApp(service);
  const { code } = await agree(service, trip, holder.token);
  const { json, status } = await logInWith(service, trip, code);
  if (status !== 200) throw new Error(`The login by another app was answered ${status} ${json.code}`);
  return { trip, code, reply: json as TokenReply, providerToken: json.oauth_tokens?.access_token ?? '' };
}

let networks = 0;
function newNetwork(): string {
  networks += 1;
  return `100.64.${(networks >> 8) & 255}.${networks & 255}`;
}

export function visit(
  service: TestService,
  path: string,
  query: Record<string, string> | string,
  network = newNetwork(),
): Promise<Response> {
  const text = typeof query === 'string' ? query : new URLSearchParams(query);
  return service.fetch(new Request(`${serviceUrl}${path}?${text}`), { remoteAddress: network });
}

/** Returns the id in a redirect, or null if the answer is no redirect. */
export function idOf(response: Response): string | null {
  const location = response.headers.get('location');
  return location === null ? null : new URL(location).searchParams.get('id');
}

/** Returns a request in the format of react-auth. */
export const requestOf = (service: TestService, call: object, more: object = {}) => ({
  content: { request: { request: call } },
  timestamp: service.clock.now(),
  callbackUrl: gameOrigin,
  ...more,
});
export const signOf = (address: string, text = 'Hello') => ({
  method: 'personal_sign',
  params: [text, address],
});

/** Sends a request through a popup, and returns the answer that the hosted page gets. */
export async function transact(
  service: TestService,
  input: { token: string; request: object | string; bearer?: string },
) {
  const { bearer, request, token } = input;
  const text = typeof request === 'string' ? request : JSON.stringify(request);
  const response = await visit(service, '/oauth/transact', { token, request: text });
  const id = idOf(response);
  if (id === null) return { status: response.status, code: undefined, json: null };
  const { json, status } = await hostedPage(service, bearer).take(id);
  return { status, code: json.code, json: json as HostedRequest, id };
}
