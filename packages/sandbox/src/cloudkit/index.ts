/**
 * Stand-in for CloudKit web services: the sign-in page, whose message contains a token, and the private database. It
 * requires an API token for a container and environment, and a web token, which is valid for one request and replaced
 * in the response; it creates no record that exists. Owns records, in memory; uses no other module.
 */
export { createCloudKit } from './createCloudKit.ts';
export { type CloudRecord, cloudKitContainer } from './records.ts';
