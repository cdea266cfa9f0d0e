import { ServiceError } from '@latchkey/wire';
import { isExposed } from '../../configShape.ts';
import type { World } from '../../world.ts';
import type { Answers } from '../answers.ts';
import type { Callers } from '../border/callers.ts';
import type { OperatorCheck } from '../border/operators.ts';
import type { Answer } from '../exchange.ts';
import { type RouteServer, tokenOf } from '../serveRoute.ts';
import { openApiDocument } from './openApiDocument.ts';

type Page = RouteServer;

/** Creates the pages for operators' tools: liveness, readiness, metrics and the API document. */
export function operationPages(
  world: World,
  tools: { answers: Answers; callers: Callers; checkOperator: OperatorCheck; isRetired(): boolean },
): Record<string, Page> {
  const { config, database, metrics } = world;
  const { answers, callers, checkOperator, isRetired } = tools;
  const json = (body: string): Answer => ({ status: 200, headers: answers.begin(), body });
  let apiDocument: string | undefined;

  const isReady = () =>
    database.ping().then(
      () => true,
      () => false,
    );
  metrics.read('latchkey_database_up', async () => [[{}, (await isReady()) ? 1 : 0]]);

  return {
    '/healthz': async () => json('{"ok":true}'),
    '/readyz': async () =>
      !isRetired() && (await isReady())
        ? json('{"ready":true}')
        : answers.toErrorAnswer(new ServiceError('service_unavailable'), 'readyz'),
    '/metrics': async (request, _, info) => {
      try {
        // The metrics of an exposed service are only for its operator.
        if (isExposed(config)) {
          const shown = tokenOf(request.headers.get('authorization'));
          await checkOperator(shown, 'viewer', callers(request, info).failures);
        }
        const headers = { ...answers.begin(), 'content-type': metrics.contentType };
        return { status: 200, headers, body: await metrics.text() };
      } catch (error) {
        return answers.toErrorAnswer(error, 'metrics');
      }
    },
    '/openapi.json': async () => {
      apiDocument ??= JSON.stringify(openApiDocument(config.url));
      return json(apiDocument);
    },
  };
}
