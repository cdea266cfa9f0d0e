import * as v from 'valibot';
import { flag } from '../about.ts';
import { captchaToken } from '../captcha.ts';
import { changeCodes, unlinkCodes } from '../codes.ts';
import { feature } from '../feature.ts';
import { bytes, credentialId, relyingParty } from '../fields.ts';
import {
  passkeyAssertionSchema,
  passkeyCreationSchema,
  passkeyRegistrationSchema,
  passkeyRequestSchema,
} from '../passkeyCeremony.ts';
import { route } from '../route.ts';
import type { InputOf, OutputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

export const startPasskeyBodySchema = () =>
  v.object({ token: captchaToken(), relying_party: relyingParty() });
export type StartPasskeyBody = InputOf<typeof startPasskeyBodySchema>;

export const passkeyCreationReplySchema = () =>
  v.object({
    relying_party: v.string(),
    options: passkeyCreationSchema(),
  });
export type PasskeyCreationReply = OutputOf<typeof passkeyCreationReplySchema>;
export const passkeyRequestReplySchema = () =>
  v.object({
    relying_party: v.string(),
    options: passkeyRequestSchema(),
  });
export type PasskeyRequestReply = OutputOf<typeof passkeyRequestReplySchema>;

export const newPasskeyBodySchema = () =>
  proofBody({
    relying_party: relyingParty(),
    authenticator_response: passkeyRegistrationSchema(),
  });
export type NewPasskeyBody = InputOf<typeof newPasskeyBodySchema>;

/** Challenge of the service, and the passkey's response to it. */
const passkeyChallengeEntries = () => ({
  challenge: bytes(128),
  authenticator_response: passkeyAssertionSchema(),
});

export const passkeyLoginBodySchema = () =>
  proofBody({
    relying_party: relyingParty(),
    ...passkeyChallengeEntries(),
  });
export type PasskeyLoginBody = InputOf<typeof passkeyLoginBodySchema>;

export const unlinkPasskeyBodySchema = () => v.object({ credential_id: credentialId() });
export type UnlinkPasskeyBody = InputOf<typeof unlinkPasskeyBodySchema>;

/** Login, sign-up, linking and unlinking by passkey (WebAuthn Level 3; docs/wire/protocol.md §2.8). */
export const passkeyRoutes = {
  startSignUp: /* @__PURE__ */ route<StartPasskeyBody, PasskeyCreationReply>({
    name: 'passkey.startSignUp',
    method: 'POST',
    path: '/api/v1/passkeys/register/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_captcha', 'disallowed_login_method'],
    summary: 'Returns the options with which a browser creates a passkey for a user without an account.',
  }),
  signUp: /* @__PURE__ */ route<NewPasskeyBody, TokenReply>({
    name: 'passkey.signUp',
    method: 'POST',
    path: '/api/v1/passkeys/register',
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'linked_to_another_user',
    ],
    summary: 'Creates a user whose first account is the passkey that was just created.',
  }),
  startLogin: /* @__PURE__ */ route<StartPasskeyBody, PasskeyRequestReply>({
    name: 'passkey.startLogin',
    method: 'POST',
    path: '/api/v1/passkeys/authenticate/init',
    auth: 'optional',
    retry: 'safe',
    codes: ['invalid_captcha', 'disallowed_login_method'],
    summary: 'Returns the options with which a browser asks for any passkey of the user.',
  }),
  authenticate: /* @__PURE__ */ route<PasskeyLoginBody, TokenReply>({
    name: 'passkey.authenticate',
    method: 'POST',
    path: '/api/v1/passkeys/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'user_does_not_exist',
      'linked_to_another_user',
    ],
    summary: 'Logs in with a signature of a passkey.',
  }),
  startLink: /* @__PURE__ */ route<StartPasskeyBody, PasskeyCreationReply>({
    name: 'passkey.startLink',
    method: 'POST',
    path: '/api/v1/passkeys/link/init',
    auth: 'user',
    retry: 'safe',
    codes: [
      'missing_or_invalid_token',
      'missing_or_invalid_mfa',
      'account_on_hold',
      'recent_login_required',
      'invalid_captcha',
      'disallowed_login_method',
      'cannot_link_more_of_type',
    ],
    summary: 'Returns the options with which a browser creates another passkey of the user.',
  }),
  link: /* @__PURE__ */ route<NewPasskeyBody, WireUser>({
    name: 'passkey.link',
    method: 'POST',
    path: '/api/v1/passkeys/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, 'cannot_link_more_of_type', 'linked_to_another_user'],
    summary: 'Links the passkey that was just created to the user.',
  }),
  unlink: /* @__PURE__ */ route<UnlinkPasskeyBody, WireUser>({
    name: 'passkey.unlink',
    method: 'POST',
    path: '/api/v1/passkeys/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Unlinks a passkey from the user, unless it is the last way to log in or a second factor.',
  }),
} as const;

export const passkeyMethod = () =>
  method('passkey', {
    routes: feature('passkey', passkeyRoutes, {
      startSignUp: {
        body: startPasskeyBodySchema(),
        reply: passkeyCreationReplySchema(),
      },
      signUp: {
        body: newPasskeyBodySchema(),
        reply: tokenReplySchema(),
      },
      startLogin: {
        body: startPasskeyBodySchema(),
        reply: passkeyRequestReplySchema(),
      },
      authenticate: {
        body: passkeyLoginBodySchema(),
        reply: tokenReplySchema(),
      },
      startLink: {
        body: startPasskeyBodySchema(),
        reply: passkeyCreationReplySchema(),
      },
      link: { body: newPasskeyBodySchema(), reply: userSchema() },
      unlink: { body: unlinkPasskeyBodySchema(), reply: userSchema() },
    }),
    logins: ['passkey.authenticate', 'passkey.signUp'],
    proof: proofBody({
      method: v.literal('passkey'),
      ...passkeyChallengeEntries(),
      relying_party: relyingParty(),
    }),
    flags: { passkey_auth: flag('If true, users may log in with a passkey and link passkeys.') },
  });
