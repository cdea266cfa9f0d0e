import {
  fail,
  failFull,
  isMethodOn,
  limits,
  type MethodId,
  type OAuthProvider,
  oauthProviderOf,
  oauthTypeOf,
  type TokenReply,
  type WireUser,
} from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Caller } from '../http/index.ts';
import type { Sessions } from '../sessions/index.ts';
import type { AccountKey, GuestOutcome, NewAccount, Users } from '../users/index.ts';
import type { World } from '../world.ts';
import { createTestAccess } from './createTestAccess.ts';
import type { Admission, LoginMode } from './index.ts';
import type { Proof } from './proof.ts';
import { accountOf, createProveCode } from './proveCode.ts';

function checkMethod(app: App, method: MethodId, provider?: OAuthProvider): void {
  const isOn = provider ? app.settings[oauthTypeOf(provider)] : isMethodOn(app.settings, method);
  if (!isOn) fail('disallowed_login_method');
}

/** Makes the admission room. */
export function createAdmission(
  world: World,
  rooms: {
    apps: Pick<Apps, 'allowlist' | 'testAccounts'>;
    challenges: { codes: Pick<Challenges['codes'], 'claim' | 'consume'> };
    sessions: Pick<Sessions, 'endAll' | 'find' | 'start' | 'startByCode'>;
    users: Users;
  },
): Admission {
  const { sessions, users } = rooms;
  const { codes } = rooms.challenges;
  const { allowlist } = rooms.apps;
  const testAccess = createTestAccess(rooms.apps);

  async function checkAccount(app: App, method: MethodId, account: Candidate): Promise<void> {
    checkMethod(app, method, oauthProviderOf(account.type) ?? undefined);
    if (app.settings.disable_plus_emails && isPlusEmail(account)) fail('disallowed_plus_email');
    if (!(await allowlist.isAllowed(app, withEmail(account)))) fail('allowlist_rejected');
  }

  /** Makes a guest the user of what they proved, unless it is somebody else's, or nobody's and may not be theirs. */
  async function upgrade(
    app: App,
    { userId, account, mode }: { userId: string; account: NewAccount; mode: LoginMode },
  ): Promise<GuestOutcome> {
    const outcome = await world.database.transaction(async (tx) => {
      const isSignUpAllowed = mode !== 'no-signup';
      const input = { appId: app.id, userId, account, isSignUpAllowed, nowMs: world.clock.now() };
      const done = await users.guests.upgrade(tx, input);
      // Whoever knows an older token of the guest must not come along into the account (S24).
      if (done !== 'unchanged') await sessions.endAll(tx, app.id, userId);
      return done;
    });
    if (outcome === 'upgraded') await allowlist.accept(app, withEmail(account));
    return outcome;
  }

  /** Makes a user; false when somebody has the account. @throws ServiceError `max_accounts_reached` */
  async function create(app: App, account: NewAccount): Promise<boolean> {
    const created = await users.create(app.id, account, world.clock.now(), app.settings.max_users);
    // Of two first logins at once the other one made the user.
    if (created) await allowlist.accept(app, withEmail(account));
    return created !== null;
  }

  /** Makes a user of an account that nobody has, unless that is not wanted, and starts their session. */
  async function signUp(
    app: App,
    { account, provedAtMs }: Pick<Proof, 'account' | 'provedAtMs'>,
    { mode, caller }: { mode: LoginMode; caller: Caller },
  ): Promise<TokenReply> {
    if (mode === 'no-signup') fail('user_does_not_exist');
    const isNewUser = await create(app, account);
    const login = { app, isNewUser, account, provedAtMs, caller };
    return (await sessions.start(login)) ?? fail('internal_error');
  }

  /** Makes a user, or a guest into one, of an account that is new to everybody, and starts their session. */
  async function makeUser(app: App, proof: Proof, caller: Caller): Promise<TokenReply> {
    const { method, account, provedAtMs } = proof;
    await checkAccount(app, method, account);
    const present = await findPresent(rooms, app, caller.bearer);
    const outcome = present?.isGuest
      ? await upgrade(app, { userId: present.userId, account, mode: 'login-or-sign-up' })
      : 'unchanged';
    if (outcome === 'left-behind') fail('linked_to_another_user');
    const isNewUser = outcome === 'unchanged';
    if (isNewUser && !(await create(app, account))) fail('linked_to_another_user');
    const login = { app, isNewUser, account, provedAtMs, caller };
    return (await sessions.start(login)) ?? fail('internal_error');
  }

  const admission: Admission = {
    checkMethod,
    checkAccount,
    signUp: makeUser,

    isTestAccount: testAccess.isTestAccount,
    proveCode: createProveCode(world, { codes, testAccess }),

    async logIn(app, proof, { mode, caller }) {
      await checkAccount(app, proof.method, proof.account);
      const present = await findPresent(rooms, app, caller.bearer);
      if (proof.method === 'guest') {
        if (present && !present.isGuest) fail('disallowed_login_method', { message: noGuestAgain });
      } else if (present?.isGuest) {
        await upgrade(app, { userId: present.userId, account: proof.account, mode });
      }
      const { account, provedAtMs } = proof;
      if (proof.isProfile) await users.refreshDetails(app.id, account);
      const login = { app, isNewUser: false, account, provedAtMs, caller };
      return (await sessions.start(login)) ?? signUp(app, proof, { mode, caller });
    },

    async logInByCode(app, { to, code, ...options }) {
      const account = accountOf(to);
      const { caller } = options;
      const isGuest = (await findPresent(rooms, app, caller.bearer))?.isGuest === true;
      if (isGuest || admission.isTestAccount(app, account)) {
        return admission.logIn(app, await admission.proveCode(app, { to, code }), options);
      }
      // Asked before the code is burnt, so that a refusal costs no code.
      await checkAccount(app, to.channel, account);
      const claim = codes.claim(to, code);
      const proved =
        (await sessions.startByCode({ app, account, code: claim, caller })) ?? fail('invalid_credentials');
      return proved.reply ?? signUp(app, { account, provedAtMs: claim.nowMs }, options);
    },

    isGuest: (app, userId) => users.guests.isGuest(app.id, userId),

    hasType: async (app, userId, type) => hasType(await users.findWireUser(app.id, userId), type),

    isLinked: (app, userId, account) => users.hasAccount(app.id, userId, account),

    async checkLink(app, method, { userId, account }) {
      await checkAccount(app, method, account);
      const user = (await users.findWireUser(app.id, userId)) ?? fail('missing_or_invalid_token');
      if (await users.hasAccount(app.id, userId, account)) return user;
      const ofType = user.linked_accounts.filter(({ type }) => type === account.type);
      return ofType.length < mostOf(account) ? null : failFull(account.type);
    },

    async checkUpdate(app, method, { userId, account, old }) {
      await checkAccount(app, method, account);
      if (!(await users.hasAccount(app.id, userId, old))) {
        fail('not_found', { message: 'The user has no such account' });
      }
    },

    async link(app, { method, account }, userId) {
      await checkAccount(app, method, account);
      return users.link(app.id, userId, account, mostOf(account));
    },

    async update(app, { method, account }, { userId, old }) {
      await checkAccount(app, method, account);
      return users.replace(app.id, userId, old, account);
    },

    async transfer(app, { method, account }, { userId, fromUserId }) {
      await checkAccount(app, method, account);
      return users.transfer(app.id, { fromUserId, userId, account, most: mostOf(account) });
    },

    unlink: (app, userId, { type, subject }) =>
      users.unlink(app.id, userId, { type, handle: subject, actor: { type: 'user', id: userId } }),
  };
  return admission;
}

