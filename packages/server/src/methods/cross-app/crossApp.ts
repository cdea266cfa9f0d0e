import type { Method } from '../method.ts';

/** Login with another app of the deployment. Its routes are those of social login, with the provider `privy:{appId}`. */
export const crossApp: Method<'cross-app'> = {
  id: 'cross-app',
  routes: () => [],
  prove: async (_, { crossApp: module }, { app, body }) => (await module.prove(app, body)).proof,
};
