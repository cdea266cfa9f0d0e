import { isCode } from '@latchkey/wire';
import type { Account, ImportRecord } from './record.ts';
import type { ImportState, Outcome } from './state.ts';

/** Codes after which the import stops, because the next user would probably fail in the same way. */
const stopping = [
  'app_disabled',
  'app_not_found',
  'client_request_timeout',
  'internal_error',
  'invalid_app_secret',
  'max_accounts_reached',
  'network_error',
  'service_unavailable',
];

interface ImportInput {
  readonly records: readonly ImportRecord[];
  readonly state: ImportState;
  /** Sends a user. Returns their id here. */
  send(accounts: readonly Account[], record: ImportRecord): Promise<string>;
  /** Waits before it sends a user again, after the service has answered `too_many_requests`. */
  wait(ms: number): Promise<void>;
  note(text: string): void;
}

/**
 * Imports the users that have no outcome yet or were refused, one after the other. The service returns the same user
 * for the same accounts, so a user whose outcome was lost is not imported twice.
 *
 * @throws ServiceError with a code of `stopping`; the outcomes so far are kept
 */
export async function importUsers({ note, records, send, state, wait }: ImportInput): Promise<void> {
  for (const [index, record] of records.entries()) {
    const n = index + 1;
    const before = state.outcomes.get(n);
    if (before !== undefined && before.status !== 'refused') continue;
    state.add({ n, source_id: record.sourceId, ...(await importOne(record, { send, wait })) });
    if (n % 500 === 0) note(`${n} of ${records.length}`);
  }
}

type Result = Omit<Outcome, 'n' | 'source_id'>;

async function importOne(
  record: ImportRecord,
  { send, wait }: Pick<ImportInput, 'send' | 'wait'>,
): Promise<Result> {
  const left = record.left.length > 0 ? { left: record.left } : {};
  if (record.accounts.length === 0) return { status: 'left_out', ...left };
  for (;;) {
    try {
      return { status: 'imported', user_id: await send(record.accounts, record), ...left };
    } catch (error) {
      if (!isCode(error) || stopping.includes(error.code)) throw error;
      if (error.code !== 'too_many_requests') return { status: 'refused', code: error.code, ...left };
      const waitS = error.details?.retry_after_s;
      await wait(1_000 * (typeof waitS === 'number' ? waitS : 1));
    }
  }
}
