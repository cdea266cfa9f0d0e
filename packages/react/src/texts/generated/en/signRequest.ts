// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const signRequestTexts = {
  titles: {
    personal_sign: 'Sign message',
    secp256k1_sign: 'Sign a hash',
    eth_signTypedData_v4: 'Sign data',
    farcaster_signMessage: 'Sign for Farcaster',
    solana_signMessage: 'Sign message',
    solana_signTransaction: 'Sign transaction',
    solana_signAndSendTransaction: 'Send transaction',
  },
  requestsSignature: ({ app }: { readonly app: string | number }) => `${app} is asking for your signature.`,
  advice: {
    personal_sign: 'Signing is free and doesn\'t send a transaction.',
    secp256k1_sign: 'No one can see what it stands for.',
    eth_signTypedData_v4: 'Only sign what you understand.',
    farcaster_signMessage: 'Others on Farcaster may read it as yours.',
    solana_signMessage: 'Signing is free and doesn\'t send a transaction.',
    solana_signTransaction: 'Once signed, it can be sent. Only sign what you understand.',
    solana_signAndSendTransaction: 'The transaction is sent as soon as you sign and can\'t be undone.',
  },
  confirm: 'Sign',
  confirmSending: 'Sign and send',
  confirmTwice: 'Yes, sign',
  reject: 'Reject',
  done: 'Signed',
  contents: 'What you\'re signing',
  explanation: 'A signature proves that you own this wallet, or approves something on its behalf. Some signatures let others move your assets. Only sign what you requested and understand.',
};
