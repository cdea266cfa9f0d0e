/**
 * Verifies that a webhook event comes from the service (Standard Webhooks 1.0; docs/contracts.md, Webhooks), and
 * rejects one that does not.
 */
export { receiveWebhook } from './receiveWebhook.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookHeaders } from './verifyWebhook.ts';
