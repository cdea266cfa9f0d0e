/**
 * The storage room: what the client keeps on the host page's origin (localStorage under the wire's keys, or memory
 * where that is refused) and the cookies it writes for the host's back end. It asks the environment only; session and
 * http ask it.
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
