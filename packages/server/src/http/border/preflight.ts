import { checkedRoutes, isOfFrame, ServiceError } from '@latchkey/wire';
import type { AppLookup } from '../../app.ts';
import type { Answers } from '../answers.ts';
import type { Answer, Incoming } from '../exchange.ts';
import { corsHeaders, preflightHeaders, publicCorsHeaders } from './cors.ts';

/** Paths that pages of other origins must not call. */
const closedPath = /^\/api\/v1\/(?:frame|admin)(?:\/|$)/;
const framePaths = new Set(
  checkedRoutes.filter(({ route }) => isOfFrame(route)).map(({ route }) => route.path),
);

/** Paths whose answers every origin may read: an app's config, its keys, and its details as a provider. */
const publicPath = /^(?:\/api)?\/v1\/apps\/[^/]+(?:\/jwks\.json|\/cross-app\/details)?$/;

/**
 * Answers preflights. A preflight names no app, so its origin must be allowed by at least one app, unless every
 * origin may read the answers. The request that follows is checked against the origins of its own app
 * (docs/contracts.md, CORS).
 */
export function createPreflight(apps: AppLookup, answers: Answers): (request: Incoming) => Promise<Answer> {
  return async (request) => {
    const { path } = request;
    const origin = request.headers.get('origin');
    const headers = answers.begin();
    try {
      if (origin !== null && !closedPath.test(path) && !framePaths.has(path)) {
        const isKnown = await apps.isOriginKnown(origin);
        if (isKnown || publicPath.test(path)) {
          const allow = isKnown ? corsHeaders(origin) : publicCorsHeaders(origin);
          return { status: 204, headers: { ...headers, ...allow, ...preflightHeaders }, body: null };
        }
      }
    } catch (error) {
      return answers.toErrorAnswer(error, 'preflight', headers);
    }
    return answers.toErrorAnswer(new ServiceError('origin_not_allowed'), 'preflight', headers);
  };
}
