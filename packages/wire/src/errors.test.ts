import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { errorTable, fail, fromReply, isCode, ServiceError, toReply } from './index.ts';

describe('errors', () => {
  it('only the two codes of outages have a status for which existing clients send a request again', () => {
    const repeated = new Set([408, 409, 425, 500, 502, 503, 504]);
    const outages = new Set(['internal_error', 'service_unavailable']);
    for (const [code, row] of Object.entries(errorTable)) {
      if (row.status !== null && repeated.has(row.status)) expect(outages.has(code), code).toBe(true);
    }
  });

  it('[ERR-26] an error keeps its code, message and details over the wire', () => {
    const thrown = catchError(() => fail('too_many_requests', { details: { retry_after_s: 12 } }));
    const { status, body } = toReply(thrown);
    expect(status).toBe(429);
    const back = fromReply(status, JSON.parse(JSON.stringify(body)));
    expect(back).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many attempts.',
      details: { retry_after_s: 12 },
    });
  });

  it('toReply() converts an unknown error to internal_error, without its text', () => {
    const { status, body } = toReply(new Error('password=hunter2'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it('toReply() replaces a code that only clients use by internal_error', () => {
    expect(toReply(new ServiceError('exited_auth_flow')).body.code).toBe('internal_error');
  });

  it('fromReply() converts an answer with an unknown code by its status, without the text of the answer', () => {
    expect(fromReply(422, { error: 'nova', code: 'code_of_tomorrow' })).toMatchObject({
      code: 'invalid_data',
    });
    expect(fromReply(422, { error: '<script>', code: 'constructor' }).message).not.toContain('script');
    for (const json of [{ message: 'Unauthorized' }, { code: 'gateway_says_no' }]) {
      expect(fromReply(401, json).code).toBe('internal_error');
    }
    expect(fromReply(503, null).code).toBe('service_unavailable');
    expect(fromReply(418, 'tea').code).toBe('internal_error');
  });

  it('an error names its documentation page, which the answer does not contain', () => {
    const error = new ServiceError('app_not_found', { message: 'No such app' });
    expect(error.docs).toBe('https://latchkey.github.io/latchkey/reference/errors#app_not_found');
    expect(error.message).toBe('No such app');
    // Text that Node.js prints for an uncaught error.
    expect(inspect(error)).toContain('https://latchkey.github.io/latchkey/reference/errors#app_not_found');
    expect(JSON.stringify(toReply(error))).not.toContain('docs');
  });

  it('isCode() recognises an error by its code, even if another copy of the module created it', () => {
    const copy = Object.assign(new Error('x'), { name: 'ServiceError', code: 'not_found' });
    expect(isCode(copy, 'not_found')).toBe(true);
    expect(isCode(copy, 'invalid_data')).toBe(false);
    expect(isCode({ name: 'ServiceError', code: 'not_found' })).toBe(false);
  });
});

function catchError(act: () => never): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
