// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const moonpayTexts = {
  title: ({ app }: { readonly app: string | number }) => `${app} uses Moonpay to fund your account`,
  points: {
    pay: 'Buy with a payment method',
    payDetail: 'Debit card recommended',
    time: 'Compliance can take a few hours',
    timeDetail: 'MoonPay checks new accounts before the first purchase',
    data: 'Your data stays yours',
    dataDetail: 'MoonPay does not sell your data',
  },
  note: 'By clicking continue, you will be taken to MoonPay in a new tab',
  link: 'Continue to Moonpay',
  pending: 'In progress',
  pendingDetail: 'Finish your purchase on MoonPay.',
  waiting: 'Processing payment',
  waitingDetail: 'This can take up to a few hours.',
  completed: 'You\'ve added funds',
  completedDetail: 'They may take a few minutes to appear.',
  failed: 'Payment failed',
  unknown: 'MoonPay can\'t be reached',
  problem: 'Something went wrong adding funds from Moonpay. Please try again or use another method to fund your wallet.',
};
