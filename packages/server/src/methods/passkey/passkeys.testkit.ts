import {
  type Authenticator,
  type CeremonyFlaws,
  createAuthenticator,
  logIn,
  type TestService,
} from '@latchkey/testkit';
import { passkeyRoutes, type WireUser } from '@latchkey/wire';

export const origins = [
  'http://localhost:3000',
  'https://app.tidewater.example',
  'https://shop.tidewater.example',
];
export const passkeyApps = [
  {
    id: 'latchkey-test-app-0000001',
    name: 'Tidewater',
    email_auth: true,
    guest_auth: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    sensitive_max_age: 600,
    allowed_origins: origins,
  },
  { id: 'latchkey-test-app-0000002', name: 'Closed', passkey_auth: true, allowed_origins: origins },
  {
    id: 'latchkey-test-app-0000003',
    name: 'One domain',
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
    passkey_rp_id: 'tidewater.example',
    allowed_origins: origins,
  },
  { id: 'latchkey-test-app-0000004', name: 'Without', allowed_origins: origins },
];
export const [, closed, oneDomain, without] = passkeyApps.map(({ id }) => id);

type Where = {
  appId?: string | undefined;
  origin?: string | null;
  bearer?: string;
  headers?: Record<string, string>;
};
export const told = ({ appId, ...where }: Where) => ({ ...where, ...(appId === undefined ? {} : { appId }) });

export function passkeyCalls(service: TestService) {
  async function use(authenticator: Authenticator, flaws: CeremonyFlaws = {}, where: Where = {}) {
    const { json } = await service.call(passkeyRoutes.startLogin, { ...told(where), body: {} });
    const { options, relying_party } = json;
    return {
      relying_party,
      challenge: options.challenge,
      authenticator_response: authenticator.use(options, flaws),
    };
  }

  const enter = (body: unknown, where: Where = {}) =>
    service.call(passkeyRoutes.authenticate, { ...told(where), body });

  async function signUp(authenticator: Authenticator, flaws: CeremonyFlaws = {}, where: Where = {}) {
    const start = await service.call(passkeyRoutes.startSignUp, { ...told(where), body: {} });
    const { options, relying_party } = start.json;
    const body = { relying_party, authenticator_response: authenticator.make(options, flaws) };
    return service.call(passkeyRoutes.signUp, { ...told(where), body });
  }

  async function link(authenticator: Authenticator, bearer: string, flaws: CeremonyFlaws = {}) {
    const start = await service.call(passkeyRoutes.startLink, { bearer, body: {} });
    if (start.status !== 200) return start;
    const { options, relying_party } = start.json;
    const body = { relying_party, authenticator_response: authenticator.make(options, flaws) };
    return service.call(passkeyRoutes.link, { bearer, body });
  }

  /** Logs a user in by email and links a passkey. */
  async function newcomer(email: string) {
    const { token, user } = await logIn(service, email);
    const authenticator = createAuthenticator();
    const bearer = token ?? '';
    const linked = await link(authenticator, bearer);
    if (linked.status !== 200) throw new Error(`The link was answered ${linked.status}`);
    return { authenticator, bearer, userId: user?.id, user: linked.json as unknown as WireUser };
  }

  return { use, enter, signUp, link, newcomer };
}

export const passkeysOf = (user: WireUser | null | undefined) =>
  user?.linked_accounts.filter((account) => account.type === 'passkey') ?? [];
