import { type AuditActorType, type AuditKind, auditKinds } from '@latchkey/wire';
import type { World } from '../world.ts';
import type { AuditDetail, auditEvents } from './table.ts';

/** What a room says happened. */
export interface AuditEvent {
  kind: AuditKind;
  /** Whose account, wallet or session it was; null when it was no one's. */
  userId: string | null;
  actor: { type: AuditActorType; id?: string };
  sessionId?: string;
  /** What it was done to: a device, a recovery set, a proof key. */
  subject?: string;
  details?: Readonly<Record<string, AuditDetail>>;
}

/** An event as the table takes it. */
export type AuditRow = Omit<typeof auditEvents.$inferSelect, 'sequence' | 'hash'>;

/**
 * What a word of the log looks like: the id of something, a kind, the name of a setting. No `@`, `+`, blank or line
 * break, so that no address, number or header gets in; too short for an access token. The dot is out because refresh
 * and access tokens have one; a kind of the table may stand as it is.
 */
const word = /^[A-Za-z0-9_:-]{1,64}$/;
/** Six digits would be a code (CODE-09). */
const code = /^\d{6}$/;
const mostDetails = 12;
const mostWords = 100;

/**
 * Makes the maker of rows: the one place that decides what may stand in the log. An address, a code or a token there
 * would outlive every right to delete it, because the log is kept.
 */
export function createEntries({ clock, random }: Pick<World, 'clock' | 'random'>) {
  let lastMs = 0;
  let count = 0;

  /** UUID version 7 (RFC 9562 §5.7), rising inside this process, so that events of one transaction keep their order. */
  function newId(nowMs: number): string {
    const isLater = nowMs > lastMs || count === 0xfff;
    lastMs = isLater ? Math.max(nowMs, lastMs + 1) : lastMs;
    count = isLater ? 0 : count + 1;
    const tail = Buffer.from(random.bytes(8));
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
    const hex = `${lastMs.toString(16).padStart(12, '0')}7${count.toString(16).padStart(3, '0')}${tail.toString('hex')}`;
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** @throws Error when the event holds what may not stand in the log; its text names the place, not the value */
  return (appId: string, event: AuditEvent): AuditRow => {
    checkEvent(event);
    const { kind, userId, actor, sessionId = null, subject = null, details = {} } = event;
    const atMs = clock.now();
    return {
      appId,
      eventId: newId(atMs),
      kind,
      userId,
      sessionId,
      actorType: actor.type,
      actorId: actor.id ?? null,
      subject,
      details,
      atMs,
    };
  };
}

function checkEvent(event: AuditEvent): void {
  const refuse = (place: string): never => {
    throw new Error(`${place} of the audit event ${event.kind} is no id, kind or number`);
  };
  if (!Object.hasOwn(auditKinds, event.kind)) refuse('The kind');
  const { userId, actor, sessionId, subject, details = {} } = event;
  for (const [place, value] of Object.entries({ userId, actor: actor.id, sessionId, subject })) {
    if (value !== null && value !== undefined && !isWord(value)) refuse(place);
  }
  const entries = Object.entries(details);
  if (entries.length > mostDetails) refuse('details');
  for (const [name, value] of entries) if (!isWord(name) || !isDetail(value)) refuse('details');
}

const isWord = (value: unknown): boolean =>
  typeof value === 'string' && word.test(value) && !code.test(value);

function isDetail(value: AuditDetail): boolean {
  if (typeof value === 'boolean') return true;
  // A number is a count or a place in a list: a telephone number would not be one.
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) < 1_000_000;
  if (Array.isArray(value)) return value.length <= mostWords && value.every(isWord);
  return isWord(value) || Object.hasOwn(auditKinds, value as string);
}
