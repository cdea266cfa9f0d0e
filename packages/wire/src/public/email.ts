export * from '../methods/email.ts';
export * from '../schemas/methods/email.ts';
