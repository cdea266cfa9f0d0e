import { errorTable, type ServiceError } from '@latchkey/wire';
import { oauthTexts } from '../../../texts/generated/en/oauth.ts';

export function oauthFailureOf(
  error: ServiceError,
  provider: string,
  texts = oauthTexts,
): { title: string; detail: string; isRetryable: boolean } {
  return {
    title: texts.failed,
    detail: detailOf(error, provider, texts),
    isRetryable: errorTable[error.code].retryable,
  };
}

function detailOf({ code, message }: ServiceError, provider: string, texts: typeof oauthTexts): string {
  switch (code) {
    case 'oauth_user_denied':
      return texts.denied({ provider });
    case 'oauth_account_suspended':
      return texts.suspended({ provider });
    case 'oauth_unexpected':
      return texts.unexpected;
    case 'too_many_requests':
      return message.includes('provider rate limit') ? texts.providerLimit({ provider }) : texts.tooMany;
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
