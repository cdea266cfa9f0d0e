import type { Words } from './words.ts';

const base = 'packages/wire/src';

/** The wire protocol's modules of a login method. */
export const wireFiles = (words: Words): Record<string, string> => ({
  [`${base}/methods/${words.name}.ts`]: routes(words),
  [`${base}/schemas/methods/${words.name}.ts`]: schemas(words),
  [`${base}/schemas/features/${words.name}.ts`]: feature(words),
  [`${base}/schemas/account-types/${words.name}.ts`]: accountType(words),
  [`${base}/public/${words.name}.ts`]: `export * from '../methods/${words.name}.ts';
export * from '../schemas/methods/${words.name}.ts';
`,
});

const routes = ({ name, camel, pascal, snake }: Words) => `import { route } from '../route.ts';
import type {
  ${pascal}AuthenticateBody,
  ${pascal}Proof,
  Transfer${pascal}Body,
  Unlink${pascal}Body,
} from '../schemas/methods/${name}.ts';
import type { TokenReply } from '../schemas/session.ts';
import type { WireUser } from '../schemas/user.ts';
import { changeCodes, linkConflictCodes, unlinkCodes } from './account-codes.ts';
import { transferCodes } from './transfer.ts';

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
`;

const schemas = ({ pascal, snake, camel }: Words) => `import * as v from 'valibot';
import { loginModes } from '../../methods/email.ts';
import { tokenReplySchema } from '../session.ts';
import { proofBody, transferNonce } from './proof-body.ts';

/** What proves who someone is. */
export const ${camel}ProofSchema = proofBody({
  ${snake}_proof: v.pipe(v.string(), v.minLength(1), v.maxLength(4_096)),
});
export type ${pascal}Proof = v.InferInput<typeof ${camel}ProofSchema>;

export const ${camel}AuthenticateBodySchema = proofBody({
  ...${camel}ProofSchema.entries,
  mode: v.optional(v.nullable(v.picklist(loginModes))),
});
export type ${pascal}AuthenticateBody = v.InferInput<typeof ${camel}AuthenticateBodySchema>;
export const ${camel}AuthenticateReplySchema = tokenReplySchema;

const userId = () => v.pipe(v.string(), v.minLength(1), v.maxLength(256));

export const unlink${pascal}BodySchema = v.object({ ${snake}_user_id: userId() });
export type Unlink${pascal}Body = v.InferInput<typeof unlink${pascal}BodySchema>;

export const transfer${pascal}BodySchema = proofBody({ nonce: transferNonce(), ${snake}_user_id: userId() });
export type Transfer${pascal}Body = v.InferInput<typeof transfer${pascal}BodySchema>;
`;

const feature = ({ name, camel, pascal, snake }: Words) => `import * as v from 'valibot';
import { ${camel}Routes } from '../../methods/${name}.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import {
  ${camel}AuthenticateBodySchema,
  ${camel}AuthenticateReplySchema,
  ${camel}ProofSchema,
  transfer${pascal}BodySchema,
  unlink${pascal}BodySchema,
} from '../methods/${name}.ts';
import { proofBody } from '../methods/proof-body.ts';
import { userSchema } from '../user.ts';

/** Login and accounts by ${name}. */
export const ${camel}Method = /* @__PURE__ */ method('${name}', {
  routes: feature('${camel}', ${camel}Routes, {
    authenticate: { body: ${camel}AuthenticateBodySchema, reply: ${camel}AuthenticateReplySchema },
    link: { body: ${camel}ProofSchema, reply: userSchema },
    unlink: { body: unlink${pascal}BodySchema, reply: userSchema },
    transfer: { body: transfer${pascal}BodySchema, reply: userSchema },
  }),
  logins: ['${camel}.authenticate'],
  proof: proofBody({ method: v.literal('${name}'), ...${camel}ProofSchema.entries }),
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
  account: { ${snake}_user_id: text() },
  imported: { ${snake}_user_id: given() },
  subject: '${snake}_user_id',
  names: [],
  compact: ['${snake}_user_id'],
  proof: ['${snake}_proof'],
});
`;
