import { expect, test } from 'vitest';
import { checkedRoutes, rateLimitsOf } from './index.ts';
import { listOpen } from './listOpen.ts';

test('[S45] listOpen() finds public routes without a row, and each public route has a limit per network', () => {
  const made = (['none', 'optional', 'user'] as const).map((auth) => ({
    route: { auth, name: `made.${auth}` as const },
  }));
  expect(listOpen(made, { 'made.none': {} })).toEqual(['made.optional']);
  for (const name of listOpen(checkedRoutes, {})) expect(rateLimitsOf(name)?.network, name).toBeDefined();
});
