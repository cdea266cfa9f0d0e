import { limits } from '@latchkey/wire';
import { type AccountChange, type AccountKey, isEmbedded, type KeptAccount } from '../../users/index.ts';

/** Tells whether two name the same account. */
export const isSame = (one: AccountKey, other: AccountKey) =>
  one.type === other.type && one.subject === other.subject;

/**
 * Decides whether a removed address may take its removal back.
 *
 * - What an app's back end removed, or an undo, stays removed.
 * - A second factor that the user had held for more than seven days confirmed the change, without which no address goes.
 * - Another account that the user had held for more than seven days confirmed the change: its holder wanted it.
 * - An address that is younger than that, and came after others, may be a thief's whom the owner has just removed.
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

/** Whether an account may be older than an address: no one comes with a guest's, or with a wallet that was made here. */
const isExternal = (account: KeptAccount) => account.type !== 'guest' && !isEmbedded(account);
