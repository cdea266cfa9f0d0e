import { randomBytes } from 'node:crypto';

/** The only container of the stand-in, with its API token. */
export const cloudKitContainer = {
  api_token: 'sandbox0000000000000000000000000000000000000000000000000000token',
  container_identifier: 'iCloud.localhost.sandbox',
  environment: 'development',
} as const;

export interface CloudRecord {
  readonly recordName: string;
  readonly recordType: string;
  readonly account: string;
  fields: Record<string, { value: unknown; type?: string }>;
}

export interface Operation {
  readonly operationType?: string;
  readonly record?: Partial<Omit<CloudRecord, 'account'>>;
}

/** State of the stand-in: web tokens, each valid for one request, and records. */
export function createRecords() {
  const tokens = new Map<string, string>();
  const records = new Map<string, CloudRecord>();
  const keyOf = (account: string, name: string) => `${account} ${name}`;

  function issueToken(account: string): string {
    const token = `158__54__${randomBytes(36).toString('base64')}`;
    tokens.set(token, account);
    return token;
  }

  const show = ({ account: _, ...record }: CloudRecord) => ({
    ...record,
    recordChangeTag: '1',
    deleted: false,
  });
  const refuse = (recordName: string | undefined, serverErrorCode: string, reason: string) => ({
    recordName,
    serverErrorCode,
    reason,
  });

  return {
    records,
    issueToken,
    /** Returns the account of a token, and its replacement. Null if the token is unknown or already used. */
    useToken(token: string): { account: string; next: string } | null {
      const account = tokens.get(token);
      if (account === undefined) return null;
      tokens.delete(token);
      return { account, next: issueToken(account) };
    },
    /**
     * Creates or deletes a record.
     * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/ModifyRecords.html
     */
    modify(account: string, { operationType, record = {} }: Operation) {
      const { recordName, recordType, fields } = record;
      if (!recordName) return refuse(recordName, 'BAD_REQUEST', 'a record needs a name');
      const key = keyOf(account, recordName);
      if (operationType === 'forceDelete') {
        records.delete(key);
        return { recordName, deleted: true };
      }
      if (operationType !== 'create' || !recordType || !fields) {
        return refuse(recordName, 'BAD_REQUEST', 'unknown operation, or no type or fields');
      }
      if (records.has(key)) return refuse(recordName, 'CONFLICT', 'record to insert already exists');
      const added: CloudRecord = { recordName, recordType, account, fields };
      records.set(key, added);
      return show(added);
    },
    lookup(account: string, recordName: string) {
      const record = records.get(keyOf(account, recordName));
      return record ? show(record) : refuse(recordName, 'NOT_FOUND', 'Record not found');
    },
  };
}
