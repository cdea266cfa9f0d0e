import type { Answer, ConnectionInfo, Incoming } from '../http/index.ts';
import type { Tracing } from './tracing.ts';

type AnswerRequest = (request: Incoming, info: ConnectionInfo) => Promise<Answer>;

/**
 * Records each request as a span. It has the method, the status and the request's id. The function that finds the route
 * adds the rest (`Tracing.describe`): the path itself, the query and the caller's address stay out.
 *
 * @param options `continuesTraces` continues the trace that a caller names. Only for callers of the operator's own: a
 *   stranger could otherwise mix spans into any trace
 * @returns `answer` itself if traces are off
 */
export function traceAnswers(
  tracing: Tracing | null,
  answer: AnswerRequest,
  { continuesTraces = false }: { continuesTraces?: boolean } = {},
): AnswerRequest {
  if (tracing === null) return answer;
  return (request, info) => {
    const { method } = request;
    const caller = continuesTraces ? request.headers.get('traceparent') : null;
    const facts = { 'http.request.method': method };
    return tracing.run({ name: method, kind: 'server', facts, caller }, async (span) => {
      const given = await answer(request, info);
      const requestId = given.headers['x-request-id'];
      span.set({
        'http.response.status_code': given.status,
        ...(requestId === undefined ? {} : { 'latchkey.request_id': String(requestId) }),
      });
      if (given.status >= 500) span.fail();
      return given;
    });
  };
}
