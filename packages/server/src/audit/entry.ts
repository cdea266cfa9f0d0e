import { type AuditActorType, type AuditKind, auditKinds } from '@latchkey/wire';
import type { World } from '../world.ts';
import type { AuditDetail, auditEvents } from './table.ts';

export interface AuditEvent {
  kind: AuditKind;
  /** User whose account, wallet or session is concerned; null if there is none. */
  userId: string | null;
  /** `id` is null or missing if the actor has none, such as the operator's shared key. */
  actor: { type: AuditActorType; id?: string | null };
  sessionId?: string;
  /** Id of the action's object, such as a device, a recovery set or a proof key. */
  subject?: string;
  details?: Readonly<Record<string, AuditDetail>>;
}

export type AuditRow = Omit<typeof auditEvents.$inferSelect, 'sequence' | 'hash'>;

/**
 * Pattern of a word in the log: an id, a kind, the name of a setting. By its characters and its length it excludes
 * email addresses, phone numbers (E.164), and refresh and access tokens. Kinds of events may have dots.
 */
const word = /^[A-Za-z0-9_:-]{1,64}$/;
/** Six digits, which could be a code (CODE-09). */
const code = /^\d{6}$/;
const mostDetails = 12;
const mostWords = 100;

/**
 * Creates the function that makes rows, the one place that decides what the log may contain. The log is kept, so an
 * address, a code or a token in it could not be deleted at a user's request.
 */
export function createEntries({ clock, random }: Pick<World, 'clock' | 'random'>) {
  let lastMs = 0;
  let count = 0;

  /**
   * Creates a UUID version 7 (RFC 9562 §5.7). Ids of this process ascend, so events of one transaction keep their
   * order.
   */
  function newId(nowMs: number): string {
    const isLater = nowMs > lastMs || count === 0xfff;
    lastMs = isLater ? Math.max(nowMs, lastMs + 1) : lastMs;
    count = isLater ? 0 : count + 1;
    const tail = Buffer.from(random.bytes(8));
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80;
    const hex = `${lastMs.toString(16).padStart(12, '0')}7${count.toString(16).padStart(3, '0')}${tail.toString('hex')}`;
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }

  /** @throws Error if `checkEvent` refuses the event; the message names the kind and the place, no other value */
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
  // Numbers are small, such as counts and versions. Phone numbers are larger.
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) < 1_000_000;
  if (Array.isArray(value)) return value.length <= mostWords && value.every(isWord);
  return isWord(value) || Object.hasOwn(auditKinds, value as string);
}
