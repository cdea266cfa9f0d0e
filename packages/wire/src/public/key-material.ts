export * from '../schemas/users/keyMaterial.ts';
export * from '../users/keyMaterial.ts';
