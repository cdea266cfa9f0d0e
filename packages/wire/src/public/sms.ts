export * from '../methods/sms.ts';
export * from '../schemas/methods/sms.ts';
