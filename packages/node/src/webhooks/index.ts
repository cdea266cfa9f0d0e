/**
 * The webhooks room: tells whether an event is from the service (Standard Webhooks 1.0; docs/contracts.md, Webhooks), and
 * answers one that is not.
 */
export { receiveWebhook } from './receiveWebhook.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookHeaders } from './verifyWebhook.ts';
