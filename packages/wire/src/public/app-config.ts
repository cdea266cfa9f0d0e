export * from '../app-config.ts';
export * from '../schemas/app-config.ts';
