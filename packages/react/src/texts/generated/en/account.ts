// Printed from messages/en.json by `npm run messages`: change the messages, not this file.
export const accountTexts = {
  titles: {
    link: {
      email: 'Add your email',
      sms: 'Add your phone number',
    },
    update: {
      email: 'Change your email',
      sms: 'Change your phone number',
    },
  },
  linkDetail: 'You can also use it to log in.',
  updateDetail: 'This will replace',
};
