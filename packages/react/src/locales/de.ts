import type { Locale } from './locale.ts';

/** German. */
export const de = {
  account: {
    titles: {
      link: { email: 'E-Mail-Adresse hinzufügen', sms: 'Telefonnummer hinzufügen' },
      update: { email: 'E-Mail-Adresse ändern', sms: 'Telefonnummer ändern' },
    },
    linkDetail: 'Danach können Sie sich auch damit anmelden.',
    updateDetail: 'Sie ersetzt',
  },
  accountNotFound: {
    title: 'Konto nicht gefunden',
    detail: 'Zu dieser Anmeldung gibt es kein Konto.',
    button: 'Anderes Konto verwenden',
  },
  address: { copy: 'Adresse kopieren', copied: 'Kopiert' },
  allowlist: {
    title: 'Sie haben keinen Zugang zu dieser App',
    detail: 'Wurden Sie eingeladen?',
    button: 'Anderes Konto verwenden',
  },
  captcha: {
    checking: 'Wir prüfen, ob Sie ein Mensch sind …',
    success: 'Geschafft!',
    passed: 'CAPTCHA bestanden.',
    continue: 'Weiter',
    failed: 'Etwas ist schiefgegangen',
    notPassed: 'Sie haben das CAPTCHA nicht bestanden. Bitte versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
    exhausted:
      'Falls Sie einen Werbeblocker oder ein VPN verwenden, schalten Sie ihn ab und versuchen Sie es noch einmal.',
  },
  code: {
    title: 'Code eingeben',
    sentTo: 'Wir haben einen sechsstelligen Code gesendet an',
    label: 'Sechsstelliger Code',
    notNumeric: 'Der Code besteht nur aus Ziffern',
    checking: 'Code wird geprüft',
    success: 'Geschafft!',
    missing: 'Nichts erhalten?',
    resend: 'Code erneut senden',
    resendIn: (seconds) => `Code erneut senden in ${seconds} s`,
    resent: 'Wir haben einen neuen Code gesendet.',
    wrongCode: 'Ungültiger oder abgelaufener Bestätigungscode',
    tooMany: 'Zu viele Anfragen. Bitte warten Sie, bevor Sie es erneut versuchen.',
    failed: 'Der Code konnte nicht geprüft werden',
  },
  confirmLogin: {
    title: 'Bestätigen Sie, dass Sie es sind',
    detail:
      'Ihre Anmeldung liegt eine Weile zurück. Wählen Sie, wohin wir einen Code senden, bevor sich an Ihrem Konto etwas ändert.',
    logInAgain:
      'Ihre Anmeldung liegt eine Weile zurück. Melden Sie sich ab und wieder an, bevor Sie Ihr Konto ändern.',
    close: 'Schließen',
  },
  connecting: { title: 'Verbindung zu Ihrer Wallet' },
  consent: {
    title: 'Ein letzter Schritt',
    text: 'Mit der Registrierung stimmen Sie unseren Nutzungsbedingungen und der Datenschutzerklärung zu.',
    viewTerms: 'Nutzungsbedingungen ansehen',
    viewPrivacy: 'Datenschutzerklärung ansehen',
    decline: 'Nein danke',
    accept: 'Zustimmen',
  },
  country: { label: 'Land' },
  created: { title: 'Ihre Wallet ist bereit', detail: 'Sie gehört Ihnen, wo immer Sie sich anmelden.' },
  creating: { title: 'Ihre Wallet wird erstellt', detail: 'Das dauert einige Sekunden.' },
  email: {
    label: 'E-Mail-Adresse',
    placeholder: 'ihre@email.example',
    submit: 'Absenden',
    continueWith: 'Weiter mit E-Mail',
  },
  errors: {
    rows: {
      captcha_failure: {
        title: 'Etwas ist schiefgegangen',
        detail: 'Sie haben das CAPTCHA nicht bestanden. Bitte versuchen Sie es erneut.',
        button: 'Erneut versuchen',
      },
      captcha_timeout: {
        title: 'Etwas ist schiefgegangen',
        detail: 'Bitte versuchen Sie es später noch einmal.',
        button: 'Erneut versuchen',
      },
      client_request_timeout: {
        title: 'Zeitüberschreitung',
        detail: 'Die Anfrage hat zu lange gedauert. Versuchen Sie es erneut.',
        button: 'Erneut versuchen',
      },
      disallowed_login_method: {
        title: 'Nicht erlaubt',
        detail: 'Diese Anmeldeart ist nicht erlaubt',
        button: 'Andere Anmeldeart wählen',
      },
      invalid_captcha: {
        title: 'Etwas ist schiefgegangen',
        detail: 'Bitte versuchen Sie es erneut.',
        button: 'Erneut versuchen',
      },
      invalid_credentials: {
        title: 'Etwas ist schiefgegangen. Versuchen Sie es erneut.',
        detail: '',
        button: 'Erneut versuchen',
      },
      linked_to_another_user: {
        title: 'Anmeldung fehlgeschlagen',
        detail: 'Dieses Konto ist bereits mit einem anderen Nutzer verknüpft.',
        button: 'Erneut versuchen',
      },
      missing_or_invalid_token: {
        title: 'Etwas ist schiefgegangen',
        detail: 'Ein Fehler ist aufgetreten, bitte melden Sie sich erneut an.',
        button: 'Erneut versuchen',
      },
      not_supported: {
        title: 'Diese Region wird nicht unterstützt',
        detail: 'Die Anmeldung per SMS ist in dieser Region nicht verfügbar',
        button: 'Andere Anmeldeart wählen',
      },
      too_many_requests: {
        title: 'Anfrage abgelehnt',
        detail: 'Zu viele Versuche.',
        button: 'Später erneut versuchen',
      },
    },
    fallback: {
      title: 'Etwas ist schiefgegangen',
      detail: 'Versuchen Sie es später erneut',
      button: 'Erneut versuchen',
    },
  },
  errorScreen: { close: 'Schließen' },
  header: { back: 'Zurück', close: 'Schließen', info: 'Mehr erfahren' },
  keyExport: {
    title: 'Schlüssel entnehmen',
    detail: 'Wer Ihren Schlüssel hat, hat Ihre Wallet.',
    warnings: {
      show: 'Zeigen Sie ihn niemandem und geben Sie ihn auf keiner Website ein.',
      ask: 'Niemand von uns fragt Sie je danach.',
      keep: 'Bewahren Sie ihn nicht in Chats, E-Mails oder Bildschirmfotos auf.',
    },
    confirm: 'Ich verstehe, anzeigen',
    done: 'Fertig',
    page: 'Export Ihrer Wallet',
  },
  landing: { header: 'Anmelden oder registrieren', passkey: 'Ich habe einen Passkey', recent: 'Zuletzt' },
  legal: {
    agree: 'Mit der Anmeldung stimme ich zu:',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutzerklärung',
  },
  loginFailed: {
    title: 'Anmeldung fehlgeschlagen',
    detail: 'Ein unbekannter Fehler ist aufgetreten.',
    tryAgain: 'Erneut versuchen',
    cancel: 'Abbrechen',
  },
  more: {
    more: 'Weitere Optionen',
    wallet: 'Weiter mit einer Wallet',
    otherSocials: 'Andere soziale Netzwerke',
    emailOrSocials: 'E-Mail oder soziales Netzwerk',
    smsOrSocials: 'SMS oder soziales Netzwerk',
    socials: 'Mit einem sozialen Netzwerk anmelden',
    emailOrSms: 'Weiter mit E-Mail oder SMS',
    email: 'Weiter mit E-Mail',
    sms: 'Weiter mit SMS',
  },
  passcode: {
    notNumeric: 'Der Code darf nur Ziffern enthalten',
    tooLong: 'Der Code hat genau 6 Ziffern',
  },
  phoneInput: { label: 'Telefonnummer', submit: 'Absenden' },
  placeholder: {
    loading: 'Wird geladen',
    title: 'Die Anmeldung ist gerade nicht verfügbar',
    detail: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    retry: 'Erneut versuchen',
  },
  shell: { protectedBy: 'Geschützt durch Latchkey' },
  signRequest: {
    titles: {
      personal_sign: 'Nachricht signieren',
      eth_signTypedData_v4: 'Daten signieren',
      solana_signMessage: 'Nachricht signieren',
      solana_signTransaction: 'Transaktion signieren',
    },
    asks: (app) => `${app} bittet um Ihre Signatur.`,
    advice: {
      personal_sign: 'Signieren ist kostenlos und sendet keine Transaktion.',
      eth_signTypedData_v4: 'Signieren Sie nur, was Sie verstehen.',
      solana_signMessage: 'Signieren ist kostenlos und sendet keine Transaktion.',
      solana_signTransaction:
        'Einmal signiert, kann sie gesendet werden. Signieren Sie nur, was Sie verstehen.',
    },
    confirm: 'Signieren',
    reject: 'Ablehnen',
    done: 'Signiert',
    contents: 'Was Sie signieren',
  },
  sms: { continueWith: 'Weiter mit SMS' },
  typedData: { domain: 'Domain' },
  userLimit: {
    title: 'Diese App ist voll',
    detail: 'Sie nimmt zurzeit keine neuen Nutzer auf.',
    button: 'Anderes Konto verwenden',
  },
} satisfies Locale;
