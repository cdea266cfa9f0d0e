import * as v from 'valibot';
import { custodyCodes } from '../codes.ts';
import { parentOrigin } from '../fields.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { unlockedFor } from './fields.ts';

export const frameContextBodySchema = () =>
  v.strictObject({
    app_id: v.pipe(v.string(), v.maxLength(64)),
    parent_origin: parentOrigin(),
    /**
     * Every ancestor, nearest first, if the browser reports them (`location.ancestorOrigins`); otherwise only the
     * parent.
     */
    ancestor_origins: v.pipe(v.array(v.string()), v.maxLength(16)),
  });
export type FrameContextBody = InputOf<typeof frameContextBodySchema>;
export const frameContextReplySchema = () =>
  v.object({
    allowed: v.boolean(),
    /** Nonce for the first proof. */
    dpop_nonce: v.string(),
    allow_raw_signing: v.boolean(),
    /** With `frame`, the vault signs a request only after approval on the frame's own page. */
    approval: v.picklist(['page', 'frame']),
    /** Minimum length of a new recovery password, in characters. */
    recovery_password_length: v.number(),
  });
export type FrameContextReply = OutputOf<typeof frameContextReplySchema>;

export const verifyTokenBodySchema = () => v.strictObject({ parent_origin: parentOrigin() });
export type VerifyTokenBody = InputOf<typeof verifyTokenBodySchema>;
export const verifyTokenReplySchema = () =>
  v.object({
    user_id: v.string(),
    session_id: v.string(),
    /** 0 for a user with a second factor that is not verified for this session and proof key. */
    unlocked_for: unlockedFor(),
  });
export type VerifyTokenReply = OutputOf<typeof verifyTokenReplySchema>;

/** Checks, before any session, if a page may show the frame, and returns a nonce for the proofs. Needs no proof. */
export const frameContextRoute = /* @__PURE__ */ route<FrameContextBody, FrameContextReply>({
  name: 'frame.context',
  method: 'POST',
  path: '/api/v1/frame/context',
  auth: 'none',
  retry: 'safe',
  codes: ['wrong_service_address'],
  summary: 'Checks whether the frame may run inside these ancestors, and returns a nonce for proofs.',
});

export const verifyTokenRoute = /* @__PURE__ */ route<VerifyTokenBody, VerifyTokenReply>({
  name: 'frame.verifyToken',
  method: 'POST',
  path: '/api/v1/frame/token/verify',
  auth: 'frame',
  retry: 'safe',
  codes: custodyCodes,
  summary: 'Checks whether the session of a token is active, and returns its user.',
});
