import { type ErrorCode, isCode, toReply } from '@latchkey/wire';
import { fromDatabaseError, isUnusable } from '../db/index.ts';
import type { World } from '../world.ts';
import { vary } from './border/cors.ts';
import { describeError } from './describeError.ts';
import type { Answer } from './exchange.ts';
import { answerHeaders } from './securityHeaders.ts';

export type AnswerHeaders = Record<string, string>;

/** Creates the common headers and the error answers of the request handler. */
export interface Answers {
  /** Returns fresh headers of a JSON answer, with a new id as `x-request-id`. */
  begin(): AnswerHeaders;
  /** Converts a thrown value to status and body, and sets `retry-after` if the error has a wait. Logs faults. */
  toError(
    thrown: unknown,
    headers: AnswerHeaders,
    routeName: string,
  ): { code: ErrorCode; status: number; text: string };
  toErrorAnswer(thrown: unknown, routeName: string, headers?: AnswerHeaders): Answer;
}

export function createAnswers({ config, log, random }: World): Answers {
  const prepared = { ...answerHeaders(config), vary };
  const idPrefix = Buffer.from(random.bytes(6)).toString('hex');
  let count = 0;

  const begin = (): AnswerHeaders => {
    count += 1;
    // The spread is last, so all these objects share one hidden class of V8 (decision 386).
    return { 'x-request-id': `${idPrefix}-${count.toString(36)}`, ...prepared };
  };
  const toError: Answers['toError'] = (thrown, headers, routeName) => {
    const error = fromDatabaseError(thrown);
    const { status, body } = toReply(error);
    const waitS = body.data?.retry_after_s;
    if (typeof waitS === 'number') headers['retry-after'] = String(Math.max(1, Math.ceil(waitS)));
    if (!isCode(error) || status >= 500) {
      const facts = { requestId: headers['x-request-id'], route: routeName, code: body.code };
      log.error({ ...facts, error: describeError(error) }, 'failed');
    } else if (isUnusable(error)) {
      // The service works, but an earlier check should have refused the value.
      const facts = { requestId: headers['x-request-id'], route: routeName, code: body.code };
      log.warn({ ...facts, error: describeError(error) }, 'the database refused a value');
    }
    return { code: body.code, status, text: JSON.stringify(body) };
  };
  return {
    begin,
    toError,
    toErrorAnswer(thrown, routeName, headers = begin()) {
      const { status, text } = toError(thrown, headers, routeName);
      return { status, headers, body: text };
    },
  };
}
