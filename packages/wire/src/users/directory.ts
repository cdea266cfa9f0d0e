import { route } from '../route.ts';
import type { WireUser } from '../schemas/user.ts';

/** What a back end of the app asks about its users (docs/wire/protocol.md §2.14), by the app's secret. */
export const directoryRoutes = {
  getUser: /* @__PURE__ */ route<undefined, WireUser>({
    name: 'directory.getUser',
    method: 'GET',
    path: '/api/v1/users/{user_id}',
    auth: 'app-secret',
    retry: 'safe',
    codes: ['invalid_app_secret', 'user_does_not_exist'],
    summary: 'One user with all accounts.',
  }),
} as const;
