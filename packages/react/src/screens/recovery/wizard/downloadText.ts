import { timings } from '../../../timings.ts';

/**
 * Has the browser save a text as a file, by a link that is taken away after 5 s (RECO-10): the browser may still be asking
 * where to put it.
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
