// Printed from messages/es.json by `npm run messages`: change the messages, not this file.
export const passkeyEs = {
  create: 'Añade una llave de acceso a tu wallet',
  createDetail: 'Úsala para abrir tu wallet cuando inicies sesión en un navegador nuevo.',
  use: 'Abre tu wallet con una llave de acceso',
  useDetail: 'Usa la llave de acceso que añadiste a tu wallet.',
  next: 'Continuar',
  failed: 'Algo ha salido mal. Inténtalo de nuevo o usa otra llave de acceso.',
  lost: 'La página que abrió esta ventana ya no está. Cierra la ventana y empieza de nuevo.',
  name: 'Recuperación de la wallet',
};
