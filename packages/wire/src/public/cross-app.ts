export * from '../cross-app/names.ts';
export * from '../cross-app/requester.ts';
export * from '../cross-app/routes.ts';
export * from '../schemas/cross-app.ts';
