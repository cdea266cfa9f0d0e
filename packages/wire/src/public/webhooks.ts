export * from '../operator/webhooks.ts';
export * from '../schemas/webhooks.ts';
