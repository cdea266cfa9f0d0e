export * from '../methods/guest.ts';
export * from '../schemas/methods/guest.ts';
