// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const transactionWarningsTexts = {
  'unlimited-approval': 'Anyone who controls this address can take all of these tokens, also those you get later. Approve only what you need.',
  'everything-approved': 'Anyone who controls this address can take every NFT of this collection, also those you get later.',
  'approval-without-code': 'This address isn\'t a contract. Apps ask for their contracts: this may be a scam.',
  'to-token-contract': 'You\'re sending to the contract itself. What it gets is usually lost.',
  'resembles-known': 'This address looks like one you know, but is another one. Compare every character before you send.',
  'excessive-fee': 'The fee is far higher than usual.',
};
