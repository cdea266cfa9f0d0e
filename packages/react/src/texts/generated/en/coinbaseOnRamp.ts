// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const coinbaseOnRampTexts = {
  pending: 'In progress',
  pendingDetail: 'Finish your purchase at Coinbase.',
  looking: 'Almost done. Looking for your purchase.',
  blocked: 'Your browser blocked the window',
  blockedDetail: 'Press once more, and allow the window if your browser asks.',
  ready: 'Continue to Coinbase',
  readyDetail: 'A window opens, where you see the fees and pay.',
  open: 'Open Coinbase',
  success: 'You\'ve added funds',
  successDetail: 'They may take a few minutes to appear.',
  exit: 'You closed the window',
  exitDetail: 'If you paid, your funds will show up in your wallet. If you didn\'t, you can start again.',
  timeout: 'This takes longer than usual',
  timeoutDetail: 'You can close this window. Your funds will show up in your wallet once Coinbase has sent them.',
  failed: 'Payment failed',
  problem: 'Something went wrong adding funds from Coinbase. Please try again or use another method to fund your wallet.',
};
