/**
 * The webhooks room: tells whether an event is from the service (Standard Webhooks 1.0; docs/contracts.md, Webhooks).
 */
export { type ReceivedWebhook, verifyWebhook, type WebhookHeaders } from './verifyWebhook.ts';
