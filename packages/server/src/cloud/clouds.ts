import type { CloudMethod, ICloudContainer } from '@latchkey/wire';
import type { App } from '../apps/index.ts';
import type { Config } from '../configShape.ts';

export interface CloudAddresses {
  readonly google: { readonly authorize: string; readonly token: string; readonly api: string };
  readonly apple: { readonly api: string; readonly messageOrigin: string };
}

/**
 * Returns the addresses of Google and Apple, or of their stand-ins.
 *
 * https://developers.google.com/identity/protocols/oauth2/web-server,
 * https://developer.apple.com/library/archive/documentation/DataManagement/Conceptual/CloudKitWebServicesReference/SettingUpWebServices.html
 */
export function cloudAddresses({ googleUrl, cloudKitUrl }: Config): CloudAddresses {
  return {
    google:
      googleUrl === null
        ? {
            authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
            token: 'https://oauth2.googleapis.com/token',
            api: 'https://www.googleapis.com',
          }
        : {
            authorize: `${googleUrl}/google/o/oauth2/v2/auth`,
            token: `${googleUrl}/google/token`,
            api: `${googleUrl}/google`,
          },
    apple:
      cloudKitUrl === null
        ? { api: 'https://api.apple-cloudkit.com', messageOrigin: 'https://cdn.apple-cloudkit.com' }
        : { api: `${cloudKitUrl}/cloudkit`, messageOrigin: cloudKitUrl },
  };
}

/**
 * Returns true if an app lets users use a cloud: it offers the cloud, or has a client of its own there, for earlier
 * backups.
 */
function isCloudOn({ settings }: App, method: CloudMethod): boolean {
  const own = method === 'icloud' ? settings.icloud_container : settings.google_drive_client_id;
  return own !== null || settings.embedded_wallet_config.user_owned_recovery_options.includes(method);
}

/**
 * Returns the app's client at Google: its own, or the one that apps of a development service share. Returns null
 * if there is none or the app does not use Google Drive.
 */
export function findGoogleClientId(config: Config, app: App): string | null {
  if (!isCloudOn(app, 'google-drive')) return null;
  return app.settings.google_drive_client_id ?? config.sharedClouds?.googleClientId ?? null;
}

/**
 * Returns the app's container at Apple: its own, or the one that apps of a development service share. Returns
 * null if there is none or the app does not use iCloud.
 */
export function findContainer(config: Config, app: App): ICloudContainer | null {
  if (!isCloudOn(app, 'icloud')) return null;
  return app.settings.icloud_container ?? config.sharedClouds?.iCloudContainer ?? null;
}

/** Returns the origins of the clouds that an app's wallet frame must be able to reach. */
export function cloudOrigins(config: Config, app: App): string[] {
  const { google, apple } = cloudAddresses(config);
  const addresses = [
    ...(findGoogleClientId(config, app) === null ? [] : [google.api]),
    ...(findContainer(config, app) === null ? [] : [apple.api]),
  ];
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
