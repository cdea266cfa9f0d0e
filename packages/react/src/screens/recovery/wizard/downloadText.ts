import { timings } from '../../../timings.ts';

/**
 * Saves a text as a file through a link. The link stays for 5 s (RECO-10), because the browser may still be asking where
 * to save the file.
 */
export function downloadText(fileName: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = fileName;
  link.hidden = true;
  document.body.append(link);
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
    link.remove();
  }, timings.downloadLinkMs);
}
