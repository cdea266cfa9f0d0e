import { lte } from 'drizzle-orm';
import type { Database } from '../db/index.ts';
import { newNumberTexts } from './table.ts';

/** A daily count: of a user's or an app's texts, or of warnings to the operator. */
export interface Count {
  readonly appId: string;
  readonly id: string;
  /** The only number that is counted, fixed by the first text; empty if all numbers count. */
  readonly number: string;
  readonly most: number;
}

// One statement checks and counts, so two simultaneous texts cannot take the same place.
const takeSql = `
  insert into new_number_texts (app_id, id, number, texts, expires_at_ms)
  values ($1, $2, $3, 1, $5)
  on conflict (app_id, id) do update set texts = new_number_texts.texts + 1
    where new_number_texts.number = excluded.number and new_number_texts.texts < $4::integer
  returning texts`;

// Deletes a count of zero, which would otherwise stay bound to a number that got no text.
const giveBackSql = `
  with gone as (
    delete from new_number_texts where app_id = $1 and id = $2 and number = $3 and texts <= 1 returning id
  )
  update new_number_texts set texts = texts - 1
  where app_id = $1 and id = $2 and number = $3 and texts > 1 and not exists (select from gone)`;

export function createNewNumberStore(database: Database) {
  const take = database.statement<{ texts: number }>('new_numbers_take', takeSql);
  const giveBack = database.statement('new_numbers_give_back', giveBackSql);
  return {
    /** Counts a text. Returns false, without counting, if the limit is reached or another number is counted. */
    async take({ appId, id, number, most }: Count, expiresAtMs: number): Promise<boolean> {
      return most > 0 && (await take([appId, id, number, most, expiresAtMs])).length > 0;
    },
    async giveBack({ appId, id, number }: Count): Promise<void> {
      await giveBack([appId, id, number]);
    },
    async sweep(nowMs: number): Promise<void> {
      await database.acrossApps.delete(newNumberTexts).where(lte(newNumberTexts.expiresAtMs, nowMs));
    },
  };
}
