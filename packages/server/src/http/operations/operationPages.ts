import { ServiceError } from '@latchkey/wire';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { World } from '../../world.ts';
import type { Answers } from '../answers.ts';
import type { Answer, Incoming } from '../exchange.ts';
import type { Metrics } from './metrics.ts';
import { openApiDocument } from './openApiDocument.ts';

type Page = (request: Incoming) => Promise<Answer>;

/** What an operator's tools ask: is the process alive, can it work, what does it count, what does it offer. */
export function operationPages(
  world: World,
  tools: { answers: Answers; metrics: Metrics; isRetired(): boolean },
): Record<string, Page> {
  const { config, database } = world;
  const { answers, metrics, isRetired } = tools;
  const keyHash = sha256(`Bearer ${config.adminKey}`);
  const json = (body: string): Answer => ({ status: 200, headers: answers.begin(), body });
  let apiDocument: string | undefined;

  async function isReady(): Promise<boolean> {
    const isUp = await database.ping().then(
      () => true,
      () => false,
    );
    metrics.databaseUp(isUp);
    return isUp;
  }

  return {
    '/healthz': async () => json('{"ok":true}'),
    '/readyz': async () =>
      !isRetired() && (await isReady())
        ? json('{"ready":true}')
        : answers.toErrorAnswer(new ServiceError('service_unavailable'), 'readyz'),
    '/metrics': async (request) => {
      // In production the service is reachable from the internet, which need not know how busy it is.
      const shown = sha256(request.headers.get('authorization') ?? '');
      if (config.production && !isEqual(shown, keyHash)) {
        return answers.toErrorAnswer(new ServiceError('missing_or_invalid_token'), 'metrics');
      }
      await isReady();
      const headers = { ...answers.begin(), 'content-type': metrics.contentType };
      return { status: 200, headers, body: await metrics.text() };
    },
    '/openapi.json': async () => {
      apiDocument ??= JSON.stringify(openApiDocument(config.url));
      return json(apiDocument);
    },
  };
}
