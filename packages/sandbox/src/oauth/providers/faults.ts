import type { EndpointResponse, TokenFault } from '../provider.ts';

const answer = (status: number, error: string, error_description: string): EndpointResponse => ({
  status,
  body: { error, error_description },
});

/** Errors of RFC 6749 §5.2, unless a provider documents others. */
export const commonFaults: Readonly<Record<TokenFault, EndpointResponse>> = {
  'content-type': answer(400, 'invalid_request', 'Content-Type must be application/x-www-form-urlencoded'),
  client: answer(401, 'invalid_client', 'Client authentication failed'),
  'grant-type': answer(400, 'unsupported_grant_type', 'Unsupported grant type'),
  parameter: answer(400, 'invalid_request', 'A required parameter is missing'),
  code: answer(400, 'invalid_grant', 'The authorization code is invalid'),
  redirect: answer(400, 'invalid_grant', 'The redirect address is another one'),
  verifier: answer(400, 'invalid_grant', 'The code verifier does not fit'),
};
