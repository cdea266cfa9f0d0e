import {
  fail,
  isMethodOn,
  type MethodFlagName,
  type MethodId,
  oauthProviderOf,
  oauthTypeOf,
  type TokenReply,
} from '@latchkey/wire';
import type { App, Apps } from '../apps/index.ts';
import type { Challenges } from '../challenges/index.ts';
import type { Caller } from '../http/index.ts';
import { assertProof, type Claim, type Proof } from '../proof.ts';
import type { Sessions } from '../sessions/index.ts';
import {
  type AccountKey,
  addressOf,
  type GuestOutcome,
  type NewAccount,
  type Users,
} from '../users/index.ts';
import type { World } from '../world.ts';
import { createAccountChanges } from './createAccountChanges.ts';
import { createTestAccess } from './createTestAccess.ts';
import type { Admission, LoginMode } from './index.ts';
import { createCodeProver } from './proveCode.ts';

function checkMethod(app: App, method: MethodId, flag?: MethodFlagName): void {
  const isOn = flag ? app.settings[flag] : isMethodOn(app.settings, method);
  if (!isOn) fail('disallowed_login_method');
}

export function createAdmission(
  world: World,
  deps: {
    apps: Pick<Apps, 'allowlist' | 'testAccounts'>;
    challenges: Pick<Challenges, 'tries'> & { codes: Pick<Challenges['codes'], 'claim' | 'consume'> };
    sessions: Pick<Sessions, 'endAll' | 'endOthers' | 'find' | 'start' | 'startByCode'>;
    users: Users;
  },
): Admission {
  const { sessions, users } = deps;
  const { codes } = deps.challenges;
  const { allowlist } = deps.apps;
  const { testAccounts } = deps.apps;

  const codeProver = createCodeProver(world, { codes, sessions, testAccess: createTestAccess(deps) });

  async function checkAccount(app: App, { method, account }: Claim): Promise<void> {
    checkMethod(app, method, flagOf(account));
    if (app.settings.disable_plus_emails && isPlusEmail(account)) fail('disallowed_plus_email');
    if (!(await allowlist.isAllowed(app, withEmail(account)))) fail('allowlist_rejected');
  }

  /**
   * Checks an account that a caller names before it is proved. Reserved accounts skip the allowlist: it may contain
   * the test account, and a different answer would reveal that account to an attacker (S30). `checkProof` applies the
   * allowlist later.
   */
  async function checkClaim(app: App, claim: Claim): Promise<void> {
    if (testAccounts.isReserved(app, claim.account)) checkMethod(app, claim.method);
    else await checkAccount(app, claim);
  }

  /** Rejects an object that is no proof, and a proof of an account that the app does not allow. */
  async function checkProof(app: App, proof: Proof): Promise<void> {
    assertProof(proof);
    await checkAccount(app, proof);
  }

  /**
   * Upgrades a guest to the user of a proved account, unless the account is another user's, or is new and sign-up is
   * not allowed.
   */
  async function upgrade(
    app: App,
    { userId, account, mode }: { userId: string; account: NewAccount; mode: LoginMode | 'sign-up' },
  ): Promise<GuestOutcome> {
    const user = { appId: app.id, userId };
    const outcome = await world.database.transaction(async (tx) => {
      const isSignUpAllowed = mode !== 'no-signup';
      const input = { account, isSignUpAllowed, nowMs: world.clock.now() };
      const done = await users.guests.upgrade(tx, user, input);
      // Inside the transaction, because a guest whose sign-up is refused keeps the sessions.
      if (done === 'left-behind' && mode === 'sign-up') fail('linked_to_another_user');
      // An attacker with an older token of the guest must not get into the account (S24).
      if (done !== 'unchanged') await sessions.endAll(tx, user);
      return done;
    });
    if (outcome === 'upgraded') await allowlist.accept(app, withEmail(account));
    return outcome;
  }

  /**
   * Creates a user. Returns false if the account already belongs to a user.
   *
   * @throws ServiceError `max_accounts_reached`
   */
  async function create(app: App, account: NewAccount): Promise<boolean> {
    const created = await users.create(app.id, account, world.clock.now(), app.settings.max_users);
    // Null if a user has the account already, such as one whom a simultaneous first login created.
    if (created) await allowlist.accept(app, withEmail(account));
    return created !== null;
  }

  async function logInNewUser(
    app: App,
    proof: Proof,
    { mode, caller }: { mode: LoginMode; caller: Caller },
  ): Promise<TokenReply> {
    if (mode === 'no-signup') fail('user_does_not_exist');
    const isNewUser = await create(app, proof.account);
    return (await sessions.start({ app, isNewUser, proof, caller })) ?? fail('internal_error');
  }

  /** Creates a user, or upgrades a guest, for an account that must be new, and starts their session. */
  async function signUp(app: App, proof: Proof, caller: Caller): Promise<TokenReply> {
    await checkProof(app, proof);
    const { account } = proof;
    const present = await findPresent(deps, app, caller.bearer);
    const outcome = present?.isGuest
      ? await upgrade(app, { userId: present.userId, account, mode: 'sign-up' })
      : 'unchanged';
    const isNewUser = outcome === 'unchanged';
    if (isNewUser && !(await create(app, account))) fail('linked_to_another_user');
    return (await sessions.start({ app, isNewUser, proof, caller })) ?? fail('internal_error');
  }

  const admission: Admission = {
    checkMethod,
    checkAccount,
    signUp,

    isReserved: testAccounts.isReserved,

    async checkSend(app, claim) {
      await checkClaim(app, claim);
      return !testAccounts.isReserved(app, claim.account);
    },
    proveCode: codeProver.prove,

    async logIn(app, proof, { mode, caller }) {
      await checkProof(app, proof);
      const present = await findPresent(deps, app, caller.bearer);
      if (proof.method === 'guest') {
        if (present && !present.isGuest) fail('disallowed_login_method', { message: noGuestAgain });
      } else if (present?.isGuest) {
        await upgrade(app, { userId: present.userId, account: proof.account, mode });
      }
      if (proof.isProfile) await users.refreshDetails(world.database.db, app.id, proof.account);
      const login = { app, isNewUser: false, proof, caller };
      return (await sessions.start(login)) ?? logInNewUser(app, proof, { mode, caller });
    },

    async logInByCode(app, { to, code, ...options }) {
      const account = addressOf(to);
      const { caller } = options;
      const isGuest = (await findPresent(deps, app, caller.bearer))?.isGuest === true;
      if (isGuest || testAccounts.isReserved(app, account)) {
        return admission.logIn(app, await admission.proveCode(app, { to, code }), options);
      }
      // Before the code is used up, so a refusal here leaves the code valid.
      await checkAccount(app, { method: to.channel, account });
      const begun = await codeProver.proveAndStart(app, { to, code }, caller);
      return 'reply' in begun ? begun.reply : logInNewUser(app, begun.proof, options);
    },

    ...createAccountChanges({ sessions, users, checkClaim, checkProof }),
  };
  return admission;
}

