/** Stand-in for AWS KMS and for the credentials of a container. Stores nothing; uses no other module. */
export { createKmsRoutes, kmsContainer, kmsKeyArns } from './routes.ts';
export { kmsCredentials } from './signature.ts';
