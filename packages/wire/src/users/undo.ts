import * as v from 'valibot';
import { feature } from '../feature.ts';
import { code, requestId } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

export const undoSendCodeBodySchema = () => v.object({ request_id: requestId() });
export type UndoSendCodeBody = InputOf<typeof undoSendCodeBodySchema>;
export const undoSendCodeReplySchema = () => v.object({ success: v.boolean() });
export type UndoSendCodeReply = OutputOf<typeof undoSendCodeReplySchema>;

export const removalSchema = () =>
  v.object({
    type: v.picklist(['email', 'phone']),
    /** Removed address or number, partly hidden: `a•••@example.com` or `+1•••••••23`. */
    address: v.string(),
    /** Address or number that replaced it, hidden in the same way; null if none did. */
    replaced_by: v.nullable(v.string()),
    /** Unix seconds. */
    removed_at: v.number(),
    /** Time until which the removal can be undone, Unix seconds. */
    undo_until: v.number(),
  });
/** Removal, as far as a holder of the reference may know it. */
export type WireRemoval = OutputOf<typeof removalSchema>;

export const undoBodySchema = () =>
  v.object({
    /** Code that was sent to the removed address. */
    code: code(),
    /**
     * True to go on even if the address has since opened an account with a wallet that would then be unreachable.
     * Default: false.
     */
    leave_new_account: v.optional(v.boolean()),
  });
export type UndoBody = InputOf<typeof undoBodySchema>;
export const undoneSchema = () =>
  v.object({
    /** Time until which wallets and accounts are on hold, Unix seconds. */
    hold_until: v.number(),
  });
export type Undone = OutputOf<typeof undoneSchema>;

/** Removal of an address that can be undone. */
export interface Removal {
  readonly type: 'email' | 'phone';
  /** Removed address or number, partly hidden: `a•••@example.com` or `+1•••••••23`. */
  readonly address: string;
  readonly replacedBy: string | null;
  readonly removedAt: Date;
  readonly undoUntil: Date;
}

export function removalFromWire(removal: WireRemoval): Removal {
  return {
    type: removal.type,
    address: removal.address,
    replacedBy: removal.replaced_by,
    removedAt: new Date(removal.removed_at * 1000),
    undoUntil: new Date(removal.undo_until * 1000),
  };
}

/**
 * Routes with which the holder of a removed address undoes the removal (docs/custody.md). Our own: published clients
 * do not call them.
 */
export const undoRoutes = {
  find: /* @__PURE__ */ route<undefined, WireRemoval>({
    name: 'undo.find',
    method: 'GET',
    path: '/api/v1/removed_addresses/{reference}',
    auth: 'none',
    retry: 'safe',
    codes: ['not_found'],
    summary:
      'Returns the removed account and the time of the removal, for the reference that was sent to the removed address. Changes nothing.',
  }),
  sendCode: /* @__PURE__ */ route<UndoSendCodeBody, UndoSendCodeReply>({
    name: 'undo.sendCode',
    method: 'POST',
    path: '/api/v1/removed_addresses/{reference}/send_code',
    auth: 'none',
    retry: 'safe',
    codes: ['not_found', 'delivery_failed', 'twilio_verification_failed', 'not_supported'],
    summary: 'Sends a code to the removed address. The code can only undo this removal.',
  }),
  undo: /* @__PURE__ */ route<UndoBody, Undone>({
    name: 'undo.undo',
    method: 'POST',
    path: '/api/v1/removed_addresses/{reference}/undo',
    auth: 'none',
    retry: 'never',
    codes: ['not_found', 'invalid_credentials', 'cannot_unlink_sole_account'],
    summary:
      'Restores the removed address, ends all sessions of the user, and holds their wallets and accounts for a day.',
  }),
} as const;

export const undoFeature = () =>
  feature('undo', undoRoutes, {
    find: { body: null, reply: removalSchema() },
    sendCode: { body: undoSendCodeBodySchema(), reply: undoSendCodeReplySchema() },
    undo: { body: undoBodySchema(), reply: undoneSchema() },
  });
