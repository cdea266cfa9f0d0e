import type { Database } from '@latchkey/server';
import type { Loot } from '../attacks/openDump.ts';

/** A copy of one of the service's stores, as an attacker would have it. */
export interface StolenStore {
  /** Every value that is bytes, or text that may be encoded bytes. */
  readonly loot: Loot[];
  /** Every row of every table, with bytes as hex. */
  readonly text: string;
  readonly tables: readonly string[];
  rowsOf(table: string): readonly Row[];
}

type Row = Readonly<Record<string, unknown>>;

/** Tables that docs/custody.md calls the recovery store, which may be a separate database. */
const recoveryTables: ReadonlySet<string> = new Set(['recovery_data_keys', 'recovery_sets']);

/** Reads every row of every table. */
export async function readStores(database: Database): Promise<Record<'main' | 'recovery', StolenStore>> {
  const tables = await database.exclusively((run) =>
    run('select tablename from pg_tables where schemaname = current_schema()'),
  );
  const names = tables.map(({ tablename }) => String(tablename)).sort();
  const isRecovery = (name: string) => recoveryTables.has(name);
  return {
    main: await readStore(
      database,
      names.filter((name) => !isRecovery(name)),
    ),
    recovery: await readStore(database, names.filter(isRecovery)),
  };
}

async function readStore(database: Database, tables: readonly string[]): Promise<StolenStore> {
  const loot: Loot[] = [];
  const lines: string[] = [];
  const byTable = new Map<string, Row[]>();
  for (const table of tables) {
    const rows = await database.exclusively((run) =>
      run(`select t.*, t::text as whole_row from "${table}" t`),
    );
    for (const [index, { whole_row, ...row }] of rows.entries()) {
      lines.push(String(whole_row));
      byTable.set(table, [...(byTable.get(table) ?? []), row]);
      for (const [column, value] of Object.entries(row)) {
        const found = toLoot(`${table}[${index}].${column}`, value);
        const owner = { app: String(row.app_id ?? ''), user: String(row.user_id ?? '') };
        loot.push(...found.map((one) => ({ ...one, ...owner })));
      }
    }
  }
  return { loot, text: lines.join('\n'), tables, rowsOf: (table) => byTable.get(table) ?? [] };
}

/** Returns bytes as they are. In text and JSON, decodes every run of 16 or more characters of base64(url) or hex. */
function toLoot(from: string, value: unknown): Loot[] {
  if (value instanceof Uint8Array) return [{ from, bytes: new Uint8Array(value) }];
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return (text.match(/[\w+/-]{16,}={0,2}/g) ?? []).flatMap((word) => [
    { from, bytes: new Uint8Array(Buffer.from(word, 'base64url')) },
    ...(/^(0x)?[0-9a-f]+$/i.test(word)
      ? [{ from, bytes: new Uint8Array(Buffer.from(word.replace(/^0x/i, ''), 'hex')) }]
      : []),
  ]);
}
