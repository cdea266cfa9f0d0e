import type { Copy } from './copy.ts';

// What a person writes who adds one route, by docs/recipes/route.md: the same words, step by step.

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
