import { sha256 } from '../crypto/index.ts';
import type { AuditRow } from './entry.ts';

/** Returns JSON with sorted keys and no whitespace: RFC 8785, for the log's strings, integers, booleans and nulls. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * Returns the hash of an event at its place: SHA-256 over the 32 bytes of the previous hash and the event's canonical
 * JSON in UTF-8, `{"actorId":…,"actorType":…,"appId":…,"atMs":…,"details":…,"eventId":…,"kind":…,"sequence":…,
 * "sessionId":…,"subject":…,"userId":…}`. An attacker who changes, removes, moves or adds an event between others would
 * have to change the hashes after it, and the stored end of the chain.
 */
export function chainHash(previous: Uint8Array, row: AuditRow, sequence: number): Buffer {
  const { actorId, actorType, appId, atMs, details, eventId, kind, sessionId, subject, userId } = row;
  const event = {
    actorId,
    actorType,
    appId,
    atMs,
    details,
    eventId,
    kind,
    sequence,
    sessionId,
    subject,
    userId,
  };
  return sha256(Buffer.concat([previous, Buffer.from(canonicalJson(event))]));
}
