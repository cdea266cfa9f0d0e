import { fail, failFull, type WireUser } from '@latchkey/wire';
import type { Audit } from '../../audit/index.ts';
import { randomId } from '../../crypto/index.ts';
import type { Db } from '../../db/index.ts';
import type { UserKey } from '../../userKey.ts';
import type { World } from '../../world.ts';
import { isEmbedded, isWayIn, takesPlaceOf } from '../accountTypes.ts';
import { changeUserCount, countSlots, takeUserPlace } from '../countStore.ts';
import type {
  AccountChange,
  AccountKey,
  AccountWatch,
  GuestChange,
  ImportedUser,
  KeptAccount,
  NewAccount,
  UserChanges,
} from '../index.ts';
import { createUserStore } from '../store.ts';
import { toWireUser } from '../wireUser.ts';
import * as store from './store.ts';

const noSuchUser = () => fail('user_does_not_exist', { message: 'There is no such user' });
function noSuchAccount(): never {
  fail('not_found', { message: 'The user has no such account' });
}

/**
 * Creates the operations with which back ends and users change a user. A change is audited in its transaction. Links,
 * replacements, transfers and unlinks are also reported there to the watches.
 */
export function createChanges(
  world: World,
  { audit, watches }: { audit: Audit; watches: readonly AccountWatch[] },
): UserChanges {
  const { clock, database, random } = world;
  const { addAccount, find } = createUserStore(database);

  async function get(user: UserKey): Promise<WireUser> {
    const found = await find(user);
    return found ? toWireUser(found) : noSuchUser();
  }

  /**
   * Returns the user who has all of these accounts, or null if no user has any. Throws if they have different owners
   * or only some have one.
   */
  async function findOwner(appId: string, keys: readonly AccountKey[]): Promise<string | null> {
    const owned = await store.listOwners(database.db, appId, keys);
    const [first] = owned;
    if (!first) return null;
    const isAllTheirs = owned.length === keys.length && owned.every(({ userId }) => userId === first.userId);
    return isAllTheirs ? first.userId : fail('linked_to_another_user');
  }

  async function addImported(appId: string, input: ImportedUser) {
    const userId = `did:privy:${randomId(random)}`;
    const { accounts, maxUsers, metadata: customMetadata } = input;
    return database.transaction(async (tx) => {
      if (maxUsers === null) await changeUserCount(tx, appId, { by: 1, slot: random.integer(countSlots) });
      else if (!(await takeUserPlace(tx, appId, maxUsers))) fail('max_accounts_reached');
      const isAdded = await store.addUser(
        tx,
        { appId, userId, customMetadata, nowMs: clock.now() },
        accounts,
      );
      if (!isAdded) fail('linked_to_another_user');
      const types = accounts.map(({ type }) => type);
      const actor = { type: 'app', id: appId } as const;
      await audit.record(tx, appId, {
        kind: 'user.created',
        userId,
        actor,
        details: { account_types: types },
      });
      return userId;
    });
  }

  return {
    async import(appId, input) {
      const known = await findOwner(appId, input.accounts);
      if (known) return get({ appId, userId: known });
      const added = await addImported(appId, input).catch(async (error: unknown) => {
        // The same import may have been sent twice at once, and the other request may have created the user.
        const winner = await findOwner(appId, input.accounts);
        if (winner) return winner;
        throw error;
      });
      return get({ appId, userId: added });
    },

    async setMetadata(user, metadata) {
      const { appId, userId } = user;
      await database.transaction(async (tx) => {
        if (!(await store.setMetadata(tx, user, metadata))) noSuchUser();
        const actor = { type: 'app', id: appId } as const;
        await audit.record(tx, appId, { kind: 'user.metadata_set', userId, actor });
      });
      return get(user);
    },

    async acceptTerms(user, documents) {
      const { appId, userId } = user;
      await database.transaction(async (tx) => {
        const terms = { atMs: clock.now(), ...documents };
        if (!(await store.setTerms(tx, user, terms))) return;
        const actor = { type: 'user', id: userId } as const;
        await audit.record(tx, appId, { kind: 'user.terms_accepted', userId, actor });
      });
      return get(user);
    },

    findTerms: (user) => store.findTerms(database.db, user),

    async link(user, { account, most, by, onUpgrade }) {
      await database.transaction(async (tx) => {
        // Locks the user first, so of two simultaneous links for the last free place one is refused.
        const before = (await store.lockAccounts(tx, user)) ?? noSuchUser();
        if (before.filter((one) => takesPlaceOf(one, account)).length >= most) failFull(account.type);
        await add(tx, user, account);
        await note(tx, user, { kind: 'user.linked_account', by, before, added: account });
        await endGuest(tx, before, onUpgrade);
      });
      settle(user);
      return get(user);
    },

    async replace(user, { old, account, by }) {
      await database.transaction(async (tx) => {
        const before = (await store.lockAccounts(tx, user)) ?? noSuchUser();
        const stale = before.find(({ type, subject }) => type === old.type && subject === old.subject);
        const removed = stale ?? noSuchAccount();
        await store.removeAccount(tx, removed);
        await add(tx, user, account);
        const kind = 'user.updated_account';
        await note(tx, user, { kind, by, before, added: account, removed });
      });
      settle(user);
      return get(user);
    },

    async transfer(user, move) {
      await database.transaction((tx) => transfer(tx, user, move));
      for (const userId of [move.fromUserId, user.userId]) settle({ ...user, userId });
      return get(user);
    },

    async unlink(user, account) {
      await database.transaction((tx) => unlink(tx, user, account));
      settle(user);
      return get(user);
    },

    restore,
  };

  async function add(tx: Db, user: UserKey, account: NewAccount): Promise<void> {
    if (!(await addAccount(tx, user, account, clock.now()))) fail('linked_to_another_user');
  }

  function settle(user: UserKey): void {
    for (const watch of watches) watch.settle(user);
  }

  /** Records a change and reports it to the watches, in the transaction that makes it. */
  async function note(
    tx: Db,
    { appId, userId }: UserKey,
    change: Omit<AccountChange, 'added' | 'appId' | 'eventId' | 'factorsSinceMs' | 'removed' | 'userId'> & {
      added?: AccountKey;
      removed?: KeptAccount;
    },
  ): Promise<void> {
    const { kind, by, added = null, removed = null } = change;
    const details = { account_type: (added ?? removed)?.type ?? '' };
    const eventId = await audit.record(tx, appId, { kind, userId, actor: by.actor, details });
    const factorsSinceMs = await store.findFactorsSince(tx, { appId, userId });
    const reported = { ...change, appId, userId, added, removed, eventId, factorsSinceMs };
    for (const watch of watches) await watch.changed(tx, reported);
  }

  async function transfer(
    tx: Db,
    user: UserKey,
    move: Parameters<UserChanges['transfer']>[1],
  ): Promise<void> {
    const { appId, userId } = user;
    const { fromUserId, account, most, by } = move;
    const locked = await lockBoth(tx, appId, [fromUserId, userId]);
    const before = locked.get(userId) ?? noSuchUser();
    const theirs = locked.get(fromUserId) ?? [];
    const moved = theirs.find(({ type, subject }) => type === account.type && subject === account.subject);
    if (!moved || fromUserId === userId) fail('invalid_credentials', { message: movedText });
    // An attacker could otherwise remove a second factor with a transfer, without the verification that a removal
    // requires.
    if (moved.details.enrolled_in_mfa === true) fail('missing_or_invalid_mfa', { message: enrolledText });
    if (before.filter((one) => takesPlaceOf(one, moved)).length >= most) failFull(account.type);
    if (isSoleWayToWallet(theirs, moved)) fail('cannot_unlink_sole_account', { message: soleText });
    await store.moveAccount(tx, moved, userId, clock.now());
    await endGuest(tx, before, move.onUpgrade);
    const lost = { kind: 'user.unlinked_account', before: theirs, removed: moved } as const;
    await note(tx, { appId, userId: fromUserId }, { by, ...lost });
    await note(tx, user, { by, kind: 'user.transferred_account', before, added: account });
  }

  async function unlink(tx: Db, user: UserKey, input: Parameters<UserChanges['unlink']>[1]): Promise<void> {
    const { type, by } = input;
    const before = (await store.lockAccounts(tx, user)) ?? noSuchUser();
    const account = findNamed(
      before.filter((one) => one.type === type),
      input.handle.trim(),
    );
    if (!account) noSuchAccount();
    if (account.details.enrolled_in_mfa === true) {
      fail('missing_or_invalid_mfa', { message: enrolledText });
    }
    if (isEmbedded(account)) {
      fail('not_supported', {
        message: 'An embedded wallet belongs to its user and cannot be unlinked',
        details: { reason: 'embedded_wallet' },
      });
    }
    if (!before.some((other) => other !== account && isWayIn(other))) fail('cannot_unlink_sole_account');
    await store.removeAccount(tx, account);
    await note(tx, user, { kind: 'user.unlinked_account', by, before, removed: account });
  }

  async function restore(
    tx: Db,
    user: UserKey,
    back: Parameters<UserChanges['restore']>[2],
  ): Promise<{ fromUserId: string | null } | null> {
    const { appId, userId } = user;
    const { account, by } = back;
    const [holder] = await store.listOwners(tx, appId, [account]);
    const locked = await lockBoth(tx, appId, holder ? [holder.userId, userId] : [userId]);
    const before = locked.get(userId);
    if (!before) return null;
    const isIt = ({ type, subject }: AccountKey) => type === account.type && subject === account.subject;
    const theirs = (holder && holder.userId !== userId && locked.get(holder.userId)) || [];
    const moved = theirs.find(isIt);
    if (moved) await takeBack(tx, { back, moved, theirs });
    // Removes every account of the same type, and every account added since, except embedded wallets. The restored
    // account stays if the user added it again.
    const isNewer = (one: KeptAccount) => one.type === account.type || one.firstVerifiedAtMs >= back.sinceMs;
    // Second factors stay. An attacker who controls an address that the owner removed could otherwise remove one with
    // an undo.
    const isKept = (one: KeptAccount) => isEmbedded(one) || isIt(one) || one.details.enrolled_in_mfa === true;
    for (const removed of before.filter((one) => isNewer(one) && !isKept(one))) {
      await store.removeAccount(tx, removed);
      await note(tx, user, { kind: 'user.unlinked_account', by, before, removed });
    }
    if (!before.some(isIt) && !(await store.putBack(tx, user, account, clock.now())))
      fail('linked_to_another_user'); // another user took the account at this moment
    // Reported as a link, because a watch refuses a phone number that has become the user's second factor in the
    // meantime.
    if (!before.some(isIt)) await note(tx, user, { kind: 'user.linked_account', by, before, added: account });
    return { fromUserId: moved?.userId ?? null };
  }

  /**
   * Takes a restored account from the user who added it after its removal. Their second factor is not asked for. An
   * attacker who read the mailbox once could otherwise prevent the undo, with a user of their own that has a factor.
   */
  async function takeBack(
    tx: Db,
    take: {
      back: Parameters<UserChanges['restore']>[2];
      moved: store.AccountRow;
      theirs: readonly store.AccountRow[];
    },
  ): Promise<void> {
    const { back, moved, theirs } = take;
    if (!back.isLeaving && isSoleWayToWallet(theirs, moved))
      fail('cannot_unlink_sole_account', { message: soleText });
    await store.removeAccount(tx, moved);
    const lost = { kind: 'user.unlinked_account', before: theirs, removed: moved } as const;
    await note(tx, moved, { by: back.by, ...lost });
  }

  /** Locks users in one order, so two users who take accounts from each other do not deadlock. */
  async function lockBoth(tx: Db, appId: string, userIds: readonly string[]) {
    const locked = new Map<string, store.AccountRow[] | null>();
    for (const id of [...new Set(userIds)].sort())
      locked.set(id, await store.lockAccounts(tx, { appId, userId: id }));
    return locked;
  }
}

