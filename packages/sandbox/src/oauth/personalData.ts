import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Grants } from './grants.ts';
import { hugeBytes } from './idTokens.ts';
import type { DataRules, Ending, EndpointResponse, Provider } from './provider.ts';

export function createDataEndpoint(provider: Provider, rules: DataRules, grants: Grants) {
  return (context: Context): Response => {
    const query = new URL(context.req.url).searchParams;
    const header = (name: string) => context.req.header(name);
    const fault = rules.check?.({ query, header });
    if (fault) return send(context, fault);
    const token = readToken(rules, query, header('authorization'));
    const grant = grants.findToken(provider.id, token);
    if (!grant) return send(context, rules.unauthorized);
    const { account, ending } = grant;
    if (!rules.scopes.every((scope) => account.scopes.includes(scope))) return send(context, rules.forbidden);
    const trouble = troubleOf(provider, ending);
    if (trouble) return send(context, trouble);
    const answer = rules.answer({ account, query, header });
    return send(context, ending === 'huge-profile' ? inflated(answer) : answer);
  };
}

export function send(context: Context, { status, body, headers = {} }: EndpointResponse): Response {
  return context.json(body, status as ContentfulStatusCode, headers);
}

/** Reads the token (RFC 6750 §2.1); from the URL only if the provider documents that. */
function readToken(
  { tokenIn }: DataRules,
  query: URLSearchParams,
  authorization: string | undefined,
): string {
  const bearer = tokenIn.includes('bearer') ? /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] : undefined;
  return bearer ?? (tokenIn.includes('query') ? query.get('access_token') : null) ?? '';
}

function troubleOf({ suspended, rateLimited }: Provider, ending: Ending): EndpointResponse | null {
  if (ending === 'suspended' && suspended?.at === 'data') return suspended.answer;
  return ending === 'rate-limit' && rateLimited.at === 'data' ? rateLimited.answer : null;
}

const inflated = ({ body, ...answer }: EndpointResponse): EndpointResponse => ({
  ...answer,
  body: { ...body, about: 'x'.repeat(hugeBytes) },
});
