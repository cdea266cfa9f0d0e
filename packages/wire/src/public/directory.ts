export * from '../schemas/users/directory.ts';
export * from '../users/directory.ts';
