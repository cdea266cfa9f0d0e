export * from '../fork.ts';
export * from '../reauthenticate.ts';
export * from '../schemas/session.ts';
export * from '../session.ts';
