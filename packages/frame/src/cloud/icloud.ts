import { callCloud, refuseMissing, refuseUnavailable, toObject } from './callCloud.ts';
import type { TextCloud } from './openCloud.ts';

const recordType = 'LatchkeyRecovery';
/** Each web token is good for one request; the answer brings the next. */
const tokenHeader = 'x-apple-cloudkit-web-auth-token';

/**
 * The private database of a person in the app's container at Apple.
 * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/ModifyRecords.html
 *
 * @param access where the database is, and the token that names the app
 * @param firstToken what Apple's page gave when the person signed in
 */
export function openICloud(access: { url: string; api_token: string }, firstToken: string): TextCloud {
  let token = firstToken;

  /** Asks for something about one record, and gives what is said of it. */
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
