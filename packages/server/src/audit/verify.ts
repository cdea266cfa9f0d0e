import type { Database } from '../db/index.ts';
import { chainHash } from './chain.ts';
import { createAuditStore, type StoredEvent } from './store.ts';

/** A place in an app's log where it is not what was written. */
export interface AuditProblem {
  appId: string;
  sequence: number;
  what: 'changed' | 'missing' | 'out of place' | 'behind the end' | 'not the noted hash';
}

/** A place and its hash as an operator kept it outside the database: from the log line `audit sealed`, or a report. */
export interface AuditAnchor {
  appId: string;
  sequence: number;
  hash: string;
}

export interface AuditReport {
  problems: AuditProblem[];
  /** The last place of each app, to be kept as anchors for the next time. */
  ends: (AuditAnchor & { events: number })[];
}

const page = 1_000;
const mostProblemsPerApp = 100;

/**
 * Reads every app's chain from its first kept event to its end and computes every hash anew. What is changed, removed,
 * reordered or inserted in between shows by itself; a chain that was rewritten as a whole, or cut at its end together
 * with the row that knows the end, shows against an anchor that was kept elsewhere. Changes nothing.
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
    const look = (event: StoredEvent) => {
      const expected = sequence + 1;
      if (event.sequence > expected) problems.push({ appId, sequence: expected, what: 'missing' });
      else if (event.sequence < expected)
        problems.push({ appId, sequence: event.sequence, what: 'out of place' });
      // Against the stored hash before it, so that one change is one problem and not one for each event after it.
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
    };
    let found = await store.list(appId, chain.floorSequence, page);
    while (found.length > 0 && problems.length < mostProblemsPerApp) {
      found.forEach(look);
      found = await store.list(appId, sequence, page);
    }
    if (sequence < chain.sequence) problems.push({ appId, sequence: sequence + 1, what: 'missing' });
    else if (sequence === chain.sequence && !Buffer.from(previous).equals(chain.hash))
      problems.push({ appId, sequence, what: 'changed' });
    for (const missed of noted.keys()) {
      if (missed > chain.floorSequence && problems.length < mostProblemsPerApp)
        problems.push({ appId, sequence: missed, what: 'missing' });
    }
    report.problems.push(...problems);
    report.ends.push({ appId, sequence, hash: Buffer.from(previous).toString('hex'), events });
  }
}
