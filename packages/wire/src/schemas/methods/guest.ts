import * as v from 'valibot';
import { tokenReplySchema } from '../session.ts';
import { proofBody } from './proof-body.ts';

/** 32 random bytes of the client's own making as base64url (docs/wire/protocol.md §2.9). */
export const guestAuthenticateBodySchema = proofBody({
  guest_credential: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9_-]{43}$/, 'The guest credential must be 32 bytes as base64url'),
  ),
});
export type GuestAuthenticateBody = v.InferInput<typeof guestAuthenticateBodySchema>;
export const guestAuthenticateReplySchema = tokenReplySchema;
