import type { Copy } from './copy.ts';

// What a person writes who adds the login method `line` with one route, by docs/recipes: the same words, step by step.

const wire = 'packages/wire/src';

/** A route, steps 1 to 3: its shapes, itself, and where both meet. */
export async function addRoute(copy: Copy): Promise<void> {
  await copy.write(
    `${wire}/schemas/methods/line.ts`,
    `import * as v from 'valibot';
import { tokenReplySchema } from '../session.ts';
import { proofBody } from './proof-body.ts';

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
  await copy.write(
    `${wire}/public/line.ts`,
    "export * from '../methods/line.ts';\nexport * from '../schemas/methods/line.ts';\n",
  );
  await copy.insert(
    `${wire}/index.ts`,
    "export * from './public/guest.ts';\n",
    "export * from './public/line.ts';\n",
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
  await copy.insert(`${wire}/rateLimits.ts`, 'const rows = {\n', "  'line.authenticate': costly,\n");
}

/** The same as the route of a login method. */
export async function joinMethod(copy: Copy): Promise<void> {
  await copy.write(
    `${wire}/schemas/features/line.ts`,
    `import * as v from 'valibot';
import { lineRoutes } from '../../methods/line.ts';
import { flag } from '../about.ts';
import { feature } from '../feature.ts';
import { method } from '../method.ts';
import { lineBodySchema, lineReplySchema } from '../methods/line.ts';
import { proofBody } from '../methods/proof-body.ts';

/** Login with LINE. */
export const line = /* @__PURE__ */ method('line', {
  routes: feature('line', lineRoutes, { authenticate: { body: lineBodySchema, reply: lineReplySchema } }),
  logins: ['line.authenticate'],
  proof: proofBody({ method: v.literal('line'), ...lineBodySchema.entries }),
  flags: { line_auth: flag('Login with LINE.') },
});
`,
  );
  await copy.insert(
    `${wire}/schemas/features/methods.ts`,
    "export { guest } from './guest.ts';\n",
    "export { line } from './line.ts';\n",
  );
  await copy.write(
    `${wire}/schemas/kinds/line.ts`,
    `import { accountKind, text } from './kind.ts';

/** A LINE account. */
export const line = /* @__PURE__ */ accountKind({
  account: { line_user_id: text() },
  imported: null,
  subject: 'line_user_id',
  names: [],
  compact: ['line_user_id'],
  proof: ['line_code'],
});
`,
  );
  await copy.insert(
    `${wire}/schemas/kinds/list.ts`,
    "export { guest } from './guest.ts';\n",
    "export { line } from './line.ts';\n",
  );
}

/** A method, step 1: its id. */
export async function addId(copy: Copy): Promise<void> {
  const ids = `${wire}/methods/ids.ts`;
  await copy.insert(ids, 'export const methodKinds = {\n', "  line: { flag: 'line_auth', type: 'line' },\n");
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
