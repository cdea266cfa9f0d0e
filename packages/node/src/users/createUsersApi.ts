import { directoryRoutes, type WireUser } from '@latchkey/wire';
import { createCall, type UsersApiOptions } from './call.ts';

/** Users as the service keeps them, in the shape of its API. Every call throws the service's own codes. */
export interface UsersApi {
  /** @throws ServiceError `user_does_not_exist`, `invalid_app_secret` */
  get(userId: string): Promise<WireUser>;
}

/** Makes the users API of one app. */
export function createUsersApi(options: UsersApiOptions): UsersApi {
  const call = createCall(options);
  return {
    get: (userId) => call(directoryRoutes.getUser, { params: { user_id: userId } }),
  };
}
