import { answerConsent, type Sandbox, signWidget, startSandbox, telegramBot } from '@latchkey/sandbox';
import { createTestService, type TestService } from '@latchkey/testkit';
import {
  type AppInput,
  emailRoutes,
  type FarcasterStatus,
  farcasterRoutes,
  oauthRoutes,
  smsRoutes,
  type TokenReply,
  telegramRoutes,
} from '@latchkey/wire';
import { sandboxOAuthClients } from '../app-secrets/sandboxOAuthClients.ts';
import { oauthLoginBody, start } from './oauth/oauth.testkit.ts';
import { createWallets, ethereumWallet } from './wallet/wallet.testkit.ts';

/** App that allows logins with each account type of `createAccountTypes`. */
export const appOfAllAccountTypes = {
  id: 'latchkey-test-app-0000001',
  name: 'Harbour',
  email_auth: true,
  sms_auth: true,
  google_oauth: true,
  farcaster_auth: true,
  telegram_auth: true,
  wallet_auth: true,
  telegram_auth_config: {
    bot_id: telegramBot.id,
    bot_name: telegramBot.name,
    link_enabled: true,
    seamless_auth_enabled: false,
  },
  allowed_origins: ['http://localhost:3000'],
} satisfies AppInput;

/** Starts a service for these apps, and a sandbox that stands in for the third parties that prove an account. */
export async function startAllAccountTypes(apps: AppInput[]) {
  let service: TestService | undefined;
  const now = () => service?.clock.now() ?? Date.now();
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], now });
  service = await createTestService({
    apps,
    config: {
      farcasterRelayUrl: `${sandbox.url}/farcaster/relay`,
      farcasterRpcUrl: `${sandbox.url}/farcaster/rpc`,
      oauthUrl: sandbox.oauthUrl,
      sharedOAuthClients: sandboxOAuthClients,
      sharedTelegramToken: telegramBot.token,
    },
  });
  return { sandbox, service };
}

export type AccountReply = Promise<{
  status: number;
  json: Partial<TokenReply['user']> & { code?: string; data?: Record<string, unknown> };
}>;
export interface Call {
  readonly appId: string;
  readonly bearer?: string;
}
/** Account type under test, with calls that log in with an account of this type, link it and transfer it. */
export interface AccountTypeOwner {
  readonly type: string;
  subjectOf(person: number): string | Promise<string>;
  nameOf(person: number): string;
  enter(person: number, call: Call): Promise<{ json: TokenReply }>;
  link(person: number, call: Call & { bearer: string }): AccountReply;
  transfer(person: number, nonce: string, call: Call & { bearer: string }): AccountReply;
}

/** Time between two codes that keeps a recipient within the limit of five codes in ten minutes, in ms. */
export const betweenSendsMs = 121_000;
const nameOf = (person: number) => `person${person}`;

/**
 * Creates the account types under test.
 *
 * @param open returns the service and the sandbox, which have started by the time of its first call
 */
