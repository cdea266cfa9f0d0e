import { expect, test } from 'vitest';
import { checkedRoutes, rateLimitsOf } from './index.ts';
import { listOpen } from './listOpen.ts';

test('[S45] finds public routes without a row of limits, and limits every public route per network', () => {
  const made = (['none', 'optional', 'user'] as const).map((auth) => ({
    route: { auth, name: `made.${auth}` as const },
  }));
  expect(listOpen(made, { 'made.none': {} })).toEqual(['made.optional']);
  for (const name of listOpen(checkedRoutes, {})) expect(rateLimitsOf(name)?.network, name).toBeDefined();
});
