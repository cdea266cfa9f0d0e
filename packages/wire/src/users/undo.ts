import * as v from 'valibot';
import { feature } from '../feature.ts';
import { code, requestId } from '../fields.ts';
import { route } from '../route.ts';

/** A request for a code. */
export interface UndoSendCodeBody {
  /** Made at random; the same where the request is sent again because its answer was lost. */
  request_id?: string | null | undefined;
}

/** What was removed, as far as anyone who holds the reference may know. */
export interface WireRemoval {
  type: 'email' | 'phone';
  /** The removed address or number, all but a few characters hidden. */
  address: string;
  /** The one that took its place, hidden likewise; null where none did. */
  replaced_by: string | null;
  /** Unix seconds. */
  removed_at: number;
  /** Until when it can be undone, Unix seconds. */
  undo_until: number;
}

export interface UndoBody {
  /** What was sent to the removed address. */
  code: string;
  /**
   * Whether to go on where the address has opened an account of its own since, with a wallet that no one could reach any
   * more. Default: false.
   */
  leave_new_account?: boolean | undefined;
}

export interface Undone {
  /** Until when wallets and accounts stay as they are, Unix seconds. */
  hold_until: number;
}

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

export const removalSchema = () =>
  v.object({
    type: v.picklist(['email', 'phone']),
    address: v.string(),
    replaced_by: v.nullable(v.string()),
    removed_at: v.number(),
    undo_until: v.number(),
  });

export const undoBodySchema = () => v.object({ code: code(), leave_new_account: v.optional(v.boolean()) });
export const undoneSchema = () => v.object({ hold_until: v.number() });

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
  sendCode: /* @__PURE__ */ route<UndoSendCodeBody, { success: boolean }>({
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
    sendCode: { body: v.object({ request_id: requestId() }), reply: v.object({ success: v.boolean() }) },
    undo: { body: undoBodySchema(), reply: undoneSchema() },
  });
