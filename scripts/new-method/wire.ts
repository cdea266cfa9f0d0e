import type { Words } from './words.ts';

const base = 'packages/wire/src';

/** The wire protocol's files of a login method: itself, and the type of its accounts. */
export const wireFiles = (words: Words): Record<string, string> => ({
  [`${base}/methods/${words.name}.ts`]: method(words),
  [`${base}/account-types/${words.name}.ts`]: accountType(words),
});

const method = ({ name, camel, pascal, snake }: Words) => `import * as v from 'valibot';
import { flag } from '../about.ts';
import { changeCodes, linkConflictCodes, transferCodes, unlinkCodes } from '../codes.ts';
import { feature } from '../feature.ts';
import { route } from '../route.ts';
import type { InputOf } from '../schema.ts';
import { type TokenReply, tokenReplySchema } from '../tokenReply.ts';
import { userSchema, type WireUser } from '../user.ts';
import { loginMode, transferNonce } from './fields.ts';
import { method } from './method.ts';
import { proofBody } from './proof-body.ts';

/** Proof of a person's identity. */
export const ${camel}ProofSchema = () =>
  proofBody({ ${snake}_proof: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)) });
export type ${pascal}Proof = InputOf<typeof ${camel}ProofSchema>;

export const ${camel}AuthenticateBodySchema = () =>
  proofBody({ ...${camel}ProofSchema().entries, mode: loginMode() });
export type ${pascal}AuthenticateBody = InputOf<typeof ${camel}AuthenticateBodySchema>;

const userId = () => v.pipe(v.string(), v.minLength(1), v.maxLength(256));

export const unlink${pascal}BodySchema = () => v.object({ ${snake}_user_id: userId() });
export type Unlink${pascal}Body = InputOf<typeof unlink${pascal}BodySchema>;

export const transfer${pascal}BodySchema = () =>
  proofBody({ nonce: transferNonce(), ${snake}_user_id: userId() });
export type Transfer${pascal}Body = InputOf<typeof transfer${pascal}BodySchema>;

export const ${camel}Routes = {
  authenticate: /* @__PURE__ */ route<${pascal}AuthenticateBody, TokenReply>({
    name: '${camel}.authenticate',
    method: 'POST',
    path: '/api/v1/${snake}/authenticate',
    // The bearer of a guest, who becomes the user of the proved account.
    auth: 'optional',
    retry: 'never',
    codes: [
      'invalid_credentials',
      'disallowed_login_method',
      'allowlist_rejected',
      'max_accounts_reached',
      'user_does_not_exist',
      'linked_to_another_user',
    ],
    summary: 'Logs in with ${name}.',
  }),
  link: /* @__PURE__ */ route<${pascal}Proof, WireUser>({
    name: '${camel}.link',
    method: 'POST',
    path: '/api/v1/${snake}/link',
    auth: 'user',
    retry: 'never',
    codes: [...changeCodes, ...linkConflictCodes],
    summary: 'Links a ${name} account to the user.',
  }),
  unlink: /* @__PURE__ */ route<Unlink${pascal}Body, WireUser>({
    name: '${camel}.unlink',
    method: 'POST',
    path: '/api/v1/${snake}/unlink',
    auth: 'user',
    retry: 'never',
    codes: unlinkCodes,
    summary: 'Takes the ${name} account from the user, unless it is the last way to log in.',
  }),
  transfer: /* @__PURE__ */ route<Transfer${pascal}Body, WireUser>({
    name: '${camel}.transfer',
    method: 'POST',
    path: '/api/v1/${snake}/transfer',
    auth: 'user',
    retry: 'never',
    codes: transferCodes,
    summary: 'Moves a ${name} account here that another user has, by the nonce that its link was answered with.',
  }),
} as const;

/** Login and accounts by ${name}. */
export const ${camel}Method = () =>
  method('${name}', {
    routes: feature('${camel}', ${camel}Routes, {
      authenticate: { body: ${camel}AuthenticateBodySchema(), reply: tokenReplySchema() },
      link: { body: ${camel}ProofSchema(), reply: userSchema() },
      unlink: { body: unlink${pascal}BodySchema(), reply: userSchema() },
      transfer: { body: transfer${pascal}BodySchema(), reply: userSchema() },
    }),
    logins: ['${camel}.authenticate'],
    proof: proofBody({ method: v.literal('${name}'), ...${camel}ProofSchema().entries }),
    flags: { ${snake}_auth: flag('Login with ${name}.') },
  });
`;

const accountType = ({
  name,
  camel,
  snake,
}: Words) => `import { accountTypeRecord, given, text } from './accountType.ts';

/** A ${name} account. */
export const ${camel}Account = /* @__PURE__ */ accountTypeRecord({
  account: () => ({ ${snake}_user_id: text() }),
  imported: () => ({ ${snake}_user_id: given() }),
  subject: '${snake}_user_id',
  names: [],
  compact: ['${snake}_user_id'],
  proof: ['${snake}_proof'],
});
`;
