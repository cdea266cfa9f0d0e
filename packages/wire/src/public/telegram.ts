export * from '../methods/telegram.ts';
export * from '../schemas/methods/telegram.ts';
