import { callCloud, refuseMissing, refuseUnavailable, toObject } from './callCloud.ts';
import type { TextCloud } from './openCloud.ts';

/**
 * Opens Google Drive, in the hidden folder that only this app's client sees.
 * https://developers.google.com/workspace/drive/api/guides/appdata
 *
 * @param url URL of the API, such as `https://www.googleapis.com`
 * @param token Google's access token
 */
export function openDrive(url: string, token: string): TextCloud {
  const authorization = `Bearer ${token}`;
  return {
    async write(name, text) {
      // https://developers.google.com/workspace/drive/api/guides/manage-uploads#multipart
      const boundary = crypto.randomUUID();
      const metadata = JSON.stringify({ name: `latchkey-recovery-${name}`, parents: ['appDataFolder'] });
      const part = (type: string, content: string) =>
        `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;
      const body = `${part('application/json; charset=UTF-8', metadata)}${part('text/plain', text)}--${boundary}--`;
      const answer = await callCloud(`${url}/upload/drive/v3/files?uploadType=multipart&fields=id`, {
        method: 'POST',
        headers: { authorization, 'content-type': `multipart/related; boundary=${boundary}` },
        body,
      });
      const { id } = toObject(answer.text);
      return answer.status === 200 && typeof id === 'string' ? id : refuseUnavailable();
    },

    async read(recordName) {
      const file = `${url}/drive/v3/files/${encodeURIComponent(recordName)}?alt=media`;
      const { status, text } = await callCloud(file, { headers: { authorization } });
      if (status === 404) return refuseMissing();
      return status === 200 ? text : refuseUnavailable();
    },
  };
}
