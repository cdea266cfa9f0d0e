// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const sendTexts = {
  preparing: 'Preparing your transaction',
  sending: 'Sending your transaction',
  confirming: 'Waiting for confirmation',
  detail: 'You can close this window. Your transaction goes on.',
  signed: 'Signed',
  sign: 'Sign transaction',
  contents: 'Your transaction',
  explanation: 'A transaction moves what your wallet holds, or lets others move it. It costs a fee, which the network keeps, and no one can undo it. Approve only what you requested and understand.',
};
