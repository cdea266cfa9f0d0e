import type { Copy } from './copy.ts';

// What a person writes who adds the login method `line` with one route, by docs/recipes: the same words, step by step.

const wire = 'packages/wire/src';

/** A route, steps 1 to 3: its shapes, itself, and where both meet. */
export async function addRoute(copy: Copy, { isListed = true } = {}): Promise<void> {
  await copy.write(
    `${wire}/schemas/methods/line.ts`,
    `import * as v from 'valibot';
import { tokenReplySchema } from '../session.ts';
import { proofBody } from './proof-body.ts';

export * from '../../methods/line.ts';

export const lineBodySchema = proofBody({ line_code: v.pipe(v.string(), v.length(6)) });
export type LineBody = v.InferInput<typeof lineBodySchema>;
export const lineReplySchema = tokenReplySchema;
`,
  );
  await copy.write(
    `${wire}/methods/line.ts`,
    `import { route } from '../route.ts';
import type { LineBody } from '../schemas/methods/line.ts';
import type { TokenReply } from '../schemas/session.ts';

export const lineRoutes = {
  authenticate: /* @__PURE__ */ route<LineBody, TokenReply>({
    name: 'line.authenticate',
    method: 'POST',
    path: '/api/v1/line/authenticate',
    auth: 'optional',
    retry: 'never',
    codes: ['disallowed_login_method', 'invalid_credentials'],
    summary: 'Logs in with LINE.',
  }),
} as const;
`,
  );
  await copy.insert(
    `${wire}/index.ts`,
    "export * from './schemas/methods/guest.ts';\n",
    "export * from './schemas/methods/line.ts';\n",
  );
  await copy.write(
    `${wire}/schemas/features/line.ts`,
    `import { lineRoutes } from '../../methods/line.ts';
import { feature } from '../feature.ts';
import { lineBodySchema, lineReplySchema } from '../methods/line.ts';

/** Login with LINE. */
export const line = /* @__PURE__ */ feature('line', lineRoutes, {
  authenticate: { body: lineBodySchema, reply: lineReplySchema },
});
`,
  );
  const index = `${wire}/schemas/index.ts`;
  await copy.insert(
    index,
    "import { keys } from './features/keys.ts';\n",
    "import { line } from './features/line.ts';\n",
  );
  if (isListed) await copy.insert(index, '  guest,\n', '  line,\n');
  await copy.insert(
    `${wire}/rateLimits.ts`,
    'export const rateLimits = {\n',
    "  'line.authenticate': costly,\n",
  );
}

/** A method, step 1: its id, its flag, and its proof to confirm a login by. */
export async function addId(copy: Copy): Promise<void> {
  const ids = `${wire}/methods/ids.ts`;
  await copy.insert(ids, 'export const methodKinds = {\n', "  line: { flag: 'line_auth', type: 'line' },\n");
  const proofs = `${wire}/schemas/reauthenticate.ts`;
  await copy.insert(
    proofs,
    "import { guestAuthenticateBodySchema } from './methods/guest.ts';\n",
    "import { lineBodySchema } from './methods/line.ts';\n",
  );
  await copy.insert(
    proofs,
    "  proofBody({ method: v.literal('guest'), guest_credential }),\n",
    "  proofBody({ method: v.literal('line'), ...lineBodySchema.entries }),\n",
  );
}

/** The last step of a route: its act, among the routes of the method. */
export async function addAct(copy: Copy): Promise<void> {
  const method = 'packages/server/src/methods/line/line.ts';
  await copy.insert(
    method,
    'routes: (_world, _rooms) => [',
    "implement(lineRoutes.authenticate, async ({ body }) => fail(body.line_code === '' ? 'invalid_data' : 'invalid_credentials'))",
  );
  await copy.insert(
    method,
    "import { fail } from '@latchkey/wire';\n",
    "import { lineRoutes } from '@latchkey/wire';\nimport { implement } from '../../http/index.ts';\n",
  );
}
