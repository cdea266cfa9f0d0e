/** The stand-in for AWS KMS and for the credentials of a container. Keeps nothing; asks no one. */
export { createKmsRoutes, kmsContainer, kmsKeyArns } from './routes.ts';
export { kmsCredentials } from './signature.ts';
