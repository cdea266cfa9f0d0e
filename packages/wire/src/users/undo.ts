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
    /** The removed address or number, all but a few characters hidden. */
    address: v.string(),
    /** The one that took its place, hidden likewise; null if none did. */
    replaced_by: v.nullable(v.string()),
    /** Unix seconds. */
    removed_at: v.number(),
    /** Until when it can be undone, Unix seconds. */
    undo_until: v.number(),
  });
/** What was removed, as far as anyone who holds the reference may know. */
export type WireRemoval = OutputOf<typeof removalSchema>;

export const undoBodySchema = () =>
  v.object({
    /** Sent to the removed address. */
    code: code(),
    /**
     * True to go on even if the address has opened an account of its own since, with a wallet that no one could reach
     * afterwards. Default: false.
     */
    leave_new_account: v.optional(v.boolean()),
  });
export type UndoBody = InputOf<typeof undoBodySchema>;
export const undoneSchema = () =>
  v.object({
    /** Until when wallets and accounts stay as they are, Unix seconds. */
    hold_until: v.number(),
  });
export type Undone = OutputOf<typeof undoneSchema>;

/** A removal of an address that can be undone. */
export interface Removal {
  readonly type: 'email' | 'phone';
  /** The removed address or number, all but a few characters hidden. */
  readonly address: string;
  readonly replacedBy: string | null;
  readonly removedAt: Date;
  readonly undoUntil: Date;
}

/** Reads a removal as the wire carries it. */
export function removalFromWire(removal: WireRemoval): Removal {
  return {
    type: removal.type,
    address: removal.address,
    replacedBy: removal.replaced_by,
    removedAt: new Date(removal.removed_at * 1000),
    undoUntil: new Date(removal.undo_until * 1000),
  };
}

/** How a removed address takes its removal back (docs/custody.md). Ours: published clients ask none of it. */
export const undoRoutes = {
  find: /* @__PURE__ */ route<undefined, WireRemoval>({
    name: 'undo.find',
    method: 'GET',
    path: '/api/v1/removed_addresses/{reference}',
    auth: 'none',
    retry: 'safe',
    codes: ['not_found'],
    summary:
      'What was removed and when, for the reference that the removed address was told; changes nothing.',
  }),
  sendCode: /* @__PURE__ */ route<UndoSendCodeBody, UndoSendCodeReply>({
    name: 'undo.sendCode',
    method: 'POST',
    path: '/api/v1/removed_addresses/{reference}/send_code',
    auth: 'none',
    retry: 'safe',
    codes: ['not_found', 'delivery_failed', 'twilio_verification_failed', 'not_supported'],
    summary: 'Sends a code to the removed address that undoes this removal and does nothing else.',
  }),
  undo: /* @__PURE__ */ route<UndoBody, Undone>({
    name: 'undo.undo',
    method: 'POST',
    path: '/api/v1/removed_addresses/{reference}/undo',
    auth: 'none',
    retry: 'never',
    codes: ['not_found', 'invalid_credentials', 'cannot_unlink_sole_account'],
    summary:
      'Restores the removed address, ends all sessions of the user, and holds wallets and accounts for a day.',
  }),
} as const;

/** Undoing a removed address. */
export const undoFeature = () =>
  feature('undo', undoRoutes, {
    find: { body: null, reply: removalSchema() },
    sendCode: { body: undoSendCodeBodySchema(), reply: undoSendCodeReplySchema() },
    undo: { body: undoBodySchema(), reply: undoneSchema() },
  });
