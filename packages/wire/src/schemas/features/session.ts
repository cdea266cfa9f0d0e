import { forkRoute } from '../../fork.ts';
import { reauthenticateRoute } from '../../reauthenticate.ts';
import { keySetRoutes, sessionRoutes } from '../../session.ts';
import { feature } from '../feature.ts';
import { reauthenticateBodySchema, reauthenticateReplySchema } from '../reauthenticate.ts';
import {
  forkReplySchema,
  keySetReplySchema,
  logoutReplySchema,
  refreshBodySchema,
  tokenReplySchema,
} from '../session.ts';

/** Sessions and the keys that verify them. */
export const session = /* @__PURE__ */ feature(
  'sessions',
  {
    ...sessionRoutes,
    fork: forkRoute,
    reauthenticate: reauthenticateRoute,
    keys: keySetRoutes.get,
    keysForServers: keySetRoutes.getForServers,
  },
  {
    refresh: { body: refreshBodySchema, reply: tokenReplySchema },
    fork: { body: refreshBodySchema, reply: forkReplySchema },
    recoverFork: { body: refreshBodySchema, reply: tokenReplySchema },
    reauthenticate: {
      body: reauthenticateBodySchema,
      reply: reauthenticateReplySchema,
    },
    logout: { body: refreshBodySchema, reply: logoutReplySchema },
    keys: { body: null, reply: keySetReplySchema },
    keysForServers: { body: null, reply: keySetReplySchema },
  },
);
