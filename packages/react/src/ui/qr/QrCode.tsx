import { lazyView } from '../lazyView.tsx';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

const Drawn = lazyView<QrCodeProps>(async () => (await import('./drawQrCode.tsx')).DrawnQrCode);

/** A code that a camera reads. What draws it comes when the first one shows, and its place is kept until then. */
export function QrCode(props: QrCodeProps) {
  return <Drawn {...props} fallback={<span style={{ display: 'block', height: 208, width: 208 }} />} />;
}
