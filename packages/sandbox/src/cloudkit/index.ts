/**
 * The stand-in for CloudKit web services: the sign-in page whose message brings a token, and the private database. As
 * strict as documented: an API token for a container and environment, a web token that is good for one request and
 * replaced in the answer, records that exist once. Owns records, in memory; asks no one.
 */
export { createCloudKit } from './createCloudKit.ts';
export { type CloudRecord, cloudKitContainer } from './records.ts';
