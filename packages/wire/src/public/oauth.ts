export * from '../methods/oauth.ts';
export * from '../schemas/methods/oauth.ts';
export * from '../schemas/methods/oauth-clients.ts';
export * from '../schemas/methods/oauth-tokens.ts';
