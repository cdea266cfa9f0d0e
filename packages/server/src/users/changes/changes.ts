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
 * Creates the operations by which back ends and users change a user. Each change is audited in its transaction, and
 * each change of accounts is reported there to the watches, in their order.
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

  /** The one user who has exactly these accounts, if they are all theirs; null when no one has any of them. */
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
        // The same import sent twice at once: the other one made the user.
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
        // Locked first: of two links at once, each of which would be the last that fits, one finds the place taken.
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

  /** Adds an account that its user proved, inside the caller's transaction. */
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
    // Else its holder could take a second factor away without verifying it.
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
    // One that the same person added again stays as it is.
    const isNewer = (one: KeptAccount) => one.type === account.type || one.firstVerifiedAtMs >= back.sinceMs;
    // A second factor goes by a factor alone: else a person who has a lost address back could take it from the owner.
    const isKept = (one: KeptAccount) => isEmbedded(one) || isIt(one) || one.details.enrolled_in_mfa === true;
    for (const removed of before.filter((one) => isNewer(one) && !isKept(one))) {
      await store.removeAccount(tx, removed);
      await note(tx, user, { kind: 'user.unlinked_account', by, before, removed });
    }
    if (!before.some(isIt) && !(await store.putBack(tx, user, account, clock.now())))
      fail('linked_to_another_user'); // someone made an account of it at this very moment
    // A number that became a second factor since must not be what its holder logs in with.
    if (!before.some(isIt)) await note(tx, user, { kind: 'user.linked_account', by, before, added: account });
    return { fromUserId: moved?.userId ?? null };
  }

  /** Takes an account from anyone who has it since it was removed, for the user who had it before. */
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
    const details = { account_type: moved.type };
    const { appId, userId } = moved;
    const actor = back.by.actor;
    await audit.record(tx, appId, { kind: 'user.unlinked_account', userId, actor, details });
  }

  /** In one order, so that two users who take from each other do not wait for each other. */
  async function lockBoth(tx: Db, appId: string, userIds: readonly string[]) {
    const locked = new Map<string, store.AccountRow[] | null>();
    for (const id of [...new Set(userIds)].sort())
      locked.set(id, await store.lockAccounts(tx, { appId, userId: id }));
    return locked;
  }
}

/** Of a person who was a guest: what their page could read all the time must not open the account. */
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

/** Whether nothing else would lead to a wallet of these accounts' user. */
function isSoleWayToWallet(accounts: readonly store.AccountRow[], account: store.AccountRow): boolean {
  const rest = accounts.filter((other) => other !== account);
  return rest.some(isEmbedded) && !rest.some(isWayIn);
}

/**
 * The account that a text names: by its subject, else as its provider shows it. Threat: two wallets of a user at one address,
 * a key's and a contract's or contracts of two chains, of which the wrong one goes.
 *
 * @throws ServiceError `invalid_data` where it names several
 */
function findNamed(accounts: readonly store.AccountRow[], handle: string): store.AccountRow | undefined {
  // A key's account has no chain, and is meant on whichever one stands behind its address.
  const [exact, named, key] = [
    handle,
    handle.toLowerCase(),
    handle.toLowerCase().replace(/@eip155:\d+$/, ''),
  ];
  const ways: ((account: store.AccountRow) => boolean)[] = [
    // Solana's addresses are exact, and a near miss names no other user's account of this user.
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
