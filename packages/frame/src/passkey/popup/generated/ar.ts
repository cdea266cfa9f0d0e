// Printed from messages/ar.json by `npm run messages`: change the messages, not this file.
export const passkeyAr = {
  create: 'أضف مفتاح مرور إلى محفظتك',
  createDetail: 'استخدمه لفتح محفظتك عند تسجيل الدخول من متصفح جديد.',
  use: 'افتح محفظتك بمفتاح مرور',
  useDetail: 'استخدم مفتاح المرور الذي أضفته إلى محفظتك.',
  next: 'متابعة',
  failed: 'حدث خطأ ما. حاول مرة أخرى أو استخدم مفتاح مرور آخر.',
  lost: 'الصفحة التي فتحت هذه النافذة لم تعد موجودة. أغلق النافذة وابدأ من جديد.',
  name: 'استعادة المحفظة',
};
