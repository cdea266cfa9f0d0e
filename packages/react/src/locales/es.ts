import type { Locale } from './locale.ts';

/** Spanish. */
export const es = {
  account: {
    titles: {
      link: { email: 'Añade tu correo', sms: 'Añade tu teléfono' },
      update: { email: 'Cambia tu correo', sms: 'Cambia tu teléfono' },
    },
    linkDetail: 'A partir de entonces también podrás acceder así.',
    updateDetail: 'Sustituye a',
  },
  accountNotFound: {
    title: 'Cuenta no encontrada',
    detail: 'No existe ninguna cuenta con estos datos.',
    button: 'Probar otra cuenta',
  },
  address: { copy: 'Copiar dirección', copied: 'Copiada' },
  allowlist: {
    title: 'No tienes acceso a esta aplicación',
    detail: '¿Te han invitado?',
    button: 'Probar otra cuenta',
  },
  code: {
    title: 'Introduce tu código',
    sentTo: 'Hemos enviado un código de seis dígitos a',
    label: 'Código de seis dígitos',
    notNumeric: 'El código solo tiene números',
    checking: 'Comprobando tu código',
    success: '¡Listo!',
    missing: '¿No lo has recibido?',
    resend: 'Reenviar código',
    resendIn: (seconds) => `Reenviar código en ${seconds} s`,
    resent: 'Hemos enviado un código nuevo.',
    wrongCode: 'Código de verificación no válido o caducado',
    tooMany: 'Demasiadas solicitudes. Espera antes de volver a intentarlo.',
    failed: 'No se ha podido comprobar el código',
  },
  confirmLogin: {
    title: 'Confirma que eres tú',
    detail:
      'Ha pasado un tiempo desde que accediste. Elige adónde enviamos un código antes de cambiar tu cuenta.',
    logInAgain:
      'Ha pasado un tiempo desde que accediste. Cierra la sesión y vuelve a acceder antes de cambiar tu cuenta.',
    close: 'Cerrar',
  },
  connecting: { title: 'Conectando con tu wallet' },
  consent: {
    title: 'Un último paso',
    text: 'Al registrarte, aceptas nuestros términos y la política de privacidad.',
    viewTerms: 'Ver los términos',
    viewPrivacy: 'Ver la política de privacidad',
    decline: 'No, gracias',
    accept: 'Aceptar',
  },
  country: { label: 'País' },
  created: { title: 'Tu wallet está lista', detail: 'Es tuya allí donde inicies sesión.' },
  creating: { title: 'Creando tu wallet', detail: 'Tarda unos segundos.' },
  email: {
    label: 'Correo electrónico',
    placeholder: 'tu@correo.example',
    submit: 'Enviar',
    continueWith: 'Continuar con correo',
  },
  errors: {
    rows: {
      client_request_timeout: {
        title: 'Tiempo agotado',
        detail: 'La solicitud ha tardado demasiado. Inténtalo de nuevo.',
        button: 'Intentar de nuevo',
      },
      disallowed_login_method: {
        title: 'No permitido',
        detail: 'Este método de acceso no está permitido',
        button: 'Probar otro método',
      },
      invalid_credentials: {
        title: 'Algo ha salido mal. Inténtalo de nuevo.',
        detail: '',
        button: 'Intentar de nuevo',
      },
      linked_to_another_user: {
        title: 'Error de autenticación',
        detail: 'Esta cuenta ya está vinculada a otro usuario.',
        button: 'Intentar de nuevo',
      },
      missing_or_invalid_token: {
        title: 'Algo ha salido mal',
        detail: 'Se ha producido un error, vuelve a iniciar sesión.',
        button: 'Intentar de nuevo',
      },
      not_supported: {
        title: 'Esta región no está disponible',
        detail: 'El acceso por SMS no está disponible en esta región',
        button: 'Probar otro método',
      },
      too_many_requests: {
        title: 'Solicitud rechazada',
        detail: 'Demasiados intentos.',
        button: 'Intentar más tarde',
      },
    },
    fallback: {
      title: 'Algo ha salido mal',
      detail: 'Inténtalo más tarde',
      button: 'Intentar de nuevo',
    },
  },
  errorScreen: { close: 'Cerrar' },
  header: { back: 'Atrás', close: 'Cerrar', info: 'Más información' },
  landing: { header: 'Inicia sesión o regístrate', recent: 'Reciente' },
  legal: {
    agree: 'Al iniciar sesión acepto:',
    terms: 'Condiciones',
    privacy: 'Política de privacidad',
  },
  loginFailed: {
    title: 'No se pudo iniciar sesión',
    detail: 'Se ha producido un error desconocido.',
    tryAgain: 'Reintentar',
    cancel: 'Cancelar',
  },
  more: {
    more: 'Más opciones',
    wallet: 'Continuar con una wallet',
    otherSocials: 'Otras redes sociales',
    emailOrSocials: 'Acceder con correo o redes sociales',
    smsOrSocials: 'Acceder con SMS o redes sociales',
    socials: 'Acceder con una red social',
    emailOrSms: 'Continuar con correo o SMS',
    email: 'Continuar con correo',
    sms: 'Continuar con SMS',
  },
  passcode: {
    notNumeric: 'El código solo puede tener números',
    tooLong: 'El código debe tener exactamente 6 números',
  },
  phoneInput: { label: 'Número de teléfono', submit: 'Enviar' },
  placeholder: {
    loading: 'Cargando',
    title: 'El acceso no está disponible ahora mismo',
    detail: 'No se ha podido conectar con el servicio. Comprueba tu conexión e inténtalo de nuevo.',
    retry: 'Intentar de nuevo',
  },
  shell: { protectedBy: 'Protegido por Latchkey' },
  signRequest: {
    titles: { personal_sign: 'Firmar mensaje', eth_signTypedData_v4: 'Firmar datos' },
    asks: (app) => `${app} pide tu firma.`,
    advice: {
      personal_sign: 'Firmar es gratis y no envía ninguna transacción.',
      eth_signTypedData_v4: 'Firma solo lo que entiendas.',
    },
    confirm: 'Firmar',
    reject: 'Rechazar',
    done: 'Firmado',
    contents: 'Lo que firmas',
  },
  sms: { continueWith: 'Continuar con SMS' },
  typedData: { domain: 'Dominio' },
  userLimit: {
    title: 'Esta aplicación está completa',
    detail: 'Por ahora no admite nuevos usuarios.',
    button: 'Probar otra cuenta',
  },
} satisfies Locale;
