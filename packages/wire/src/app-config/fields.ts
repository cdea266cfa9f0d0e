import * as v from 'valibot';

export const textUpTo = (max: number) => v.pipe(v.string(), v.maxLength(max));
export const optionalText = (max = 200) => v.nullable(textUpTo(max));
/** An address that a person may be sent to: http or https only, so that a hostile value can never run. */
export const webUrl = () =>
  v.pipe(
    textUpTo(2048),
    v.check((value) => /^https?:\/\/[^\s]+$/i.test(value), 'must be an http or https address'),
  );
export const color = () =>
  v.pipe(v.string(), v.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #4f46e5'));
