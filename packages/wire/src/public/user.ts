export * from '../schemas/user.ts';
export * from '../user.ts';
