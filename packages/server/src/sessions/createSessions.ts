import { fail, type TokenReply, type WireUser } from '@latchkey/wire';
import { type App, type Apps, takesFactor } from '../apps/index.ts';
import type { Audit } from '../audit/index.ts';
import { randomId } from '../crypto/index.ts';
import { type Caller, describeAgent, type Implementation } from '../http/index.ts';
import { type AccountKey, type StoredUser, toWireUser } from '../users/index.ts';
import type { World } from '../world.ts';
import { issuerOf, readAccessToken, signAccessTokens, signJwt } from './accessToken.ts';
import { createAgeChecks } from './confirmations/ageChecks.ts';
import { authTimeOf } from './confirmations/authTime.ts';
import { createConfirmations } from './confirmations/createConfirmations.ts';
import { findSessionCookies } from './cookies.ts';
import { createForks } from './fork/createForks.ts';
import { identityClaims } from './identityToken.ts';
import type { Session, Sessions, VerifiedFactor } from './index.ts';
import { isStanding } from './isStanding.ts';
import type { SigningKeys } from './keys/signingKeys.ts';
import { createRefreshToken, familyHashOf, hashOf, type RefreshToken } from './refreshToken.ts';
import { sessionImplementations } from './routes.ts';
import { createSessionStore } from './store.ts';

export interface TokenGrant {
  readonly sessionId: string;
  readonly user: StoredUser;
  readonly refreshToken: RefreshToken;
  readonly nowMs: number;
  readonly isNewUser: boolean;
  /** The factor that the session last verified. Absent for a new session. */
  readonly factor?: VerifiedFactor | null;
}

/** Access tokens to accept: the service's own, or also the token for host back ends. */
export type AcceptedTokens = 'any' | 'service';

/**
 * Creates the sessions module.
 *
 * @param deps.apps finds the app whose signing key an operator rotates or revokes
 * @param deps.signingKeys signs and verifies the tokens of sessions
 */
