// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const phantomTexts = {
  opening: 'Opening Phantom',
  openingDetail: 'This page opens in the browser of Phantom, where you can go on.',
  store: 'Go to App Store',
  install: 'Install Phantom',
  extension: 'Install the Phantom browser extension.',
  setUp: 'Set up your wallet.',
  phrase: 'Store your recovery phrase in a safe place.',
  reload: 'Reload the page to use your wallet',
};
