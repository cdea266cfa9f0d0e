export * from '../cross-app.ts';
export * from '../schemas/cross-app.ts';
