import { type OnRampRecord, type OnRampWay, onRamps } from '@latchkey/wire';

/** Origin of a stand-in for each on-ramp; null for the real on-ramp. */
export type OnRampUrls = { readonly [Way in OnRampWay as `${Way}Url`]: string | null };

/** Creates one value for each on-ramp, keyed by the name of its URL setting. */
export const forOnRamps = <Value>(toValue: (name: keyof OnRampUrls, onRamp: OnRampRecord) => Value) =>
  Object.fromEntries(
    Object.values(onRamps).map((one) => [`${one.way}Url`, toValue(`${one.way}Url`, one)]),
  ) as { readonly [Name in keyof OnRampUrls]: Value };
