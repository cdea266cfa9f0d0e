/** Calls the service's routes for users, with the app's secret (docs/wire/protocol.md §2.14). */
export { createUsersApi, type UsersApi } from './createUsersApi.ts';
