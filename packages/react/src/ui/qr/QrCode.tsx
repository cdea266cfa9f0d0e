import { lazyView } from '../lazyView.tsx';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

const Drawn = lazyView<QrCodeProps>(async () => (await import('./drawQrCode.tsx')).DrawnQrCode);

/** A QR code. Its space is reserved while the code that draws it loads. */
export function QrCode(props: QrCodeProps) {
  return <Drawn {...props} fallback={<span style={{ display: 'block', height: 208, width: 208 }} />} />;
}
