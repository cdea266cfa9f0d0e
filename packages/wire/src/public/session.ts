export * from '../schemas/session.ts';
export * from '../session.ts';