export function createSessions(
  world: World,
  deps: { apps: Pick<Apps, 'find'>; audit: Audit; signingKeys: SigningKeys },
): Sessions & { routes: Implementation[] } {
  const { clock, random } = world;
  const serviceUrl = world.config.url;
  const { apps, audit, signingKeys: keys } = deps;
  const store = createSessionStore(world.database, audit);
  const forks = createForks(world, audit);
  const confirmations = createConfirmations(world, audit);

  async function findIdentityToken(
    app: App,
    user: WireUser,
    { isHalfIn }: Pick<Session, 'isHalfIn'>,
  ): Promise<string | null> {
    // An identity token says nothing about factors. A back end would accept it for a session that still lacks its
    // second factor, so such a session gets none.
    if (!app.settings.identity_tokens || isHalfIn) return null;
    const options = { appId: app.id, issuer: issuerOf(app, serviceUrl), nowMs: clock.now() };
    return signJwt(await keys.get(app.id), identityClaims(user, options));
  }

  async function toTokenReply(app: App, grant: TokenGrant): Promise<TokenReply> {
    const { sessionId, nowMs } = grant;
    const user = toWireUser(grant.user);
    const key = await keys.get(app.id);
    const factor = isStanding(grant.factor, user.mfa_methods) ? grant.factor : null;
    const isHalfIn = app.settings.mfa_at_login && user.mfa_methods.length > 0 && factor === null;
    const tokens = signAccessTokens(
      app,
      key,
      { userId: user.id, sessionId, factor: isHalfIn ? 'pending' : factor },
      { serviceUrl, nowMs },
    );
    return {
      user,
      token: tokens.token,
      privy_access_token: tokens.privyAccessToken,
      refresh_token: grant.refreshToken.text,
      identity_token: await findIdentityToken(app, user, { isHalfIn }),
      is_new_user: grant.isNewUser,
      oauth_tokens: null,
      session_update_action: 'set',
    };
  }

  /** Prepares a session: the row to insert, and a function that builds the token reply once the user is known. */
  function prepareLogin(app: App, account: AccountKey, caller: Caller, provedAtMs?: number) {
    const cookies = findSessionCookies(app, caller);
    const nowMs = clock.now();
    // A new id for each login: an attacker may have planted an older one in the browser (S24, session fixation).
    const sessionId = randomId(random);
    const refreshToken = createRefreshToken(random, sessionId);
    const event = {
      kind: 'user.authenticated',
      userId: null,
      sessionId,
      actor: { type: 'user' },
      details: { account_type: account.type },
    } as const;
    return {
      row: {
        appId: app.id,
        sessionId,
        familyHash: familyHashOf(refreshToken),
        currentHash: hashOf(refreshToken),
        account,
        authTimeMs: authTimeOf(provedAtMs ?? nowMs, nowMs),
        nowMs,
        entry: audit.entry(app.id, event),
        agent: describeAgent(caller.request.headers.get('user-agent')),
      },
      async open(user: StoredUser | null, isNewUser: boolean): Promise<TokenReply | null> {
        if (!user) return null;
        const reply = await toTokenReply(app, { sessionId, user, refreshToken, nowMs, isNewUser });
        return cookies ? cookies.keep(reply) : reply;
      },
    };
  }

  async function find(app: App, token: string | null, accepts: AcceptedTokens) {
    if (token === null) return null;
    const living = await keys.list(app.id);
    const nowMs = clock.now();
    const subject = await readAccessToken(app, living, token, { accepts, serviceUrl, nowMs });
    const found =
      subject && (await store.find({ appId: app.id, userId: subject.userId }, subject.sessionId, nowMs));
    if (!found) return null;
    const isHalfIn =
      app.settings.mfa_at_login && found.session.hasFactor && !isStanding(found.factor, found.methods);
    return { ...found, session: { ...found.session, isHalfIn } };
  }

  /** Refuses a session that still lacks its second factor, and names the user's methods that the app accepts. */
  function failHalfIn(app: App, methods: WireUser['mfa_methods']): never {
    const taken = methods.map(({ type }) => type).filter((type) => takesFactor(app.settings, type));
    return fail('missing_or_invalid_mfa', { message: halfInText, details: { methods: taken } });
  }

  const sessions: Sessions = {
    ...confirmations,
    ...createAgeChecks(clock),
    checkCaller: (app, caller) => void findSessionCookies(app, caller),

    async start({ app, isNewUser, proof, caller }) {
      const login = prepareLogin(app, proof.account, caller, proof.provedAtMs);
      return login.open(await store.start(login.row), isNewUser);
    },

    async startByCode({ app, account, code, caller }) {
      const login = prepareLogin(app, account, caller);
      const proved = await store.startByCode(login.row, code);
      return proved && { reply: await login.open(proved.user, false) };
    },

    find: async (app, token) => (await find(app, token, 'any'))?.session ?? null,

    async authenticate(app, token, { orHalfIn = false } = {}) {
      const found = (await find(app, token, 'any')) ?? fail('missing_or_invalid_token');
      if (found.session.isHalfIn && !orHalfIn) failHalfIn(app, found.methods);
      return found.session;
    },

    async authenticateCustody(app, token, { orHalfIn = false } = {}) {
      const found = await find(app, token, app.settings.legacy_custody_token ? 'any' : 'service');
      if (!found || found.session.authTimeMs < found.custodyEpochMs) return fail('missing_or_invalid_token');
      if (found.session.isHalfIn && !orHalfIn) failHalfIn(app, found.methods);
      return found.session;
    },

    async renewAuthTime({ appId, sessionId, userId }, { account, provedAtMs }) {
      const nowMs = clock.now();
      const authTimeMs = authTimeOf(provedAtMs, nowMs);
      const event = {
        kind: 'session.reauthenticated',
        userId,
        sessionId,
        actor: { type: 'user', id: userId },
        details: { account_type: account.type },
      } as const;
      const renewed = await store.renewAuthTime({ appId, sessionId, account, authTimeMs, nowMs, event });
      return renewed ?? fail('missing_or_invalid_token');
    },

    noteFactor: store.noteFactor,
    end: store.endThese,
    endAll: store.endAll,
    endOthers: store.endOthers,
    findIdentityToken,
    list: (user) => store.list(user, clock.now()),

    async sweep() {
      await store.sweep(clock.now());
      for (const module of [forks, confirmations, keys]) await module.sweep();
    },
  };

  const routes = sessionImplementations(world, {
    apps,
    sessions,
    store,
    forks,
    keys,
    toTokenReply,
  });
  return { ...sessions, routes };
}

const halfInText = 'Verify your second factor to finish logging in';
