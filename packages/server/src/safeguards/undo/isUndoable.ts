import { limits } from '@latchkey/wire';
import { type AccountChange, type AccountKey, isEmbedded, type KeptAccount } from '../../users/index.ts';

export const isSame = (one: AccountKey, other: AccountKey) =>
  one.type === other.type && one.subject === other.subject;

/**
 * Returns true if a removal of an address can be undone with a code sent to it. It cannot in these cases:
 *
 * - The app's back end or an undo removed it.
 * - The user has had a second factor for more than seven days, which therefore confirmed the change.
 * - Another account, held for more than seven days, confirmed the change, so its holder wanted it.
 * - The user had the address for at most seven days, and another account or a recently removed address before it. It
 *   may be an attacker's, which the owner has just removed.
 */
export function isUndoable(change: {
  by: Pick<AccountChange['by'], 'session'>;
  before: readonly KeptAccount[];
  removed: KeptAccount;
  confirmedBy: AccountKey | null;
  earlier: readonly { firstVerifiedAtMs: number }[];
  factorsSinceMs: number | null;
  nowMs: number;
}): boolean {
  const { by, before, removed, confirmedBy, earlier, factorsSinceMs, nowMs } = change;
  if (!by.session) return false;
  const isLong = (sinceMs: number) => nowMs - sinceMs > limits.removedAddressMs;
  if (factorsSinceMs !== null && isLong(factorsSinceMs)) return false;
  const isHeld = ({ firstVerifiedAtMs }: KeptAccount) => isLong(firstVerifiedAtMs);
  const confirming = confirmedBy && before.find((one) => isSame(one, confirmedBy));
  if (confirming && !isSame(confirming, removed) && isHeld(confirming)) return false;
  const older = [...before.filter(isExternal), ...earlier].some(
    (one) => one.firstVerifiedAtMs < removed.firstVerifiedAtMs,
  );
  return isHeld(removed) || !older;
}

/** True if an account can be an earlier way to log in. A guest's account and an embedded wallet do not count. */
const isExternal = (account: KeptAccount) => account.type !== 'guest' && !isEmbedded(account);
