// Printed from messages/ by `npm run messages`: change the messages, not this file.
export const outdatedTexts = {
  en: {
    direction: 'ltr',
    texts: {
      title: 'Update your browser',
      text: 'This browser is too old for this step. Update it, or open this page in another browser.',
      close: 'Close',
    },
  },
  ar: {
    direction: 'rtl',
    texts: {
      title: 'حدّث متصفحك',
      text: 'هذا المتصفح قديم جدًا لهذه الخطوة. حدّثه أو افتح هذه الصفحة في متصفح آخر.',
      close: 'إغلاق',
    },
  },
  de: {
    direction: 'ltr',
    texts: {
      title: 'Aktualisieren Sie Ihren Browser',
      text: 'Dieser Browser ist für diesen Schritt zu alt. Aktualisieren Sie ihn oder öffnen Sie die Seite in einem anderen Browser.',
      close: 'Schließen',
    },
  },
  es: {
    direction: 'ltr',
    texts: {
      title: 'Actualiza tu navegador',
      text: 'Este navegador es demasiado antiguo para este paso. Actualízalo o abre esta página en otro navegador.',
      close: 'Cerrar',
    },
  },
  ja: {
    direction: 'ltr',
    texts: {
      title: 'ブラウザを更新してください',
      text: 'このブラウザは古いため、この操作に対応していません。ブラウザを更新するか、別のブラウザでこのページを開いてください。',
      close: '閉じる',
    },
  },
} as const;
