import { ServiceError } from '@latchkey/wire';
import { isExposed } from '../../configShape.ts';
import { sha256 } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { Answers } from '../answers.ts';
import { checkKey } from '../border/border.ts';
import type { Callers } from '../border/callers.ts';
import type { Answer } from '../exchange.ts';
import type { RouteServer } from '../serveRoute.ts';
import { openApiDocument } from './openApiDocument.ts';

type Page = RouteServer;

/** What an operator's tools ask: is the process alive, can it work, what does it count, what does it offer. */
export function operationPages(
  world: World,
  tools: { answers: Answers; callers: Callers; isRetired(): boolean },
): Record<string, Page> {
  const { config, database, metrics } = world;
  const { answers, callers, isRetired } = tools;
  const keyHash = sha256(`Bearer ${config.adminKey}`);
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
      // The internet need not know how busy the service is.
      if (isExposed(config)) {
        try {
          checkKey(request.headers.get('authorization'), keyHash, callers(request, info).failures);
        } catch (error) {
          return answers.toErrorAnswer(error, 'metrics');
        }
      }
      const headers = { ...answers.begin(), 'content-type': metrics.contentType };
      return { status: 200, headers, body: await metrics.text() };
    },
    '/openapi.json': async () => {
      apiDocument ??= JSON.stringify(openApiDocument(config.url));
      return json(apiDocument);
    },
  };
}