export function createAccountTypes(open: () => { service: TestService; sandbox: Sandbox }) {
  const emailOf = (person: number) => `person-${person}@example.com`;
  const numberOf = (person: number) => `+1201555${String(person).padStart(4, '0')}`;
  const next = () => open().service.clock.advance(betweenSendsMs);

  async function emailCode(person: number, call: Call) {
    next();
    await open().service.call(emailRoutes.sendCode, { ...call, body: { email: emailOf(person) } });
    return { email: emailOf(person), code: open().service.outbox.codeFor(emailOf(person)) };
  }
  async function smsCode(person: number, call: Call) {
    next();
    await open().service.call(smsRoutes.sendCode, { ...call, body: { phoneNumber: numberOf(person) } });
    return { phoneNumber: numberOf(person), code: open().service.outbox.codeFor(numberOf(person)) };
  }
  /** Opens a channel, lets the person approve it in the Farcaster app, and returns the body of a login or link. */
  async function approval(person: number, call: Call) {
    const { channel_token, connect_uri } = (await open().service.call(farcasterRoutes.init, call)).json;
    await open().sandbox.farcaster.approve(connect_uri, nameOf(person));
    next();
    const headers = { 'farcaster-channel-token': channel_token };
    const { json } = await open().service.call(farcasterRoutes.status, { ...call, headers });
    const { message, signature, fid } = json as Extract<FarcasterStatus, { state: 'completed' }>;
    return { channel_token, message, signature, fid };
  }
  async function visit(person: number, call: Call) {
    const begun = await start(open().service, 'google', call);
    const { url } = await answerConsent(begun.visit.page.href, { person: nameOf(person) });
    const location = (await open().service.fetch(new Request(url))).headers.get('location') ?? '';
    return oauthLoginBody(begun.visit, new URL(location));
  }
  /** Returns a login result that Telegram signs for a person now. It stays the same until the clock moves. */
  const signed = (person: number) => ({
    telegram_auth_result: signWidget(
      { id: 9_000_000 + person, first_name: 'P', username: nameOf(person) },
      { authDate: Math.floor(open().service.clock.now() / 1000) },
    ),
  });
  const fidOf = async (person: number) => (await open().sandbox.farcaster.enrol(nameOf(person))).fid;
  const googleIds = new Map<number, string>();
  const googleIdOf = (person: number) => googleIds.get(person) ?? 'nobody';

  const accountTypes: Record<
    'email' | 'farcaster' | 'oauth' | 'sms' | 'telegram' | 'wallet',
    AccountTypeOwner
  > = {
    email: {
      type: 'email',
      subjectOf: emailOf,
      nameOf: emailOf,
      enter: async (person, call) =>
        open().service.call(emailRoutes.authenticate, { ...call, body: await emailCode(person, call) }),
      link: async (person, call) =>
        open().service.call(emailRoutes.link, { ...call, body: await emailCode(person, call) }),
      transfer: (person, nonce, call) =>
        open().service.call(emailRoutes.transfer, {
          ...call,
          body: { nonce, email: emailOf(person).toUpperCase() },
        }),
    },
    farcaster: {
      type: 'farcaster',
      subjectOf: async (person) => String(await fidOf(person)),
      nameOf,
      enter: async (person, call) =>
        open().service.call(farcasterRoutes.authenticate, { ...call, body: await approval(person, call) }),
      link: async (person, call) =>
        open().service.call(farcasterRoutes.link, { ...call, body: await approval(person, call) }),
      transfer: async (person, nonce, call) =>
        open().service.call(farcasterRoutes.transfer, {
          ...call,
          body: { nonce, farcaster_id: String(await fidOf(person)), farcaster_embedded_address: null },
        }),
    },
    oauth: {
      type: 'google_oauth',
      subjectOf: googleIdOf,
      nameOf: (person) => `${nameOf(person)}@people.example`,
      async enter(person, call) {
        const login = await open().service.call(oauthRoutes.authenticate, {
          ...call,
          body: await visit(person, call),
        });
        const google = login.json.user?.linked_accounts.find(({ type }) => type === 'google_oauth');
        if (google?.type === 'google_oauth') googleIds.set(person, google.subject);
        return login;
      },
      link: async (person, call) =>
        open().service.call(oauthRoutes.link, { ...call, body: await visit(person, call) }),
      transfer: (person, nonce, call) =>
        open().service.call(oauthRoutes.transfer, {
          ...call,
          body: { nonce, userInfo: { subject: googleIdOf(person) } },
        }),
    },
    sms: {
      type: 'phone',
      subjectOf: numberOf,
      nameOf: numberOf,
      enter: async (person, call) =>
        open().service.call(smsRoutes.authenticate, { ...call, body: await smsCode(person, call) }),
      link: async (person, call) =>
        open().service.call(smsRoutes.link, { ...call, body: await smsCode(person, call) }),
      transfer: (person, nonce, call) =>
        open().service.call(smsRoutes.transfer, {
          ...call,
          body: { nonce, phoneNumber: numberOf(person).replace('+1201', '+1 (201) ') },
        }),
    },
    telegram: {
      type: 'telegram',
      subjectOf: (person) => String(9_000_000 + person),
      nameOf,
      async enter(person, call) {
        next();
        return open().service.call(telegramRoutes.authenticate, { ...call, body: signed(person) });
      },
      async link(person, call) {
        next();
        return open().service.call(telegramRoutes.link, { ...call, body: signed(person) });
      },
      transfer: (person, nonce, call) =>
        open().service.call(telegramRoutes.transfer, { ...call, body: { nonce, ...signed(person) } }),
    },
    wallet: {
      type: 'wallet',
      subjectOf: (person) => ethereumWallet(person).address.toLowerCase(),
      nameOf: (person) => ethereumWallet(person).address,
      async enter(person, call) {
        next();
        const { logIn } = createWallets(() => open().service, call);
        return logIn(ethereumWallet(person));
      },
      async link(person, call) {
        next();
        const { link } = createWallets(() => open().service, call);
        return link(ethereumWallet(person), call.bearer);
      },
      transfer: (person, nonce, call) =>
        createWallets(() => open().service, call).transfer(ethereumWallet(person), call.bearer, nonce),
    },
  };
  return { accountTypes, signed };
}
