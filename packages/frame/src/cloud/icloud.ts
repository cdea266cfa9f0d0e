import { callCloud, refuseMissing, refuseUnavailable, toObject } from './callCloud.ts';
import type { TextCloud } from './openCloud.ts';

const recordType = 'LatchkeyRecovery';
/** Header with the next web token. Each token is valid for one request. */
const tokenHeader = 'x-apple-cloudkit-web-auth-token';

/**
 * Opens the user's private database in the app's container at Apple.
 * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/ModifyRecords.html
 *
 * @param access URL of the database, and the token that names the app
 * @param firstToken token that Apple's page issued when the user signed in
 */
export function openICloud(access: { url: string; api_token: string }, firstToken: string): TextCloud {
  let token = firstToken;

  /** Sends an operation on one record and returns the record of the answer. */
  async function request(act: 'modify' | 'lookup', body: object): Promise<Record<string, unknown>> {
    const query = new URLSearchParams({ ckAPIToken: access.api_token, ckWebAuthToken: token });
    const answer = await callCloud(`${access.url}/records/${act}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    token = answer.headers.get(tokenHeader) ?? token;
    const { records } = toObject(answer.text);
    const record: unknown = Array.isArray(records) ? records[0] : null;
    if (answer.status !== 200 || typeof record !== 'object' || record === null) return refuseUnavailable();
    return record as Record<string, unknown>;
  }

  return {
    async write(recordName, text) {
      const record = { recordName, recordType, fields: { secret: { value: text } } };
      const written = await request('modify', { operations: [{ operationType: 'create', record }] });
      return written.serverErrorCode === undefined ? recordName : refuseUnavailable();
    },

    async read(recordName) {
      const { serverErrorCode, fields } = await request('lookup', { records: [{ recordName }] });
      if (serverErrorCode === 'NOT_FOUND') return refuseMissing();
      const { secret } = (fields ?? {}) as { secret?: { value?: unknown } };
      if (serverErrorCode !== undefined) return refuseUnavailable();
      return typeof secret?.value === 'string' ? secret.value : '';
    },
  };
}
