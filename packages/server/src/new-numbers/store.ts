import { lte } from 'drizzle-orm';
import type { Database } from '../db/index.ts';
import { newNumberTexts } from './table.ts';

/** The user, number or app that texts are counted for. */
export interface Count {
  readonly appId: string;
  readonly id: string;
  /** The one number that is counted from the first on; empty where all are. */
  readonly number: string;
  /** The most texts that there may be. */
  readonly most: number;
}

// One statement looks and counts: of two texts at once neither sees the place of the other as free.
const takeSql = `
  insert into new_number_texts (app_id, id, number, texts, expires_at_ms)
  select $1, $2, $3, 1, $5 where $4::integer > 0
  on conflict (app_id, id) do update set texts = new_number_texts.texts + 1
    where new_number_texts.number = excluded.number and new_number_texts.texts < $4::integer
  returning texts`;

// A count of nothing goes: else it would hold its place for a number that got no text.
const giveBackSql = `
  with gone as (
    delete from new_number_texts where app_id = $1 and id = $2 and number = $3 and texts <= 1 returning id
  )
  update new_number_texts set texts = texts - 1
  where app_id = $1 and id = $2 and number = $3 and texts > 1 and not exists (select from gone)`;

/** The queries of new numbers. */
export function createNewNumberStore(database: Database) {
  const take = database.statement<{ texts: number }>('new_numbers_take', takeSql);
  const giveBack = database.statement('new_numbers_give_back', giveBackSql);
  return {
    /** Counts a text; false, and nothing counted, where there is no place for it. */
    async take({ appId, id, number, most }: Count, expiresAtMs: number): Promise<boolean> {
      return (await take([appId, id, number, most, expiresAtMs])).length > 0;
    },
    /** Takes a text back that never left. */
    async giveBack({ appId, id, number }: Count): Promise<void> {
      await giveBack([appId, id, number]);
    },
    async sweep(nowMs: number): Promise<void> {
      await database.db.delete(newNumberTexts).where(lte(newNumberTexts.expiresAtMs, nowMs));
    },
  };
}
