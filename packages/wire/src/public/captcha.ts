export * from '../captcha.ts';
export * from '../schemas/captcha.ts';