async function findPresent(
  { sessions, users }: { sessions: Pick<Sessions, 'find'>; users: Users },
  app: App,
  bearer: string | null,
) {
  const session = bearer === null ? null : await sessions.find(app, bearer);
  if (!session) return null;
  return { userId: session.userId, isGuest: await users.guests.isGuest(session) };
}

/** GUEST-05: the caller would become another user without knowing it. */
const noGuestAgain = 'A user who is logged in cannot become a guest';

/**
 * Adds the email that an account's provider verified, which an allowlist may contain. The email does not link
 * accounts, because an attacker's provider could name another person's email (S36).
 */
const withEmail = ({ type, subject, details }: Claim['account']) => ({
  type,
  subject,
  email: oauthProviderOf(type) !== null && typeof details?.email === 'string' ? details.email : null,
});

/** Returns the flag that turns on the account's own type. Returns undefined if its method has only one flag. */
function flagOf({ type, subject }: AccountKey): MethodFlagName | undefined {
  if (type === 'wallet') return subject.startsWith('0x') ? 'wallet_auth' : 'solana_wallet_auth';
  const provider = oauthProviderOf(type);
  return provider ? oauthTypeOf(provider) : undefined;
}

const isPlusEmail = ({ type, subject }: AccountKey) =>
  type === 'email' && subject.slice(0, subject.lastIndexOf('@')).includes('+');
