import { errorTable, type ServiceError } from '@latchkey/wire';

export const oauthTexts = {
  leaving: (provider: string) => `Redirecting to ${provider}`,
  verifying: (provider: string) => `Verifying connection to ${provider}`,
  success: (provider: string) => `Successfully connected with ${provider}`,
  successDetail: "You're good to go!",
  failed: 'Authentication failed',
  retry: 'Retry',
  other: 'Try another method',
  close: 'Close',
  denied: (provider: string) => `Please try again and check ${provider} to confirm.`,
  suspended: (provider: string) => `Your ${provider} account is suspended. Please try another login method.`,
  unexpected: 'Something went wrong. Please try again.',
  wrong: 'Something went wrong. Try again.',
  tooMany: 'Too many requests. Please wait before trying again.',
  providerLimit: (provider: string) =>
    `Request limit reached for ${provider}. Please wait a moment and try again.`,
  full: 'You cannot authorize more than one account for this user.',
  taken: 'This account has already been linked to another user.',
  noStorage: 'Your browser is blocking storage for this site. Allow cookies and site data, then try again.',
  timedOut: 'The request timed out. Try again.',
  unreachable: "We couldn't reach the service. Check your connection and try again.",
} as const;

type OAuthTexts = {
  [T in keyof typeof oauthTexts]: (typeof oauthTexts)[T] extends string
    ? string
    : (provider: string) => string;
};

/** What a person reads about a visit to a provider that failed. */
export function oauthFailureOf(
  error: ServiceError,
  provider: string,
  texts: OAuthTexts = oauthTexts,
): { title: string; detail: string; isRetryable: boolean } {
  return {
    title: texts.failed,
    detail: detailOf(error, provider, texts),
    isRetryable: errorTable[error.code].retryable,
  };
}

function detailOf({ code, message }: ServiceError, provider: string, texts: OAuthTexts): string {
  switch (code) {
    case 'oauth_user_denied':
      return texts.denied(provider);
    case 'oauth_account_suspended':
      return texts.suspended(provider);
    case 'oauth_unexpected':
      return texts.unexpected;
    case 'too_many_requests':
      return message.includes('provider rate limit') ? texts.providerLimit(provider) : texts.tooMany;
    case 'cannot_link_more_of_type':
      return texts.full;
    case 'linked_to_another_user':
      return texts.taken;
    case 'storage_unavailable':
      return texts.noStorage;
    case 'client_request_timeout':
      return texts.timedOut;
    case 'network_error':
    case 'service_unavailable':
      return texts.unreachable;
    case 'disallowed_login_method':
    case 'must_be_authenticated':
      return message;
    default:
      return texts.wrong;
  }
}
