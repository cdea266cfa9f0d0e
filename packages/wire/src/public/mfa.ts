export * from '../mfa.ts';
export * from '../schemas/mfa.ts';
