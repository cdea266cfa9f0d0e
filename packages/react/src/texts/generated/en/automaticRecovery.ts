// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const automaticRecoveryTexts = {
  title: 'Automatic recovery',
  detail: 'Log in on any device to open your wallet. You\'ll no longer need your current backup.',
  confirm: 'Confirm',
  done: 'Success',
};
