/**
 * The users room: what a back end asks about its users, with the app's secret (docs/wire/protocol.md §2.14).
 */
export { createUsersApi, type UsersApi } from './createUsersApi.ts';
