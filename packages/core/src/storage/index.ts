/**
 * Stores the client's data on the host page's origin (localStorage under the wire protocol's keys, or memory if
 * localStorage is refused), and writes the cookies for the host's back end. Uses no other module.
 */
export { getAnalyticsId } from './analyticsId.ts';
export { type Cookies, createCookies } from './cookies.ts';
export {
  connectionsKey,
  createKeyStore,
  customTokenKey,
  guestKey,
  type KeyStore,
  type StorageKey,
  transactionsKey,
} from './keyStore.ts';
export { dropProviderTokens, providerTokenKey } from './providerTokens.ts';
