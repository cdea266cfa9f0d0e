// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const moreTexts = {
  more: 'More options',
  wallet: 'Continue with a wallet',
  otherWallets: 'Other wallets',
  otherSocials: 'Other socials',
  emailOrSocials: 'Log in with email or socials',
  smsOrSocials: 'Log in with sms or socials',
  socials: 'Log in with a social account',
  emailOrSms: 'Continue with email or sms',
  email: 'Continue with email',
  sms: 'Continue with sms',
};
