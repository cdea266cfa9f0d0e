import type { Copy } from './copy.ts';

// What a person writes who adds one route, by docs/recipes/route.md: the same words, step by step.

const wire = 'packages/wire/src';

/** A route by step 1, with a limit of its own: its file, and what exports it. */
export async function addRoute(copy: Copy): Promise<void> {
  await copy.write(
    `${wire}/line.ts`,
    `import * as v from 'valibot';
import { feature } from './feature.ts';
import { route } from './route.ts';
import type { InputOf } from './schema.ts';
import { type TokenReply, tokenReplySchema } from './tokenReply.ts';

export const lineBodySchema = () => v.object({ line_code: v.pipe(v.string(), v.length(6)) });
export type LineBody = InputOf<typeof lineBodySchema>;

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

/** Joins the routes with their schemas; the service alone calls it. */
export const lineFeature = () =>
  feature('line', lineRoutes, { authenticate: { body: lineBodySchema(), reply: tokenReplySchema() } });
`,
  );
  await copy.insert(
    `${wire}/index.ts`,
    "export * from './frame-events.ts';\n",
    "export * from './line.ts';\n",
  );
  await copy.insert(`${wire}/rateLimits.ts`, 'const rows = {\n', "  'line.authenticate': costly,\n");
}

/** Its line in the list of features, step 2. */
export async function listRoute(copy: Copy): Promise<void> {
  const list = `${wire}/checkedRoutes.ts`;
  await copy.insert(
    list,
    "import { forkFeature } from './fork.ts';\n",
    "import { lineFeature } from './line.ts';\n",
  );
  await copy.insert(list, '    ...[sessions, ', 'lineFeature(), ');
}
