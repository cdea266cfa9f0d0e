// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const mfaVerifyPasskeyTexts = {
  waiting: 'Verify with your passkey',
  detail: 'Follow the prompt from your browser or device.',
  done: 'Success!',
  retry: 'Try again',
};
