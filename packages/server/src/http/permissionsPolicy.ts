/** What a page of ours might use, and almost none does. */
const features = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const;

/** A feature of the browser (Permissions Policy §4). */
export type PageFeature = (typeof features)[number];

/**
 * The header `permissions-policy` of a page of ours, which denies all it does not use.
 *
 * @param own what the page itself may use, and no frame in it
 */
export const permissionsPolicy = (own: readonly PageFeature[]): string =>
  features.map((feature) => `${feature}=${own.includes(feature) ? '(self)' : '()'}`).join(', ');
