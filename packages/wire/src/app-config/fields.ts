import * as v from 'valibot';

export const textUpTo = (max: number) => v.pipe(v.string(), v.maxLength(max));
export const optionalText = (max = 200) => v.nullable(textUpTo(max));
/** URL that a page opens or loads. It must be http or https, so that a malicious app's value cannot run as a script. */
export const webUrl = () =>
  v.pipe(
    textUpTo(2048),
    v.check((value) => /^https?:\/\/[^\s]+$/i.test(value), 'must be an http or https address'),
  );
export const color = () =>
  v.pipe(v.string(), v.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #4f46e5'));
