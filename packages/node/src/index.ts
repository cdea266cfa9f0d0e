/**
 * Latchkey for back ends: verifies tokens with the app's public keys, calls the service about users with the app
 * secret, verifies webhooks. Uses only APIs of the web, such as `fetch` and WebCrypto, so it runs on Node.js 20 and on
 * edge runtimes.
 */
export {
  type ErrorCode,
  isCode,
  ServiceError,
  type WebhookEvent,
  type WebhookType,
  type WireUser,
} from '@latchkey/wire';
export { createServerClient, type ServerClient, type ServerClientOptions } from './createServerClient.ts';
export { errorResponse } from './errorResponse.ts';
export type { AccessToken, AccessTokenOptions, CompactAccount, IdentityToken } from './tokens/index.ts';
export {
  type ReceivedWebhook,
  receiveWebhook,
  verifyWebhook,
  type WebhookHeaders,
} from './webhooks/index.ts';
