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

export type PageFeature = (typeof features)[number];

/**
 * Returns the header `permissions-policy` of a page, which denies each listed feature that the page does not use.
 *
 * @param own features that the page itself may use; frames of other origins in the page may not
 */
export const permissionsPolicy = (own: readonly PageFeature[]): string =>
  features.map((feature) => `${feature}=${own.includes(feature) ? '(self)' : '()'}`).join(', ');
