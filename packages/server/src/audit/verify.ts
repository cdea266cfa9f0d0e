import type { Database } from '../db/index.ts';
import { chainHash } from './chain.ts';
import { createAuditStore, type StoredEvent } from './store.ts';

/** Place in an app's log that differs from what was written. */
export interface AuditProblem {
  appId: string;
  sequence: number;
  what: 'changed' | 'missing' | 'out of place' | 'before the start' | 'behind the end' | 'not the noted hash';
}

/** Place and hash that an operator kept outside the database, from the log line `audit sealed` or a report. */
export interface AuditAnchor {
  appId: string;
  sequence: number;
  hash: string;
}

/** Kept part of an app's log, and its last place, which is an anchor for the next verification. */
export interface AuditExtent extends AuditAnchor {
  events: number;
  /** Number of events before the first kept one. The retention deletes them, but so can an attacker. */
  deleted: number;
  /** Time of the first kept event, Unix ms; null if there is none. */
  sinceMs: number | null;
}

export interface AuditReport {
  problems: AuditProblem[];
  ends: AuditExtent[];
}

const page = 1_000;
const mostProblemsPerApp = 100;

/**
 * Verifies every app's chain from its first kept event to its end by computing the hashes again. It finds sealed events
 * that were changed, removed, reordered or inserted, unless an attacker also rewrote all later hashes and the row with
 * the ends of the chain, or removed the whole log of an app. An anchor of the changed event or a later one, kept
 * outside the database, reveals that. Events that are not sealed yet are not verified: the sealer also seals one that
 * an attacker has changed or added before.
 *
 * The retention cuts a chain at its start, and an attacker can do the same to events that are younger. An anchor from
 * the part that was cut reveals that, as `before the start`. An anchor of an event that the retention deleted is
 * reported in the same way.
 *
 * @param anchors places and hashes that were kept outside the database
 * @returns the problems, and the end of each app's log. If an app has 100 problems, its verification stops after the
 *   current page of 1,000 events, and returns that place as the end
 */
export async function verifyAudit(
  database: Database,
  anchors: readonly AuditAnchor[] = [],
): Promise<AuditReport> {
  const store = createAuditStore(database);
  const report: AuditReport = { problems: [], ends: [] };
  for (const appId of await store.listApps()) {
    const own = new Map(anchors.filter((one) => one.appId === appId).map((one) => [one.sequence, one.hash]));
    await verifyApp(appId, own);
  }
  for (const { appId, sequence } of anchors) {
    if (!report.ends.some((end) => end.appId === appId))
      report.problems.push({ appId, sequence, what: 'missing' });
  }
  return report;

  async function verifyApp(appId: string, noted: Map<number, string>): Promise<void> {
    const problems: AuditProblem[] = [];
    const chain = await store.getChain(appId);
    let sequence = chain.floorSequence;
    let previous = chain.floorHash;
    let events = 0;
    let sinceMs: number | null = null;
    const look = (event: StoredEvent) => {
      const expected = sequence + 1;
      if (event.sequence > expected) problems.push({ appId, sequence: expected, what: 'missing' });
      else if (event.sequence < expected)
        problems.push({ appId, sequence: event.sequence, what: 'out of place' });
      // Continues from the stored hash, so one changed event is one problem and not one for each later event.
      const hash = chainHash(previous, event, event.sequence);
      if (event.sequence === expected && !hash.equals(event.hash))
        problems.push({ appId, sequence: event.sequence, what: 'changed' });
      if (event.sequence > chain.sequence)
        problems.push({ appId, sequence: event.sequence, what: 'behind the end' });
      const note = noted.get(event.sequence);
      noted.delete(event.sequence);
      if (note !== undefined && note !== Buffer.from(event.hash).toString('hex'))
        problems.push({ appId, sequence: event.sequence, what: 'not the noted hash' });
      sequence = event.sequence;
      previous = event.hash;
      events += 1;
      sinceMs ??= event.atMs;
    };
    let found = await store.list(appId, chain.floorSequence, page);
    while (found.length > 0 && problems.length < mostProblemsPerApp) {
      found.forEach(look);
      found = await store.list(appId, sequence, page);
    }
    if (sequence < chain.sequence) problems.push({ appId, sequence: sequence + 1, what: 'missing' });
    else if (sequence === chain.sequence && !Buffer.from(previous).equals(chain.hash))
      problems.push({ appId, sequence, what: 'changed' });
    for (const [missed, note] of noted) {
      if (problems.length >= mostProblemsPerApp) break;
      const isOther = missed === chain.floorSequence && note !== Buffer.from(chain.floorHash).toString('hex');
      const cut = isOther ? 'not the noted hash' : 'before the start';
      problems.push({ appId, sequence: missed, what: missed > chain.floorSequence ? 'missing' : cut });
    }
    report.problems.push(...problems);
    const hash = Buffer.from(previous).toString('hex');
    report.ends.push({ appId, sequence, hash, events, deleted: chain.floorSequence, sinceMs });
  }
}
