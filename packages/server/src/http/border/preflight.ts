import { ServiceError } from '@latchkey/wire';
import type { Apps } from '../../apps/index.ts';
import type { Answers } from '../answers.ts';
import { corsHeaders, preflightHeaders, publicCorsHeaders } from './cors.ts';

/** Paths that no page of another origin may call. */
const closedPath = /^\/api\/v1\/(?:frame|admin)(?:\/|$)/;

/** Paths that answer every origin: an app's config and its keys. */
const publicPath = /^(?:\/api)?\/v1\/apps\/[^/]+(?:\/jwks\.json)?$/;

/**
 * Answers preflights. A preflight names no app, so the origin must be one of any app; the request itself is checked
 * against its own (docs/contracts.md, CORS).
 */
export function createPreflight(
  apps: Apps,
  answers: Answers,
): (request: Request, path: string) => Promise<Response> {
  return async (request, path) => {
    const origin = request.headers.get('origin');
    const headers = answers.begin();
    try {
      if (origin !== null && !closedPath.test(path)) {
        const isKnown = await apps.isOriginKnown(origin);
        if (isKnown || publicPath.test(path)) {
          const allow = isKnown ? corsHeaders(origin) : publicCorsHeaders(origin);
          return new Response(null, { status: 204, headers: { ...headers, ...allow, ...preflightHeaders } });
        }
      }
    } catch (error) {
      return answers.toErrorResponse(error, 'preflight', headers);
    }
    return answers.toErrorResponse(new ServiceError('origin_not_allowed'), 'preflight', headers);
  };
}