/**
 * Removes the credential of a user who was a guest. An attacker's script in the page could have read it, and could
 * otherwise log in to the full account with it.
 */
async function endGuest(
  tx: Db,
  accounts: readonly store.AccountRow[],
  onUpgrade: GuestChange['onUpgrade'],
): Promise<void> {
  const credential = accounts.find(({ type }) => type === 'guest');
  if (!credential) return;
  await store.removeAccount(tx, credential);
  await onUpgrade(tx);
}

const enrolledText = 'Cannot unlink a passkey enrolled in MFA';
const movedText = 'This account can no longer be moved. Link it again.';
const soleText = 'The other user would lose the way to a wallet';

/** True if without `account` the user would have an embedded wallet but no way to log in. */
function isSoleWayToWallet(accounts: readonly store.AccountRow[], account: store.AccountRow): boolean {
  const rest = accounts.filter((other) => other !== account);
  return rest.some(isEmbedded) && !rest.some(isWayIn);
}

/**
 * Finds the account that a text names: by its subject, or by its address, phone number, user name or email. A user
 * may have two wallets at one address, such as a key's and a contract's. An ambiguous name must not remove the wrong
 * one.
 *
 * @throws ServiceError `invalid_data` if it names several
 */
function findNamed(accounts: readonly store.AccountRow[], handle: string): store.AccountRow | undefined {
  // A wallet with a key has no chain, so any chain after its address is ignored.
  const [exact, named, key] = [
    handle,
    handle.toLowerCase(),
    handle.toLowerCase().replace(/@eip155:\d+$/, ''),
  ];
  const ways: ((account: store.AccountRow) => boolean)[] = [
    // Exact match first, because Solana addresses are case-sensitive. The looser matches stay within this user's
    // accounts, so a near miss cannot name another user's.
    ({ subject }) => subject === exact,
    ({ subject }) => subject.toLowerCase() === named,
    ({ type, subject }) => type === 'wallet' && subject === key,
    ({ details: { address, phoneNumber, username, email } }) =>
      [address, phoneNumber, username, email].some(
        (name) => typeof name === 'string' && name.toLowerCase() === named,
      ),
  ];
  for (const isNamed of ways) {
    const [found, other] = accounts.filter(isNamed);
    if (other) fail('invalid_data', { message: severalText });
    if (found) return found;
  }
  return undefined;
}

const severalText = 'The user has several such accounts: name the chain of the wallet too';
