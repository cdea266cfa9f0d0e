/**
 * Stand-in for CloudKit web services: the sign-in page, whose message carries a token, and the private database. As
 * strict as documented: an API token for a container and environment, a web token that is valid for one request and
 * replaced in the answer, records that exist once. Owns records, in memory; uses no other module.
 */
export { createCloudKit } from './createCloudKit.ts';
export { type CloudRecord, cloudKitContainer } from './records.ts';
