import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';

/** State of a signer. `revoked`: the user has revoked it, or its request has ended without an approval. */
export const farcasterSignerStatuses = ['pending_approval', 'approved', 'revoked'] as const;
export type FarcasterSignerStatus = (typeof farcasterSignerStatuses)[number];

export const farcasterSignerBodySchema = () => v.strictObject({ parent_origin: parentOrigin() });
export type FarcasterSignerBody = InputOf<typeof farcasterSignerBodySchema>;

export const farcasterSignerReplySchema = () =>
  v.object({
    /** Farcaster id of the user's account; null if they have none. */
    fid: v.nullable(v.number()),
    /** Public key of the signer as 0x and hex; null if none was requested. */
    public_key: v.nullable(v.string()),
    status: v.nullable(v.picklist(farcasterSignerStatuses)),
  });
export type FarcasterSignerReply = OutputOf<typeof farcasterSignerReplySchema>;

export const farcasterSignerRoute = /* @__PURE__ */ route<FarcasterSignerBody, FarcasterSignerReply>({
  name: 'frame.farcasterSigner',
  method: 'POST',
  path: '/api/v1/frame/farcaster/signer',
  auth: 'frame',
  retry: 'safe',
  codes: [...custodyCodes, 'not_supported', 'service_unavailable'],
  summary:
    "Returns the user's Farcaster signer: its owner, and whether the user has added it according to the chain.",
});
