// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const errorsTexts = {
  rows: {
    captcha_failure: {
      title: 'Something went wrong',
      detail: 'You did not pass CAPTCHA. Please try again.',
      button: 'Retry',
    },
    captcha_timeout: {
      title: 'Something went wrong',
      detail: 'Something went wrong! Please try again later.',
      button: 'Try again',
    },
    client_request_timeout: {
      title: 'Timed out',
      detail: null,
      button: 'Try again',
    },
    disallowed_login_method: {
      title: 'Not allowed',
      detail: null,
      button: 'Try another method',
    },
    insufficient_balance: {
      title: 'Insufficient balance',
      detail: null,
      button: 'Try again',
    },
    invalid_captcha: {
      title: 'Something went wrong',
      detail: 'Please try again.',
      button: 'Try again',
    },
    invalid_credentials: {
      title: 'Something went wrong. Try again.',
      detail: '',
      button: 'Try again',
    },
    linked_to_another_user: {
      title: 'Authentication failed',
      detail: 'This account has already been linked to another user.',
      button: 'Try again',
    },
    missing_or_invalid_token: {
      title: 'Something went wrong',
      detail: 'An error has occured, please login again.',
      button: 'Try again',
    },
    not_supported: {
      title: 'This region is not supported',
      detail: 'SMS authentication from this region is not available',
      button: 'Try another method',
    },
    passkey_already_added: {
      title: 'Something went wrong',
      detail: 'This device already has a passkey for this account.',
      button: 'Try again',
    },
    passkey_not_allowed: {
      title: 'Something went wrong',
      detail: 'Passkey request timed out or rejected by user.',
      button: 'Retry',
    },
    passkey_not_supported: {
      title: 'Something went wrong',
      detail: 'Passkeys aren\'t available here. Try another method.',
      button: 'Try another method',
    },
    too_many_requests: {
      title: 'Request failed',
      detail: 'Too many attempts.',
      button: 'Try again later',
    },
  },
  fallback: {
    title: 'Something went wrong',
    detail: 'Try again later',
    button: 'Try again',
  },
};
