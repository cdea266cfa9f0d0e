import { lte } from 'drizzle-orm';
import type { Db } from '../db/index.ts';
import { analyticsEvents } from './table.ts';

export type EventRow = typeof analyticsEvents.$inferInsert;

export async function addEvents(db: Db, rows: EventRow[]): Promise<void> {
  await db.insert(analyticsEvents).values(rows).onConflictDoNothing();
}

export async function deleteEvents(db: Db, receivedUntilMs: number): Promise<void> {
  await db.delete(analyticsEvents).where(lte(analyticsEvents.receivedAtMs, receivedUntilMs));
}
