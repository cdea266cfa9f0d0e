export * from '../methods/passkey.ts';
export * from '../schemas/methods/passkey.ts';