/** The user of a living session, and whether they are a guest; null where nobody is here. */
async function findPresent(
  { sessions, users }: { sessions: Pick<Sessions, 'find'>; users: Users },
  app: App,
  bearer: string | null,
) {
  const session = bearer === null ? null : await sessions.find(app, bearer);
  if (!session) return null;
  const { userId } = session;
  return { userId, isGuest: await users.guests.isGuest(app.id, userId) };
}

const hasType = (user: WireUser | null, type: AccountKey['type']) =>
  user?.linked_accounts.some((account) => account.type === type) ?? false;

/** How many accounts of its type a user may have. L§5, L§9. */
const mostOf = ({ type }: AccountKey) => (type === 'passkey' ? limits.passkeys : limits.accountsPerType);

/** GUEST-05: a person would be another one from then on, and not know it. */
const noGuestAgain = 'A user who is logged in cannot become a guest';

/** An account to be let in, with what is known of it. */
type Candidate = AccountKey & { details?: Record<string, unknown> };

/** With the address that its provider verified, which an allowlist may name; it links nothing to anybody (S36). */
const withEmail = <T extends Candidate>(account: T) => ({
  ...account,
  email:
    oauthProviderOf(account.type) !== null && typeof account.details?.email === 'string'
      ? account.details.email
      : null,
});

const isPlusEmail = ({ type, subject }: AccountKey) =>
  type === 'email' && subject.slice(0, subject.lastIndexOf('@')).includes('+');
